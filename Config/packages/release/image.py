"""An OCI image as a layout folder, made without a container engine: Debian's libraries, the program, nothing else."""

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from time import gmtime, strftime

from .archives import tar, zipped
from .libraries import owner

# Beside the libraries: authorities for TLS, and time zones.
FURTHER = ["ca-certificates", "tzdata"]
USER = 65532


def build(program, facts, libraries, shared, bill, work, out):
    system = work / "system"
    system.mkdir()
    unpack_libraries(libraries, system)
    complete(system)
    own = work / "own"
    (own / "usr/bin").mkdir(parents=True)
    shutil.copy2(program, own / "usr/bin/usher")
    (own / "usr/share/doc").mkdir(parents=True)
    shutil.copytree(shared / "licences", own / "usr/share/doc/usher/licences")
    shutil.copy(bill, own / "usr/share/doc/usher" / bill.name)
    (own / "srv/usher").mkdir(parents=True)
    (own / "data").mkdir()
    (own / "tmp").mkdir()
    (own / "tmp").chmod(0o1777)
    (own / "data").chmod(0o700)

    layout = out / "usher-image"
    if layout.exists():
        shutil.rmtree(layout)
    blobs = layout / "blobs/sha256"
    blobs.mkdir(parents=True)

    def blob(data, kind):
        digest = hashlib.sha256(data).hexdigest()
        (blobs / digest).write_bytes(data)
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data)}

    layers, differences = [], []
    for folder in (system, own):
        plain = tar(folder, "", facts.epoch, compressed=False)
        differences.append(f"sha256:{hashlib.sha256(plain).hexdigest()}")
        layers.append(blob(zipped(plain), "application/vnd.oci.image.layer.v1.tar+gzip"))
    created = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(facts.epoch))
    labels = {
        "org.opencontainers.image.title": "usher", "org.opencontainers.image.version": facts.version,
        "org.opencontainers.image.revision": facts.commit,
    }
    configuration = {
        "created": created, "architecture": facts.image_machine, "os": "linux",
        "config": {
            "User": f"{USER}:{USER}", "WorkingDir": "/srv/usher", "ExposedPorts": {"8080/tcp": {}},
            "Env": [
                "PATH=/usr/bin", "USHER_SERVER_HOST=0.0.0.0", "USHER_STORAGE_PATH=/data/usher.sqlite", "USHER_LOG_FORMAT=json"],
            "Entrypoint": ["/usr/bin/usher"], "Cmd": ["serve"], "Volumes": {"/data": {}}, "StopSignal": "SIGTERM",
            "Labels": labels,
            # Not of the OCI specification; engines that know Docker's format run it.
            "Healthcheck": {"Test": ["CMD", "/usr/bin/usher", "health"], "Interval": 10_000_000_000, "Timeout": 5_000_000_000},
        },
        "rootfs": {"type": "layers", "diff_ids": differences},
        "history": [
            {"created": created, "created_by": "libraries of Debian"}, {"created": created, "created_by": "usher"}],
    }
    described = blob(encoded(configuration), "application/vnd.oci.image.config.v1+json")
    manifest = blob(
        encoded({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": described,
            "layers": layers, "annotations": labels}), "application/vnd.oci.image.manifest.v1+json")
    manifest["platform"] = {"architecture": facts.image_machine, "os": "linux"}
    manifest["annotations"] = {"org.opencontainers.image.ref.name": facts.version}
    (layout / "index.json").write_bytes(encoded({"schemaVersion": 2, "manifests": [manifest]}))
    (layout / "oci-layout").write_bytes(encoded({"imageLayoutVersion": "1.0.0"}))
    return layout


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def unpack_libraries(libraries, system):
    """Copies the libraries with the names that the loader looks for, and the licences of their packages."""
    loader = Path(libraries.loader)
    files = {**libraries.paths, loader.name: str(loader)}
    packages = set(libraries.packages) | {owner(str(loader)) or "libc6"}
    # Names of users and hosts are looked up by libraries that the C library loads by name.
    folder = Path(libraries.paths["libc.so.6"]).parent
    for name in ("libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2"):
        if (folder / name).exists():
            files[name] = str(folder / name)
    for name, path in sorted(files.items()):
        target = system / path.removeprefix("/") if name == loader.name else system / "usr/lib/usher" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(os.path.realpath(path), target)
        target.chmod(0o755)
    (system / "etc").mkdir(exist_ok=True)
    for package in sorted(packages | set(FURTHER)):
        source = Path(f"/usr/share/doc/{package}/copyright")
        if source.exists():
            target = system / "usr/share/doc" / package / "copyright"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def complete(system):
    """Adds what programs expect of a system: the cache of the loader, names, authorities, time zones."""
    (system / "etc/ld.so.conf").write_text("/usr/lib/usher\n")
    subprocess.run(["ldconfig", "-r", system], check=True, stderr=subprocess.DEVNULL)
    # The cache of ldconfig for a folder of symbolic links would differ with the order of reading; the loader does without.
    shutil.rmtree(system / "var", ignore_errors=True)
    (system / "etc/passwd").write_text(f"root:x:0:0:root:/:/sbin/nologin\nusher:x:{USER}:{USER}:Usher:/srv/usher:/sbin/nologin\n")
    (system / "etc/group").write_text(f"root:x:0:\nusher:x:{USER}:\n")
    (system / "etc/nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files dns\n")
    authorities = sorted(Path("/usr/share/ca-certificates/mozilla").glob("*.crt"))
    if not authorities:
        raise SystemExit("The image needs certificate authorities:\n  apt-get install ca-certificates")
    bundle = system / "etc/ssl/certs/ca-certificates.crt"
    bundle.parent.mkdir(parents=True)
    bundle.write_bytes(b"".join(path.read_bytes().rstrip(b"\n") + b"\n" for path in authorities))
    zones = Path("/usr/share/zoneinfo")
    if not zones.exists():
        raise SystemExit("The image needs time zones:\n  apt-get install tzdata")
    shutil.copytree(zones, system / "usr/share/zoneinfo", symlinks=True, ignore=shutil.ignore_patterns("right", "posix"))
    for link in list((system / "usr/share/zoneinfo").rglob("*")):
        # Links to /etc name the zone of this machine.
        if link.is_symlink() and os.readlink(link).startswith("/"):
            link.unlink()
