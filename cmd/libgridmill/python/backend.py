"""Builds the wheel: the package, the library and the program. It needs Go and a C compiler.

pip calls build_wheel when it installs this folder, and `make wheel` runs this file. It uses only the standard
library.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[2]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Build the wheel in a directory, and return its name (PEP 517)."""
    release = os.environ.get("VERSION") or git_version()
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    with tempfile.TemporaryDirectory() as folder:
        suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
        exe = ".exe" if sys.platform == "win32" else ""
        library, program = os.path.join(folder, "libgridmill" + suffix), os.path.join(folder, "gridmill" + exe)
        go_build(release, "./cmd/libgridmill", library, "-buildmode=c-shared", cgo="1")
        go_build(release, "./cmd/gridmill", program, cgo="0")
        platform = platform_of(library)
        stem = f"gridmill-{python_version(release)}"
        name = f"{stem}-py3-none-{platform}.whl"
        with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as archive:
            wheel = Wheel(archive, stem)
            for path in sorted((HERE / "gridmill").iterdir()):
                if path.suffix == ".py" or path.name == "py.typed":
                    wheel.add(f"gridmill/{path.name}", path.read_bytes())
            wheel.add(f"gridmill/libgridmill{suffix}", pathlib.Path(library).read_bytes())
            wheel.add(f"{stem}.data/scripts/gridmill{exe}", pathlib.Path(program).read_bytes(), mode=0o755)
            wheel.add(f"{stem}.dist-info/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
            wheel.add(f"{stem}.dist-info/METADATA", metadata(project, stem).encode())
            wheel.add(f"{stem}.dist-info/WHEEL", f"Wheel-Version: 1.0\nGenerator: gridmill\nRoot-Is-Purelib: false\nTag: py3-none-{platform}\n".encode())
            wheel.finish()
    return name


class Wheel:
    """A wheel that is being written, and the record of its files."""

    def __init__(self, archive, stem):
        self.archive, self.record = archive, f"{stem}.dist-info/RECORD"
        self.lines = []

    def add(self, name, content, mode=0o644):
        self._write(name, content, mode)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.lines.append(f"{name},sha256={digest},{len(content)}\n")

    def finish(self):
        self._write(self.record, ("".join(self.lines) + self.record + ",,\n").encode(), 0o644)

    def _write(self, name, content, mode):
        info = zipfile.ZipInfo(name)  # with a fixed date, so that the same sources produce the same wheel
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(info, content)


def metadata(project, stem):
    lines = ["Metadata-Version: 2.4", "Name: gridmill", f"Version: {stem.partition('-')[2]}", f"Summary: {project['description']}"]
    lines += [f"License-Expression: {project['license']}", "License-File: LICENSE", f"Keywords: {','.join(project['keywords'])}"]
    lines += [f"Requires-Python: {project['requires-python']}", *(f"Requires-Dist: {d}" for d in project["dependencies"])]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", (HERE / project["readme"]).read_text()])


def go_build(release, package, to, *flags, cgo):
    """Build a Go package, stripped and without local paths."""
    command = ["go", "build", "-trimpath", "-ldflags", f"-s -w -X github.com/gridmill/gridmill/cmd/internal/build.release={release}", *flags, "-o", to, package]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "CGO_ENABLED": cgo}, check=True)


def git_version():
    """Return the version, as in the Makefile."""
    try:
        command = ["git", "describe", "--tags", "--always", "--dirty"]
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "0"


def python_version(release):
    """Return a version in Python's form: 1.2.3, 1.2.3+4.g567 after a release, or 0+g567 without a release."""
    tag = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:-(.+))?", release)
    base, rest = (tag[1], tag[2]) if tag else ("0", "g" + release)
    return base + ("+" + re.sub(r"[^a-zA-Z0-9]+", ".", rest).strip(".") if rest else "")


def platform_of(library):
    """Return the platform tag of the library. On Linux, it depends on the C library."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = re.findall(rb"GLIBC_2\.(\d+)", pathlib.Path(library).read_bytes())
    if platform.startswith("linux_") and needed:
        return f"manylinux_2_{max(17, *map(int, needed))}_{platform[len('linux_'):]}"
    return platform


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
