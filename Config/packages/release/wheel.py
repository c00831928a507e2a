"""A Python wheel that carries the program, for `pip install`."""

import base64
import hashlib
import shutil
import time

from .archives import write_zip
from .facts import DESCRIPTION, SUMMARY

STARTER = '''"""Usher: conversation flows for businesses. This package carries the program; `usher` starts it."""

import os
import sys
from pathlib import Path


def main():
    """Becomes the program, with the words of the command line."""
    program = Path(__file__).resolve().parent / "bin" / "usher"
    try:
        os.execv(program, ["usher", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"usher cannot be started: {error.strerror}. Install the package again.")
'''

MODULE = '''from . import main

main()
'''


def build(program, facts, libraries, shared, bill, work, out):
    package = work / "usher"
    (package / "bin").mkdir(parents=True)
    copy = package / "bin/usher"
    shutil.copy2(program, copy)
    libraries.bundle(copy, package / "lib", "../lib")
    (package / "__init__.py").write_text(STARTER)
    (package / "__main__.py").write_text(MODULE)
    tag = f"py3-none-manylinux_2_36_{facts.machine}"
    information = f"usher-{facts.wheel_version}.dist-info"
    files = []
    for path in sorted(package.rglob("*"), key=lambda each: each.as_posix()):
        if path.is_file():
            mode = 0o755 if path == copy else 0o644
            files.append((path.relative_to(work).as_posix(), path.read_bytes(), mode))
    for path in sorted((shared / "licences").rglob("*")):
        if path.is_file():
            name = f"{information}/licenses/{path.relative_to(shared / 'licences').as_posix()}"
            files.append((name, path.read_bytes(), 0o644))
    files.append((f"{information}/sboms/{bill.name}", bill.read_bytes(), 0o644))
    texts = {
        "METADATA": (
            f"Metadata-Version: 2.1\nName: usher\nVersion: {facts.wheel_version}\nSummary: {SUMMARY}\n"
            f"Requires-Python: >=3.8\nClassifier: Operating System :: POSIX :: Linux\n"
            f"Description-Content-Type: text/markdown\n\n# Usher\n\n{DESCRIPTION}\n\n`usher dev` starts a bot on this machine.\n"),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: usher\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": "[console_scripts]\nusher = usher:main\n",
        "top_level.txt": "usher\n",
    }
    for name, text in texts.items():
        files.append((f"{information}/{name}", text.encode(), 0o644))
    record = ""
    for name, data, _ in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    record += f"{information}/RECORD,,\n"
    files.append((f"{information}/RECORD", record.encode(), 0o644))
    path = out / f"usher-{facts.wheel_version}-{tag}.whl"
    write_zip(files, path, time.gmtime(facts.epoch)[:6])
    return path
