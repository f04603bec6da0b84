"""The dialog of a review: a question, a key, the next question."""

from collections.abc import Callable
from typing import Final, Protocol

from rich.console import Console
from rich.text import Text

from namesakes.errors import NamesakesError
from namesakes.store.records import Correction
from namesakes.store.review_session import ReviewSession
from namesakes.store.review_sides import Question
from namesakes.view.review_screen import ReviewScreen
from namesakes.view.wording import counted, one_line

KEYS: Final = {
    "s": ("same", "they are one person"),
    "d": ("different", "they are two"),
    "k": ("skip", "cannot tell; it is not asked again without --again"),
    "w": ("why", "what speaks for it, what against"),
    "u": ("undo", "take the last answer back"),
    "?": ("help", "this list"),
    "q": ("quit", "end; the next review goes on here"),
}
"""The keys, what they are called, and what they do."""
_ANSWERS: Final = {"s": "same", "d": "different", "k": "unsure"}
_SAID: Final = {"same": "the same", "different": "different", "unsure": "skipped"}
_ENDS: Final = ("q", "\x04", "\x1b")
_ESCAPE: Final = "\x1b"


class Keys(Protocol):
    """The keys that somebody presses."""

    def read(self) -> str:
        """The next key, or several that were pressed at once; an `EOFError` where nobody can press one."""

    def drop(self) -> None:
        """Forget what was pressed and not read: it was not meant for what is shown next."""


class ReviewDialog:
    """Asks on a console until a key says that it is enough, or there is nothing left to ask.

    Parameters
    ----------
    session : the questions and answers.
    console : where they are shown.
    keys : what is pressed.
    why : the lines that explain a question.
    """

    def __init__(
        self,
        session: ReviewSession,
        console: Console,
        keys: Keys,
        why: Callable[[Question], list[str]],
    ) -> None:
        self.session, self.console, self.keys, self.why = session, console, keys, why
        self._pressed = ""
        self._undoing = False

    def run(self) -> None:
        """Ask; at the end say what was answered."""
        try:
            going = True
            while going:
                question = self.session.question()
                self._pressed = ""
                self.keys.drop()
                if question is None:
                    going = self._ended()
                else:
                    self.console.print(ReviewScreen(question, self.session.answered.total() + 1))
                    going = self._answered(question)
        finally:
            self._end()

    def _ended(self) -> bool:
        """Say that nothing is left to ask; whether the last answer is taken back, and asked for again."""
        enough = self.session.most is not None and self.session.answered.total() >= self.session.most
        self._say("That was all you asked for." if enough else "Nothing else is in doubt.")
        return self.session.answered.total() > 0 and self._key("uq") == "u" and self._undone(sure=False)

    def _answered(self, question: Question) -> bool:
        """Take keys until one of them goes on to another question; whether there is to be one."""
        while True:
            key = self._key()
            if key in _ENDS:
                return False
            undoing, self._undoing = self._undoing, False
            if key in _ANSWERS:
                if self._answer(_ANSWERS[key]):
                    return True
            elif key == "u":
                if self._undone(sure=undoing):
                    return True
            elif key == "w":
                for line in self.why(question):
                    self._say(f"  {line}")
            elif key == "?":
                for pressed, (name, does) in KEYS.items():
                    self._say(f"  {pressed}  {name:<10} {does}")
            else:
                self._say("  There is no such key; ? lists them.")

    def _key(self, offered: str = "".join(KEYS)) -> str:
        """The next key that was pressed; keys that send several characters, such as arrows, are one."""
        if not self._pressed:
            self.console.print(_prompt(offered), end="")
            try:
                self._pressed = self.keys.read()
            except EOFError:
                self._pressed = "q"
            self._say("")
        if self._pressed.startswith(_ESCAPE) and len(self._pressed) > 1:
            self._pressed = ""
            return "arrow"
        key, self._pressed = self._pressed[:1], self._pressed[1:]
        return key.lower()

    def _answer(self, said: str) -> bool:
        """Record an answer; what cannot be recorded is said, and the question stays."""
        try:
            made = self.session.answer(said)
        except NamesakesError as error:
            self._say(f"  {error}")
            return False
        self._say(f"  {_SAID[said]} ({made.id})")
        return True

    def _undone(self, *, sure: bool) -> bool:
        """Take back the last answer; one of an earlier review only when that is asked for twice."""
        undone = self.session.undo()
        if undone is None:
            before = self.session.before()
            if before is None:
                self._say("  There is no answer to take back.")
                return False
            if not sure:
                self._undoing = True
                self._say(f"  Nothing was answered since you began. Before that: {_told(before)}")
                self._say("  Press u again to take that back.")
                return False
            undone = self.session.undo_before()
        if undone is not None:
            self._say(f"  taken back: {_told(undone)}")
        return True

    def _end(self) -> None:
        """Say how many answers there are, and how to take them back later."""
        answered = self.session.answered
        if not answered.total():
            return
        counts = [f"{answered[what]:,} {said}" for what, said in _SAID.items() if answered[what]]
        self._say(f"{counted(answered.total(), 'answer')} kept: {', '.join(counts)}.")
        self._say("They hold now and in every later run; namesakes correct list shows them, with the numbers to undo.")

    def _say(self, line: str) -> None:
        self.console.print(Text(line))


def _prompt(offered: str) -> Text:
    """The keys in one line."""
    text = Text()
    for key in offered:
        text.append(key, style="bold")
        text.append(f" {KEYS[key][0]}  ", style="dim")
    return text


def _told(correction: Correction) -> str:
    """A correction in a few words."""
    words = (str(correction.id), correction.what, *correction.names, "by", correction.who or "-", correction.time)
    return one_line(" ".join(words))
