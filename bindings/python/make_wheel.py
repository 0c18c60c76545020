"""Writes a wheel: make_wheel.py LIBRARY VERSION FOLDER (scripts/build-wheel calls it).

A wheel is a zip file of the package with three files that describe it. The shared libraries that not every system has
(Fathom, fmt, zstd) go with libtesuji, which looks for them beside itself.
"""

from __future__ import annotations

import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
BUNDLED = ("libfathom.so", "libfmt.so", "libzstd.so")


def libraries(library: Path) -> dict[str, Path]:
    """libtesuji and what has to go with it, by the names under which they are loaded."""
    found = {"libtesuji.so.1": library}
    for line in subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout.splitlines():
        match = re.match(r"\s*(\S+) => (/\S+)", line)
        if match and match[1].startswith(BUNDLED):
            found[match[1]] = Path(match[2])
    return found


def tag() -> str:
    """The platform: it runs where the C library is at least as new as here."""
    name, version = platform.libc_ver()
    machine = platform.machine()
    if name != "glibc":
        return f"py3-none-linux_{machine}"
    major, minor = version.split(".")[:2]
    return f"py3-none-manylinux_{major}_{minor}_{machine}"


def main(library: Path, version: str, folder: Path) -> Path:
    info = f"tesuji-{version}.dist-info"
    files: dict[str, bytes] = {}
    for path in sorted((HERE / "tesuji").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            files["tesuji/" + path.name] = path.read_bytes()
    for name, path in libraries(library).items():
        files["tesuji/lib/" + name] = path.read_bytes()
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: tesuji\nVersion: {version}\n"
        "Summary: The best move in chess, shogi, Connect 4, Othello and Go's life and death\n"
        "License: MIT\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n"
        + (HERE / "README.md").read_text(encoding="utf-8")
    ).encode()
    files[f"{info}/LICENSE"] = (HERE.parent.parent / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tesuji\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"tesuji-{version}-{tag()}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same files make the same wheel
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: make_wheel.py LIBRARY VERSION FOLDER")
    print(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
