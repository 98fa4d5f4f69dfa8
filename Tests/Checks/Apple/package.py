"""The targets of the package, and their compilation for one of Apple's platforms."""
import json
import os
import re
import subprocess

FLAGS = {
    "enableUpcomingFeature": "-enable-upcoming-feature",
    "enableExperimentalFeature": "-enable-experimental-feature",
    "defaultIsolation": "-default-isolation",
}
DIAGNOSTIC = re.compile(r"^(/\S+?\.\w+:\d+:\d+: (?:error|warning): .*|<unknown>:0: error: .*)$", re.M)


class Target:
    def __init__(self, root, package, described):
        self.name = described["name"]
        self.folder = os.path.join(root, described["path"])
        self.uses = [dependency["byName"][0] for dependency in described["dependencies"]]
        self.package = package if described["packageAccess"] else None
        self.has_resources = bool(described["resources"])
        self.is_test = described["type"] == "test"
        self.is_program = described["type"] == "executable"
        self.features = []
        for setting in described["settings"]:
            for kind, flag in FLAGS.items():
                if kind in setting["kind"]:
                    self.features += [flag, setting["kind"][kind]["_0"]]
        excluded = tuple(os.path.join(self.folder, name) for name in described["exclude"])
        self.files = sorted(
            path for folder, _, names in os.walk(self.folder) for path in
            (os.path.join(folder, name) for name in names if name.endswith(".swift"))
            if not path.startswith(excluded))


class Package:
    def __init__(self, root):
        described = json.loads(subprocess.run(
            ["swift", "package", "dump-package", "--package-path", root],
            check=True, capture_output=True, text=True).stdout)
        self.root = root
        name = described["name"].lower()
        self.targets = {t["name"]: Target(root, name, t) for t in described["targets"]}
        self.oldest = {p["platformName"]: p["version"] for p in described["platforms"]}
        self.libraries = [
            target for product in described["products"] if "library" in product["type"]
            for target in product["targets"]]

    def ordered(self, names):
        """The targets of these names and all that they use, each behind what it uses."""
        order = []

        def add(name):
            target = self.targets[name]
            for other in target.uses:
                add(other)
            if target not in order:
                order.append(target)

        for name in names:
            add(name)
        return order


def compiled(sdk, target, folder, replaced=None, flags=()):
    """Compiles a target to an object and a module in a folder.

    `replaced` has other texts for some of its files. Returns the lines of its errors.
    """
    files = target.files
    if replaced:
        files = [path for path in files if path not in replaced]
        for path, text in replaced.items():
            files.append(os.path.join(folder, os.path.basename(path)))
            with open(files[-1], "w", encoding="utf-8") as file:
                file.write(text)
    if target.has_resources:
        # What SwiftPM generates for a target with resources.
        files = files + [os.path.join(folder, f"{target.name}-resources.swift")]
        with open(files[-1], "w", encoding="utf-8") as file:
            file.write("import Foundation\n\nextension Bundle {\n  static let module = Bundle.main\n}\n")
    is_script = target.is_program and any(path.endswith("/main.swift") for path in files)
    run = subprocess.run(
        [sdk.frontend, "-c", *files, *([] if is_script else ["-parse-as-library"]),
         "-module-name", target.name, "-swift-version", "6", "-Onone", "-warnings-as-errors",
         *sdk.flags(), "-I", folder, *target.features, *flags,
         *(["-package-name", target.package] if target.package else []),
         "-emit-module-path", os.path.join(folder, f"{target.name}.swiftmodule"),
         "-o", os.path.join(folder, f"{target.name}.o")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if run.returncode == 0:
        return []
    found = list(dict.fromkeys(DIAGNOSTIC.findall(run.stdout)))
    return found or [f"{target.folder}: the compiler ends with {run.returncode}:\n{run.stdout[-3000:]}"]
