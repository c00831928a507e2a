"""The licences of all that the program contains or loads, and the bill of materials in SPDX 2.3."""

import hashlib
import json
import re
import shutil
import subprocess
import uuid
from pathlib import Path
from time import gmtime, strftime

from .facts import ROOT
from .libraries import debian_version

CHECKOUTS = ROOT / ".build-release/checkouts"

# The page of the studio, and the editor in it, if it was fetched before the build.
STUDIO = ROOT / "Sources/Studio/StudioPage/Assets"
EDITOR = STUDIO / "fetched"

# What Swift links into the program beside the packages. The data of ICU are Unicode's.
RUNTIME = [("swift-runtime", "Apache-2.0 WITH Swift-exception"), ("swift-foundation-icu", "Unicode-3.0")]


def checkout(name):
    for folder in (CHECKOUTS, ROOT / ".build/checkouts"):
        for path in folder.glob("*"):
            if path.name.lower() == name:
                return path
    raise SystemExit(f"The sources of {name} are not here; build the program once, then try again.")


def licence_files(folder):
    files = [path for path in folder.iterdir() if re.match(r"(LICEN[SC]E|NOTICE|COPYING)", path.name, re.I)]
    if not any(path.name.upper().startswith(("LICEN", "COPYING")) for path in files):
        raise SystemExit(f"{folder.name} has no licence file; a package may not be shipped without it.")
    return sorted(files)


def identifier(folder):
    """The SPDX identifier of a licence, by its own first words."""
    text = " ".join(path.read_text(errors="replace") for path in licence_files(folder) if path.name.upper().startswith("LICEN"))
    if "Apache License" in text:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    raise SystemExit(f"The licence of {folder.name} is neither Apache's nor MIT's; add it to Config/packages/release/sbom.py.")


def swift_version():
    output = subprocess.run(["swift", "--version"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return re.search(r"Swift version (\S+)", output.stdout).group(1)


def swift_licence():
    swift = Path(subprocess.run(["readlink", "-f", shutil.which("swift")], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
    for path in (swift.parents[1] / "share/swift/LICENSE.txt", swift.parents[2] / "share/swift/LICENSE.txt"):
        if path.exists():
            return path
    raise SystemExit("The licence of the Swift runtime is not beside the compiler, where it is expected.")


def write_licences(facts, libraries, folder):
    for name, _ in facts.packages:
        target = folder / name
        target.mkdir(parents=True)
        for path in licence_files(checkout(name)):
            shutil.copyfile(path, target / path.name)
    if (EDITOR / "package").exists():
        (folder / "codemirror").mkdir()
        shutil.copyfile(STUDIO / "licences.txt", folder / "codemirror/LICENSE.txt")
        shutil.copyfile(EDITOR / "bundle-licence.txt", folder / "codemirror/bundle-LICENSE.txt")
    (folder / "swift-runtime").mkdir()
    shutil.copyfile(swift_licence(), folder / "swift-runtime/LICENSE.txt")
    for package in sorted(libraries.packages):
        source = Path(f"/usr/share/doc/{package}/copyright")
        if source.exists():
            target = folder / "debian" / package
            target.mkdir(parents=True)
            shutil.copyfile(source, target / "copyright")


def write(facts, libraries, out):
    """Writes the bill of materials and returns its path."""
    def package(key, name, version, licence, **more):
        return {
            "SPDXID": f"SPDXRef-{key}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more,
        }

    def reference(kind):
        return [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": kind}]

    packages = [package("usher", "usher", facts.version, "NOASSERTION", primaryPackagePurpose="APPLICATION")]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-usher")]
    for name, version in facts.packages:
        key = f"swift-{re.sub('[^A-Za-z0-9.-]', '-', name)}"
        packages.append(
            package(key, name, version, identifier(checkout(name)), externalRefs=reference(f"pkg:swift/{name}@{version}")))
        relations.append(("SPDXRef-usher", "STATIC_LINK", f"SPDXRef-{key}"))
    if (EDITOR / "package").exists():
        name, version, _ = (EDITOR / "package").read_text().split()
        packages.append(
            package(
                "codemirror", "codemirror", "6", "MIT", comment=f"Taken from {name} {version}",
                externalRefs=reference(f"pkg:pypi/{name}@{version}")))
        relations.append(("SPDXRef-usher", "CONTAINS", "SPDXRef-codemirror"))
    for name, licence in RUNTIME:
        packages.append(package(f"runtime-{name}", name, swift_version(), licence))
        relations.append(("SPDXRef-usher", "STATIC_LINK", f"SPDXRef-runtime-{name}"))
    for name in sorted(libraries.packages):
        key = f"debian-{re.sub('[^A-Za-z0-9.-]', '-', name)}"
        version = debian_version(name)
        packages.append(
            package(
                key, name, version, "NOASSERTION", comment=f"Libraries: {', '.join(libraries.packages[name])}",
                externalRefs=reference(f"pkg:deb/debian/{name}@{version}")))
        relations.append(("SPDXRef-usher", "DYNAMIC_LINK", f"SPDXRef-{key}"))
    content = json.dumps(packages, sort_keys=True)
    namespace = uuid.uuid5(uuid.NAMESPACE_OID, hashlib.sha256(content.encode()).hexdigest())
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"usher-{facts.version}", "documentNamespace": f"urn:uuid:{namespace}",
        "creationInfo": {
            "created": strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(facts.epoch)), "creators": ["Tool: usher-packages"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right} for left, kind, right in relations],
    }
    path = out / "usher.spdx.json"
    path.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n")
    return path
