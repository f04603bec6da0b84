"""PDFs for tests."""

from collections.abc import Iterable, Sequence

Line = tuple[float, float, str]
"""Where a line of text begins on a page, from the left and from below, in points, and what it says."""


def pdf(text: str) -> bytes:
    """A PDF of one page with a line of text, written by hand."""
    return laid_out([[(72, 720, text)]])


def laid_out(pages: Iterable[Sequence[Line]]) -> bytes:
    """A PDF whose pages have these lines, in Courier, whose letters are 6 points wide."""
    contents = ["\n".join(f"BT /F1 10 Tf {x} {y} Td ({text}) Tj ET" for x, y, text in lines) for lines in pages]
    numbers = range(4, 4 + 2 * len(contents), 2)
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(contents)}>>",
        f"<</Type/Font/Subtype/Type1/BaseFont/Courier/FirstChar 32/LastChar 126/Widths[{'600 ' * 95}]>>",
    ]
    for number, content in zip(numbers, contents, strict=True):
        resources = "<</Font<</F1 3 0 R>>>>"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {number + 1} 0 R/Resources{resources}>>"
        )
        objects.append(f"<</Length {len(content)}>>stream\n{content}\nendstream")
    data, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(data))
        data += f"{number} 0 obj{each} endobj\n".encode()
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, len(data)
    )  # fmt: skip
    return data + end


def column(x: float, y: float, lines: Sequence[str], leading: float = 12) -> list[Line]:
    """Lines one below the other; a line that is nothing leaves a gap."""
    return [(x, y - leading * number, line) for number, line in enumerate(lines) if line]
