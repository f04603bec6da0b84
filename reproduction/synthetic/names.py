"""Synthetic names: family names of syllables, given names with nicknames, and ways to spell a name wrongly."""

from functools import cache
from hashlib import blake2b

import numpy as np

from namesakes.arrays import Float64Array

_SOUNDS = """
b br c ch cl d dr f fl g gr h j k kr l m n p pr r s sh sl st t th tr v w z
a e i o u ai ea ee o a e i
n r l s t m nd rt ck ng lt st x d
son man ley ton er ski berg field well ing wood ez ova ham stein ford
"""
_ONSETS, _VOWELS, _CODAS, _ENDINGS = (line.split() for line in _SOUNDS.strip().splitlines())
_RESPELLED = (("ph", "f"), ("ck", "k"), ("ee", "ea"), ("sh", "sch"), ("y", "ie"), ("c", "k"), ("x", "ks"), ("i", "y"))
_GIVEN = """
Albert: Al Bert; Alexander: Alex Alec Sandy; Alfred: Alf Fred Freddie Freddy; Andrew: Andy Drew; Ann: Annie Nancy;
Anthony: Tony; Barbara: Barb; Benjamin: Ben Benny; Bernard: Bernie; Catherine: Cathy Kathy Kate Katie; Charles:
Charlie Chuck Chas; Christopher: Chris Kit; Daniel: Dan Danny; David: Dave; Deborah: Deb Debbie; Donald: Don Donnie;
Dorothy: Dot Dottie; Douglas: Doug; Edward: Eddie Ted Ned; Eleanor: Ellie Nell Nora; Elizabeth: Liz Lizzie Beth Betty
Betsy; Eugene: Gene; Frederick: Rick; Gabriel: Gabe; Geoffrey: Jeff Geoff; George: Georgie; Gerald: Jerry; Gregory:
Greg; Harold: Hal Harry; Henry: Hank; Jacob: Jake; James: Jim Jimmy Jamie; Jennifer: Jen; John: Jack Johnny Jon;
Joseph: Joe Joey; Joshua: Josh; Judith: Judy; Kenneth: Ken Kenny; Kimberly: Kim; Lawrence: Larry; Leonard: Len Lenny;
Margaret: Maggie Meg Peggy; Maria: Molly Polly; Matthew: Matt; Michael: Mike Mick Mickey; Nathaniel: Nate Nat;
Nicholas: Nicky; Pamela: Pam; Patricia: Tricia; Patrick: Pat Paddy; Peter: Pete; Philip: Phil; Rachel: Rae; Raymond:
Ray; Rebecca: Becky; Richard: Dick Rich; Robert: Bob Bobby Rob Robbie; Ronald: Ron Ronnie; Samuel: Sam Sammy; Sarah:
Sally Sadie; Stanley: Stan; Stephen: Steve Stevie; Susan: Sue Susie; Theodore: Theo; Thomas: Tom Tommy; Timothy: Tim
Timmy; Victoria: Vicky; Vincent: Vince; Virginia: Ginny; Walter: Walt Wally; William: Bill Billy Will Willie; Zachary:
Zach Zack
"""


@cache
def nicknames() -> dict[str, list[str]]:
    """Given names and what people with them are called."""
    pairs = (entry.split(":") for entry in _GIVEN.split(";"))
    return {given.strip(): called.split() for given, called in pairs}


@cache
def law(count: int, exponent: float) -> Float64Array:
    """The cumulative Zipf-Mandelbrot law 1 / (rank + 10)^s: about as skewed as names in a census."""
    shares = (np.arange(1, count + 1) + 10.0) ** -exponent
    cumulative: Float64Array = np.cumsum(shares / shares.sum())[:-1]
    return cumulative


@cache
def made_families(count: int) -> list[str]:
    """So many different family names made of syllables."""
    found: dict[str, None] = {}
    number = 0
    while len(found) < count:
        ending = _ENDINGS[number % len(_ENDINGS)] if number % 3 else ""
        found.setdefault((word(number) + ending).title(), None)
        number += 1
    return list(found)


@cache
def made_givens(count: int) -> list[str]:
    """So many different given names: those that have nicknames, then made ones."""
    found = dict.fromkeys(sorted(nicknames(), key=lambda name: blake2b(name.encode()).digest()))
    number = 100_000
    while len(found) < count:
        found.setdefault(word(number).title() + "a" * (number % 2), None)
        number += 1
    return list(found)[:count]


@cache
def word(number: int) -> str:
    """A word of two or three syllables."""
    mixed = int.from_bytes(blake2b(str(number).encode(), digest_size=8).digest(), "little")
    parts = []
    for _ in range(2 + mixed % 2):
        for letters in (_ONSETS, _VOWELS):
            mixed, place = divmod(mixed, len(letters))
            parts.append(letters[place])
    return "".join(parts) + _CODAS[mixed % len(_CODAS)]


def misspelled(name: str, where: float) -> str:
    """The name with one letter swapped with the next, left out, doubled or replaced."""
    place = min(1 + int(where * len(name)), len(name) - 1)
    kind = int(where * 1_000) % 4
    if kind == 0 and place + 1 < len(name):
        return name[:place] + name[place + 1] + name[place] + name[place + 2 :]
    if kind == 1 and len(name) > 3:
        return name[:place] + name[place + 1 :]
    if kind == 2:
        return name[:place] + name[place] + name[place:]
    return name[:place] + "etaoinshrdlu"[int(where * 12_000) % 12] + name[place + 1 :]


def respelled(name: str) -> str:
    """The name in another spelling that sounds alike, where one is known."""
    for old, new in _RESPELLED:
        if old in name[1:]:
            return name[0] + name[1:].replace(old, new, 1)
    return name
