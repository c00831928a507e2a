"""The Debian package: program, systemd unit and socket, nginx site, man pages, completions, licences."""

import os
import re
import shutil
import subprocess
from time import gmtime, strftime

from .archives import zipped
from .facts import DESCRIPTION, ROOT, SUMMARY

SCRIPTS = ROOT / "Config/packages/debian"
# The vendor of a package names its maintainer; this address receives nothing.
MAINTAINER = "{} <{}>".format(os.environ.get("DEBFULLNAME", "Usher"), os.environ.get("DEBEMAIL", "usher@localhost"))


def build(program, facts, libraries, shared, bill, work, out):
    def put(source, path, mode=0o644):
        target = work / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(mode)

    put(program, "usr/bin/usher", 0o755)
    for name in ("usher.service", "usher.socket"):
        text = (ROOT / "Config/deploy" / name).read_text().replace("/usr/local/bin/usher", "/usr/bin/usher")
        target = work / "lib/systemd/system" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    put(ROOT / "Config/deploy/nginx.conf", "etc/nginx/sites-available/usher")
    for name in ("prometheus-rules.yaml", "grafana-dashboard.json"):
        put(ROOT / "Config/deploy" / name, f"usr/share/usher/{name}")
    shutil.copytree(shared / "man", work / "usr/share/man")
    # Completions are read by the shell, not run.
    completion = (shared / "completions/usher.bash").read_text()
    target = work / "usr/share/bash-completion/completions/usher"
    target.parent.mkdir(parents=True)
    target.write_text(completion.removeprefix("#!/bin/bash\n").lstrip())
    put(shared / "completions/_usher", "usr/share/zsh/vendor-completions/_usher")
    put(shared / "completions/usher.fish", "usr/share/fish/vendor_completions.d/usher.fish")
    documents = work / "usr/share/doc/usher"
    shutil.copytree(shared / "licences", documents / "licences")
    shutil.copytree(ROOT / "Docs", documents / "Docs", ignore=shutil.ignore_patterns("Examples"))
    put(bill, f"usr/share/doc/usher/{bill.name}")
    put(ROOT / "README.md", "usr/share/doc/usher/README.md")
    (documents / "changelog.gz").write_bytes(zipped((ROOT / "CHANGELOG.md").read_bytes()))
    entry = (
        f"usher ({facts.debian_version}) unstable; urgency=medium\n\n  * See changelog.gz.\n\n"
        f" -- {MAINTAINER}  {strftime('%a, %d %b %Y %H:%M:%S +0000', gmtime(facts.epoch))}\n")
    (documents / "changelog.Debian.gz").write_bytes(zipped(entry.encode()))
    (documents / "copyright").write_text(copyright(facts, libraries))
    control = work / "DEBIAN"
    control.mkdir()
    size = sum(path.stat().st_size for path in work.rglob("*") if path.is_file() and not path.is_symlink()) // 1024
    (control / "control").write_text(
        f"Package: usher\nVersion: {facts.debian_version}\nArchitecture: {facts.debian_machine}\n"
        f"Maintainer: {MAINTAINER}\nInstalled-Size: {size}\nDepends: {libraries.debian_dependencies()}, ca-certificates, procps, tzdata\n"
        f"Suggests: nginx-light | nginx\nSection: web\nPriority: optional\n"
        f"Description: {SUMMARY}\n{folded(DESCRIPTION)}\n")
    (control / "conffiles").write_text("/etc/nginx/sites-available/usher\n")
    for script in ("postinst", "prerm", "postrm"):
        shutil.copyfile(SCRIPTS / script, control / script)
        (control / script).chmod(0o755)
    sums = ""
    for path in sorted(work.rglob("*")):
        if path.is_file() and control not in path.parents:
            sums += f"{digest(path)}  {path.relative_to(work).as_posix()}\n"
    (control / "md5sums").write_text(sums)
    for path in work.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (facts.epoch, facts.epoch), follow_symlinks=False)
    path = out / f"usher_{facts.debian_version}_{facts.debian_machine}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", work, path], check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(facts.epoch)})
    return path


def digest(path):
    import hashlib

    return hashlib.md5(path.read_bytes()).hexdigest()


def folded(text):
    import textwrap

    return "\n".join(" " + line for line in textwrap.wrap(text, 76))


def copyright(facts, libraries):
    """The machine-readable file of Debian: ours, and a paragraph for each package that is linked in."""
    from .sbom import checkout, identifier

    text = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: usher\n\n"
        f"Files: *\nCopyright: {strftime('%Y', gmtime(facts.epoch))} the authors of Usher\nLicense: Usher\n See the terms under which you received this package.\n")
    for name, version in facts.packages:
        licence = identifier(checkout(name))
        text += f"\nFiles: usr/bin/usher\nComment: contains {name} {version}\nCopyright: the authors of {name}\nLicense: {licence}\n"
    for licence, place in (("Apache-2.0", "/usr/share/common-licenses/Apache-2.0"), ("MIT", "licences/yams/LICENSE")):
        text += f"\nLicense: {licence}\n The text is in {place};\n each package's own text and notices are in /usr/share/doc/usher/licences.\n"
    return text
