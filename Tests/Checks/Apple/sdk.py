"""The declarations of Apple's platforms, as far as Linux can have them: enough to compile for them.

They come from three sources: the toolchain's own module interfaces, retargeted; Darwin's C headers of
the PyPI package `ziglang`; and `Declarations/`, written from documentation, for what neither has.
"""
import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
DECLARATIONS = os.path.join(HERE, "Declarations")
LINUX = f"{os.uname().machine}-unknown-linux-gnu"
FRONTEND = os.path.realpath(shutil.which("swift-frontend") or "swift-frontend")
RESOURCES = os.path.join(os.path.dirname(os.path.dirname(FRONTEND)), "lib", "swift")

# A wheel with the headers that Apple publishes.
HEADERS = "ziglang==0.17.1"

# What the toolchain has, and what is declared here; each may import what stands before it.
MODULES = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "ObjectiveC", "Darwin",
    "Dispatch", "CoreFoundation", "Synchronization", "Observation", "Foundation", "Testing", "SwiftUI",
    "Network",
]
PHONE_MODULES = ["UIKit", "BackgroundTasks"]


def interface(name):
    """The file in which the toolchain declares a module for Linux."""
    return f"{RESOURCES}/linux/{name}.swiftmodule/{LINUX}.swiftinterface"


def retargeted(name, triple):
    """The toolchain's interface of a module, as it would be for Apple's platforms."""
    text = open(interface(name)).read()
    head, text = re.match(r"((?://.*\n)+)([\s\S]*)", text).groups()
    head = head.replace(LINUX, triple).replace("-disable-objc-interop ", "").replace(" -O ", " -Onone ")
    # A library for other packages would have to run on older systems than ours.
    head = head.replace("-library-level api ", "").replace("-target-min-inlining-version min ", "")
    # The copy for older systems, which these targets do not need, calls what Linux does not declare.
    text = re.sub(r"@backDeployed\([^)]*\)\s*", "", text)
    text = re.sub(r"^import Glibc$", "import Darwin", text, flags=re.M)
    if name == "Swift":
        text = without_float80(text)
    own = os.path.join(DECLARATIONS, "Modules", f"{name}.swiftinterface")
    if os.path.exists(own):
        text += "\n" + open(own).read()
    return head + text


def without_float80(text):
    """The standard library as on arm64, where the widest number with a point has 64 bits."""
    text = re.sub(r"^#if .*arch\(x86_64\).*\n(?:.*\n)*?#endif\n", "", text, flags=re.M)
    kept, lines = [], iter(text.split("\n"))
    for line in lines:
        if "Float80" not in line:
            kept.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        while kept and re.fullmatch(indent + r"@[^{}]*", kept[-1]) and "func " not in kept[-1]:
            kept.pop()
        depth = line.count("{") - line.count("}")
        while depth > 0:
            line = next(lines)
            depth += line.count("{") - line.count("}")
    text = "\n".join(kept)
    text = text.replace("self = Double(Builtin.fptrunc_FPIEEE80_FPIEEE64(value))", "self = Double(value)")
    text = text.replace("FPIEEE80", "FPIEEE64")
    # A body that only the other architectures have.
    return re.sub(
        r"(extension Swift.Float16 : Swift._ExpressibleByBuiltinFloatLiteral \{\n.*\n)(?:\s*\n)+",
        r"\1    self = Float16(Builtin.fptrunc_FPIEEE64_FPIEEE16(value))\n", text)


def declared(name, triple):
    """A module that is written here: signatures alone."""
    text = open(os.path.join(DECLARATIONS, "Modules", f"{name}.swiftinterface")).read()
    return (
        "// swift-interface-format-version: 1.0\n// swift-compiler-version: Swift version 6.3\n"
        f"// swift-module-flags: -target {triple} -enable-library-evolution -swift-version 5"
        f" -enforce-exclusivity=unchecked -module-name {name}\n" + text)


def headers(folder):
    """The folder of Darwin's C headers; only they are taken out of the wheel, and once."""
    if not os.path.isdir(folder):
        with tempfile.TemporaryDirectory() as scratch:
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
                 "--dest", scratch, HEADERS], check=True)
            wheel = zipfile.ZipFile(os.path.join(scratch, os.listdir(scratch)[0]))
            place = "ziglang/lib/libc/include/any-darwin-any/"
            wheel.extractall(scratch, [name for name in wheel.namelist() if name.startswith(place)])
            shutil.copytree(os.path.join(scratch, place), folder + ".new")
        os.rename(folder + ".new", folder)
    return folder


class SDK:
    """Modules and headers for one target triple, in a folder that later runs use again."""

    def __init__(self, folder, triple):
        self.frontend = FRONTEND
        self.triple = triple
        self.modules = os.path.join(folder, triple)
        self.root = os.path.join(folder, "sdk")
        self.cache = os.path.join(folder, "clang")
        self.resources = os.path.join(folder, "resources")

    def flags(self):
        return [
            "-target", self.triple, "-sdk", self.root, "-resource-dir", self.resources,
            "-I", self.modules, "-module-cache-path", self.cache,
            "-plugin-path", os.path.join(RESOURCES, "host", "plugins")]

    def build(self):
        os.makedirs(self.modules, exist_ok=True)
        for name in MODULES + (PHONE_MODULES if "-ios" in self.triple else []):
            self._compile(name)

    def _compile(self, name):
        result = os.path.join(self.modules, f"{name}.swiftmodule")
        if os.path.exists(result):
            return
        toolchain = os.path.exists(interface(name))
        # Kept, since the compiler looks whether a module is as new as its interface.
        source = os.path.join(self.modules, f"{name}.swiftinterface")
        with open(source, "w") as file:
            file.write((retargeted if toolchain else declared)(name, self.triple))
        run = subprocess.run(
            [FRONTEND, "-compile-module-from-interface", "-disable-availability-checking", *self.flags(),
             "-module-name", name,
             *(["-parse-stdlib"] if name == "Swift" else []), "-o", result + ".new", source],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{name} does not compile for {self.triple}:\n{run.stdout}"[:6000])
        os.rename(result + ".new", result)


def prepare(place, triples):
    """Returns an SDK for each triple, built in parallel; what an earlier run has built is used again."""
    source = headers(os.path.join(place, HEADERS))
    key = hashlib.sha256(subprocess.run([FRONTEND, "-version"], capture_output=True, check=True).stdout)
    for path in [os.path.abspath(__file__)] + sorted(
            os.path.join(folder, name) for folder, _, names in os.walk(DECLARATIONS) for name in names):
        with open(path, "rb") as file:
            key.update(file.read())
    folder = os.path.join(place, key.hexdigest()[:16])
    if not os.path.isdir(folder):
        for name in os.listdir(place):
            if name not in (HEADERS, "graphs"):
                shutil.rmtree(os.path.join(place, name))
        include = os.path.join(folder + ".new", "sdk", "usr", "include")
        shutil.copytree(source, include)
        shutil.copytree(os.path.join(DECLARATIONS, "Headers"), include, dirs_exist_ok=True)
        os.makedirs(os.path.join(folder + ".new", "resources"))
        for name in ("shims", "clang"):
            os.symlink(os.path.join(RESOURCES, name), os.path.join(folder + ".new", "resources", name))
        os.rename(folder + ".new", folder)
    kits = [SDK(folder, triple) for triple in triples]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(SDK.build, kits))
    return kits
