"""Archives whose bytes depend on nothing but the files in them."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path


def tar(folder, prefix, epoch, compressed=True):
    """The bytes of a tar of a folder: sorted, owned by root, with one time for all."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(Path(folder).rglob("*"), key=lambda each: each.as_posix()):
            name = f"{prefix}/{path.relative_to(folder).as_posix()}" if prefix else path.relative_to(folder).as_posix()
            info = archive.gettarinfo(path, name)
            # A second name of the same file would depend on the order of links on this disk.
            if info.islnk():
                info.type, info.linkname, info.size = tarfile.REGTYPE, "", path.stat().st_size
            info.uid, info.gid = OWNERS.get(name, (0, 0))
            info.uname = info.gname = ""
            info.mtime = epoch
            if info.isreg():
                with path.open("rb") as file:
                    archive.addfile(info, file)
            else:
                archive.addfile(info)
    return zipped(buffer.getvalue()) if compressed else buffer.getvalue()


# Folders of the image that belong to the user who runs the program.
OWNERS = {"data": (65532, 65532)}


def zipped(data):
    """Gzip without a name and a time."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=9, mtime=0) as file:
        file.write(data)
    return buffer.getvalue()


def write_zip(files, path, time):
    """A zip of `files`, a list of names with bytes and mode; every file has the same time, a tuple of six numbers."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data, mode in files:
            info = zipfile.ZipInfo(name, time)
            info.create_system = 3
            info.external_attr = (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
