"""A story of two pages, written for tests, and its cast."""

from functools import cache

import namesakes
from namesakes.characters.cast import Cast
from namesakes.text.document import Document

STORY = """The Mill

CHAPTER I

Clara Dunn found Mr. Peter Voss in the kitchen of the mill. He had been away for years. Clara put her bag on the table.

“You came early,” said Peter.

“I took the first train,” said Miss Dunn.

“You should have told me, Clara.”

“There was no time, Mr. Voss.”

He laughed. Clara sat down beside him. The miller came in, and the miller shook his head.

“Who is the boy in the yard?” asked the miller.

CHAPTER II

Tom Voss was in the yard. Tom was nine. He had a dog, and he threw it a stick.

“Come in, Tom,” said Clara Dunn.

“I will not,” said Tom. “The dog wants to play.”

Mrs. Voss called from the house. She had made a cake. Mrs. Voss was never late with her cakes.
"""


@cache
def chained() -> Document:
    """The story with its chains."""
    return namesakes.load().coreference(singletons=True)(Document(id="mill", text=STORY))


@cache
def cast() -> Cast:
    """The cast of the story."""
    return namesakes.cast(chained())
