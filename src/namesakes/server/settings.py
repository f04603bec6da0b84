"""Settings of the server: where it listens, who may ask it, and how much."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from namesakes.errors import ConfigError

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Names and addresses of this machine alone."""
_EVERYWHERE: Final = ("0.0.0.0", "::")
_SHORTEST: Final = 16


@dataclass(frozen=True)
class ServerSettings:
    """How a server listens and what its limits are.

    Parameters
    ----------
    host, port : where it listens; port 0 is any that is free.
    token : what every request of the API must name in `Authorization: Bearer`; beyond loopback there must be one.
    hosts : names that requests may call it by, besides its address.
    read_only : whether corrections are refused.
    who : in whose name corrections are made where a request does not say.
    most_bytes : of the body of a request.
    most_upload : bytes of a file, or of many texts at once.
    most_files, most_waiting : files that wait for a run, or that one takes, and their bytes together.
    run_seconds : that a run may take; then it reads no more.
    folders : the folders that runs may read, by the names that requests call them.
    most_text : characters of a text that is worked on.
    seconds : that a request may take.
    header_seconds : that a request may take until its headers are there.
    at_once : requests that are worked on at a time; further ones are told to come back.
    drain : seconds that requests have to end in when the server is told to stop.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    hosts: tuple[str, ...] = ()
    read_only: bool = False
    who: str = ""
    most_bytes: int = 256_000
    most_upload: int = 32_000_000
    most_files: int = 2_000
    most_waiting: int = 500_000_000
    run_seconds: float = 3600.0
    folders: Mapping[str, Path] = field(default_factory=dict)
    most_text: int = 20_000
    seconds: float = 30.0
    header_seconds: float = 10.0
    at_once: int = 16
    drain: float = 10.0

    def __post_init__(self) -> None:
        if not self.on_loopback and not self.token:
            raise ConfigError(
                f"others can reach {self.host}, so that the server needs a token there.\n"
                "Give it one: NAMESAKES_TOKEN=… namesakes serve, or --token-file FILE."
            )
        if self.token and (len(self.token) < _SHORTEST or not self.token.isascii() or not self.token.isprintable()):
            raise ConfigError(
                f"a token needs at least {_SHORTEST} plain characters, and no space at its ends.\n"
                'Make one with: python -c "import secrets; print(secrets.token_urlsafe())"'
            )

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host in LOOPBACK or _is_loopback(self.host)

    def knows_host(self, header: str) -> bool:
        """Whether a request means this server by its `Host`: else a foreign page leads a browser here by a name."""
        name = _host_name(header)
        if name in self.hosts or name == self.host.lower():
            return True
        if self.on_loopback:
            return name in LOOPBACK
        return self.host in _EVERYWHERE and _is_address(name)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        host = "localhost" if self.host in _EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def _host_name(header: str) -> str:
    """The name or the address in a `Host` header, without the port."""
    header = header.strip().lower()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return _is_address(name) and ip_address(name).is_loopback
