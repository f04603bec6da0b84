"""The client: a server of Namesakes, asked from Python with nothing but the standard library."""

from namesakes.client.client import Client
from namesakes.errors import ServerError, UnreachableError

__all__ = ["Client", "ServerError", "UnreachableError"]
