"""A relocatable tar.gz: unpack it anywhere and run bin/usher."""

import shutil

from .archives import tar
from .facts import ROOT


def build(program, facts, libraries, shared, bill, work, out):
    name = f"usher-{facts.version}-linux-{facts.machine}"
    folder = work / name
    (folder / "bin").mkdir(parents=True)
    copy = folder / "bin/usher"
    shutil.copy2(program, copy)
    libraries.bundle(copy, folder / "lib/usher", "../lib/usher")
    shutil.copytree(shared / "man", folder / "share/man")
    completions = shared / "completions"
    for source, target in [
        ("usher.bash", "share/bash-completion/completions/usher"), ("_usher", "share/zsh/site-functions/_usher"),
        ("usher.fish", "share/fish/vendor_completions.d/usher.fish"),
    ]:
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(completions / source, folder / target)
    documents = folder / "share/doc/usher"
    shutil.copytree(shared / "licences", documents / "licences")
    shutil.copy(bill, documents / bill.name)
    shutil.copytree(ROOT / "Docs", documents / "Docs", ignore=shutil.ignore_patterns("Examples"))
    for file in ("README.md", "CHANGELOG.md"):
        shutil.copy(ROOT / file, documents / file)
    shutil.copytree(ROOT / "Config/deploy", documents / "deploy")
    path = out / f"{name}.tar.gz"
    path.write_bytes(tar(folder, name, facts.epoch))
    return path
