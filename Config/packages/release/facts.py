"""What all packages say of the release: version, time, architecture."""

import hashlib
import os
import platform
import subprocess
from functools import cached_property
from pathlib import Path
from time import gmtime, strftime

ROOT = Path(__file__).resolve().parents[3]

HOMEPAGE = "https://www.swift.org"
SUMMARY = "conversation flows for businesses"
DESCRIPTION = (
    "A business writes its conversations as text files. Usher checks them, runs them for every customer and talks Apple "
    "Messages for Business and a web chat, with one program and one SQLite file. A simulated Apple is included."
)


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


class Facts:
    """The facts of one release; times come from the commit, so that the same commit gives the same packages."""

    def __init__(self, program):
        self.version = subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[0]
        self.commit = git("rev-parse", "HEAD")
        self.epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))
        self.stamp = os.environ.get("USHER_PACKAGE_STAMP") or strftime("%Y%m%d%H%M%S", gmtime(self.epoch))
        # What `Packages` of dpkg, wheels and images call the processor.
        self.machine = platform.machine()
        self.debian_machine = {"x86_64": "amd64", "aarch64": "arm64"}[self.machine]
        self.image_machine = self.debian_machine

    @property
    def debian_version(self):
        """A later commit of the same version replaces an earlier one."""
        return f"{self.version}+{self.stamp}.{self.commit[:8]}"

    @property
    def wheel_version(self):
        return f"{self.version}+{self.stamp}.{self.commit[:8]}"

    @cached_property
    def packages(self):
        """Name and version of each Swift package that the program may contain."""
        lines = (ROOT / ".ci/package-versions").read_text().splitlines()
        return [tuple(line.split()) for line in lines if line and not line.startswith("#")]

    def write_checksums(self, out):
        """Writes SHA256SUMS for all files of `out`; those of the image's folder are in its own index."""
        lines = []
        for path in sorted(out.iterdir()):
            if path.is_file() and path.name != "SHA256SUMS":
                lines.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
        (out / "SHA256SUMS").write_text("".join(lines))
