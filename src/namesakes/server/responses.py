"""What every address may answer beside what it is for, as the schema says it."""

from typing import Any, Final

from namesakes.server import schemas
from namesakes.server.problems import PROBLEM

RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": schemas.Problem, "description": said, "content": {PROBLEM: {}}}
    for status, said in {
        401: "The server wants a token.",
        403: "Another site sent this, the header is missing, or the server only reads.",
        404: "There is nothing of this id.",
        408: "The request did not come to its end.",
        413: "More than the server takes at once.",
        414: "The address is too long.",
        421: "The server is not called so.",
        422: "The request cannot be understood.",
        429: "Too many requests at once.",
        500: "The store is damaged, or something went wrong.",
        503: "The store is gone, or another process works on it.",
        504: "It takes too long.",
    }.items()
}
REFUSED: Final = {
    **RESPONSES,
    409: {**RESPONSES[404], "description": "It contradicts what is so, or comes too late."},
}
"""The same of what may contradict something."""
