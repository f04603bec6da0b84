"""Office files and e-books for tests."""

import io
import zipfile
from collections.abc import Mapping

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
ODT_TYPE = "application/vnd.oasis.opendocument.text"
_CONTAINER = """<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return stream.getvalue()


def odt(body: str, meta: str = "", **parts: str) -> bytes:
    """An ODT with this body, in XML, and these metadata."""
    names = (
        f'xmlns:office="{OFFICE}:office:1.0" xmlns:text="{OFFICE}:text:1.0" xmlns:table="{OFFICE}:table:1.0" '
        f'xmlns:draw="{OFFICE}:drawing:1.0" xmlns:meta="{OFFICE}:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    )
    content = f"<office:document-content {names}><office:body><office:text>{body}</office:text></office:body>"
    said = f"<office:document-meta {names}><office:meta>{meta}</office:meta></office:document-meta>"
    return archive(
        {"mimetype": ODT_TYPE, "content.xml": f"{content}</office:document-content>", "meta.xml": said, **parts}
    )


def epub(chapters: Mapping[str, str], metadata: str = "", spine: str | None = None, **parts: str) -> bytes:
    """An EPUB with these chapters, by name; the spine is their order."""
    items = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in chapters)
    order = spine if spine is not None else "".join(f'<itemref idref="{name}"/>' for name in chapters)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0">'
        f"<metadata>{metadata}</metadata><manifest>{items}"
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>'
        f'<spine><itemref idref="nav"/>{order}</spine></package>'
    )
    pages = {f"OPS/{name}.xhtml": page(name, body) for name, body in chapters.items()}
    fixed = {"mimetype": "application/epub+zip", "META-INF/container.xml": _CONTAINER, "OPS/book.opf": package}
    return archive({**fixed, "OPS/nav.xhtml": page("nav", "<nav><a>One</a></nav>"), **pages, **parts})


def page(title: str, body: str) -> str:
    """A page in XHTML."""
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title></head><body>{body}</body></html>'
