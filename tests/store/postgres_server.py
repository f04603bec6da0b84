"""A PostgreSQL server of the tests' own, where its binaries are installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def binaries() -> Path | None:
    """The folder with `initdb` and `pg_ctl`, the newest version first."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: -int(path.parts[-3]))
    found = shutil.which("initdb")
    return versions[0].parent if versions else Path(found).parent if found else None


def reason() -> str:
    """Why no server can be started; nothing where one can."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "the extra 'postgres' is not installed"
    if binaries() is None:
        return "the binaries of PostgreSQL are not installed"
    if os.name != "posix":
        return "the tests start PostgreSQL on POSIX systems only"
    if os.geteuid() == 0 and not (_postgres() and shutil.which("setpriv")):
        return "PostgreSQL does not run as root, and there is no user 'postgres' to run it as"
    return ""


def _postgres() -> bool:
    import pwd

    return any(user.pw_name == "postgres" for user in pwd.getpwall())


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that lives as long as the context, on a socket that only this machine can see."""
    folder = Path(tempfile.mkdtemp(prefix="namesakes-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        _run("initdb", "-D", str(data), "-E", "UTF8", "--locale=C", "-A", "trust", "-U", "tester", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        _run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://tester@/postgres?host={folder}"
        finally:
            _run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: str, *arguments: str) -> None:
    folder = binaries()
    assert folder is not None
    as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_postgres, str(folder / program), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL,  # the server would keep a pipe open
        stderr=subprocess.STDOUT,
        cwd="/",
        env={**os.environ, "LC_ALL": "C"},
    )
    assert done.returncode == 0, f"{program}: {(done.stdout or b'').decode()}"
