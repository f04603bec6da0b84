"""Addresses: the same e-mail, web address or telephone number."""

import re
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms import terms
from namesakes.identities.terms.term_matrix import TermMatrix
from namesakes.profiles.profile import Profile

SAME_HOST = 0.6
"""The similarity of two addresses at one host that does not give addresses to everybody."""

_PUBLIC = """
gmail.com googlemail.com yahoo.com hotmail.com outlook.com live.com aol.com icloud.com me.com gmx.de gmx.net web.de
mail.ru yandex.ru qq.com 163.com protonmail.com facebook.com twitter.com x.com linkedin.com youtube.com instagram.com
wikipedia.org en.wikipedia.org
"""
PUBLIC = frozenset(_PUBLIC.split())
"""Hosts that tell nothing, since everybody may have an address there."""

_SCHEME = re.compile(r"^(?:mailto:|[a-z]+://)?(?:www\.)?")


def addresses(profile: Profile) -> terms.Bag:
    """E-mail and web addresses without what does not matter, and telephone numbers by their last nine digits."""
    found = [_SCHEME.sub("", terms.folded(value)).rstrip("/.,;") for value in profile.values("email", "url")]
    phones = ["".join(letter for letter in value if letter.isdigit())[-9:] for value in profile.values("phone")]
    return {value: 1.0 for value in (*found, *(phone for phone in phones if len(phone) > 5)) if value}


def hosts(profile: Profile) -> terms.Bag:
    """The hosts of the addresses, without those that everybody uses."""
    found = {value.rpartition("@")[2].partition("/")[0] for value in addresses(profile) if "." in value}
    return dict.fromkeys(sorted(found - PUBLIC), 1.0)


class Addresses(Rule):
    """1 for an address in common, somewhat less for a host in common; it abstains elsewhere.

    People have several addresses, so that different ones tell nothing.
    """

    name: ClassVar[str] = "addresses"
    about: ClassVar[str] = "e-mail, web address or telephone in common"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The similarities of those who share an address or a host, NaN for all others."""
        whole, at = TermMatrix.of_profiles(profiles, addresses).counts, TermMatrix.of_profiles(profiles, hosts).counts
        shared, host = whole.products() > 0, at.products() > 0
        none = np.float32(np.nan)
        return np.where(shared, np.float32(1), np.where(host, np.float32(SAME_HOST), none)).astype(np.float32)
