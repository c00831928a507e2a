"""The shared libraries that the program loads, and the Debian packages that they belong to."""

import os
import re
import shutil
import subprocess
from pathlib import Path

# Parts of the C library, which every system has; a copy of them would not work with another kernel's loader.
SYSTEM = re.compile(r"^(ld-linux|libc|libm|libdl|libpthread|librt|libresolv|libutil|libnsl|libanl)[-.]")


def owner(path):
    """The Debian package that a file belongs to; `None` outside Debian and its descendants."""
    for candidate in dict.fromkeys([str(path), os.path.realpath(path)]):
        # Before the merge of /lib into /usr, packages listed files under /lib.
        for name in (candidate, candidate.removeprefix("/usr"), "/usr" + candidate):
            found = subprocess.run(["dpkg-query", "-S", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            if found.returncode == 0:
                return found.stdout.split(":")[0]
    return None


def debian_version(package):
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], check=True, stdout=subprocess.PIPE, text=True)
    return found.stdout.strip()


class Libraries:
    def __init__(self, program):
        """Reads what the dynamic loader would load for a program, with all that its libraries load in turn."""
        output = subprocess.run(["ldd", program], check=True, stdout=subprocess.PIPE, text=True).stdout
        missing = re.findall(r"^\s*(\S+) => not found", output, re.M)
        if missing:
            raise SystemExit(f"The program needs {', '.join(missing)}, which this machine does not have.")
        self.paths = {name: path for name, path in re.findall(r"^\s*(\S+) => (/\S+)", output, re.M)}
        self.loader = re.search(r"^\s*(/\S*ld-linux\S*)", output, re.M).group(1)
        needed = subprocess.run(["patchelf", "--print-needed", program], check=True, stdout=subprocess.PIPE, text=True)
        self.direct = needed.stdout.split()
        self.packages = {}
        for name, path in sorted(self.paths.items()):
            package = owner(path)
            if package:
                self.packages.setdefault(package, []).append(name)

    def bundled(self):
        """Name and path of each library that a relocatable package carries: all but the C library."""
        return {name: path for name, path in sorted(self.paths.items()) if not SYSTEM.match(name)}

    def bundle(self, program, into, path):
        """Copies the program, and its libraries into a folder, so that the one finds the others wherever they lie.

        - program: the copy of the program, which is changed
        - into: the folder of the libraries
        - path: the folder of the libraries as seen from that of the program
        """
        into.mkdir(parents=True)
        for name, source in self.bundled().items():
            copy = into / name
            shutil.copyfile(os.path.realpath(source), copy)
            copy.chmod(0o755)
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", copy], check=True)
        subprocess.run(["patchelf", "--force-rpath", "--set-rpath", f"$ORIGIN/{path}", program], check=True)

    def debian_dependencies(self):
        """What a Debian package declares: the packages of the libraries that the program itself names."""
        # libcurl4 and its like carry t64 in their names where time_t was widened; those provide the old names.
        minimum = {"libcurl4": " (>= 7.88)", "libsqlite3-0": " (>= 3.40)", "libc6": " (>= 2.36)"}
        found = sorted({package for name in self.direct if name in self.paths for package in [owner(self.paths[name])] if package})
        return ", ".join(package.removesuffix("t64") + minimum.get(package.removesuffix("t64"), "") for package in found)
