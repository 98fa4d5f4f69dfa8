"""Public types that a file with SwiftUI, StoreKit and SwiftData in it cannot name.

Declarations/Names lists the public names of these frameworks, each of which becomes a type of a stand-in.
A name that two modules have is ambiguous, unless it is qualified; and a module whose name a type has, such
as Menu in SwiftUI, qualifies nothing. Nested types take part through the type around them.
"""
import glob
import os
import re
import subprocess

TYPE = re.compile(r"^(\w+): (?:struct|enum|class|actor|protocol|typealias) ", re.M)
AMBIGUOUS = re.compile(r"names\.swift:(\d+):\d+: error: (.*)")


def public_types(root):
    """Yields each module of the package with its public types, as Tests/Checks/PublicAPI has them."""
    for path in sorted(glob.glob(os.path.join(root, "Tests/Checks/PublicAPI/*.txt"))):
        with open(path, encoding="utf-8") as file:
            yield os.path.splitext(os.path.basename(path))[0], TYPE.findall(file.read())


def frontend(kit, *arguments):
    return subprocess.run(
        [kit.frontend, *arguments, *kit.flags(), "-swift-version", "6", "-parse-as-library"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def stand_ins(kit, folder, more):
    """Compiles a module for each framework, with a type for each of its names and of `more`."""
    frameworks = []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), "Declarations/Names/*.txt"))):
        framework = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            names = sorted({*file.read().split(), *(more or {}).get(framework, [])})
        source = os.path.join(folder, f"{framework}.swift")
        with open(source, "w", encoding="utf-8") as file:
            file.writelines(f"public struct {name} {{}}\n" for name in names)
        run = frontend(
            kit, "-emit-module", source, "-module-name", framework, "-o",
            os.path.join(folder, f"{framework}.swiftmodule"))
        if run.returncode != 0:
            raise SystemExit(run.stdout)
        frameworks.append(framework)
    return frameworks


def refused(kit, folders, imports, names):
    """Returns which of the names a file with these imports cannot write."""
    path = os.path.join(folders[0], "names.swift")
    head = "".join(f"import {module}\n" for module in imports)
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "".join(f"typealias Name{i} = {name}\n" for i, name in enumerate(names)))
    output = frontend(kit, "-typecheck", path, *(part for folder in folders for part in ("-I", folder))).stdout
    first = len(imports) + 1
    found = {int(line): text for line, text in AMBIGUOUS.findall(output)}
    if any(line < first for line in found):
        raise SystemExit(output)
    return [names[line - first] for line in sorted(found)]


def problems(root, kit, built, scratch, more=None):
    """Returns the types that cannot be named at all, those that need their module's name, and their number."""
    modules = dict(public_types(root))
    imports = ["Foundation"] + stand_ins(kit, scratch, more) + list(modules)
    owner = {name: module for module, types in modules.items() for name in types}
    folders = [scratch, built]
    unclear = refused(kit, folders, imports, list(owner))
    qualified = {f"{owner[name]}.{name}": name for name in unclear}
    lost = [qualified[name] for name in refused(kit, folders, imports, list(qualified))]
    lines = [f"Tests/Checks/PublicAPI/{owner[name]}.txt:1: error: {name} cannot be named beside SwiftUI, StoreKit"
             " and SwiftData" for name in lost]
    return lines, sorted(set(unclear) - set(lost)), len(owner)
