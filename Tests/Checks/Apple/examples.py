"""The listings of the documentation, as an app with the settings of a new project in Xcode 26 has them.

There everything is on the main actor unless it says otherwise, in Swift 5 or 6. Each listing is part of a
source in Tests, which Tests/Checks/Documentation/examples checks; such a source has to compile by itself,
beside the sources of its package if it is one of an app.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

import sdk

ROOT = os.path.normpath(os.path.join(sdk.HERE, "..", "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Checks", "Documentation"))
import listings  # noqa: E402

TEMPLATE = [
    "-default-isolation", "MainActor", "-enable-upcoming-feature", "InferIsolatedConformances",
    "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature",
    "NonisolatedNonsendingByDefault",
]


def compiled(kit, path, mode, built):
    """Compiles a source as an app's, and returns its errors."""
    folder = os.path.dirname(path)
    files = [path]
    if "/Packages/" in path:
        files = [os.path.join(folder, other) for other in sorted(os.listdir(folder)) if other.endswith(".swift")]
    # The examples of Storage are values of the article about schemas.
    elif path.endswith("Storage/Contract/ArticleExamples.swift"):
        files.append(os.path.join(folder, "ProfileMigrationTests.swift"))
    is_script = any(other.endswith("/main.swift") for other in files)
    run = subprocess.run(
        [kit.frontend, "-emit-sil", "-o", os.devnull, *files, *([] if is_script else ["-parse-as-library"]),
         "-module-name", "Example", "-swift-version", mode, *kit.flags(), "-I", built, *TEMPLATE],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    errors = re.findall(r"^(\S+:\d+:\d+: error: .*)$", run.stdout, re.M)
    if run.returncode == 0:
        return []
    return [f"{error} (in Swift {mode}, with everything on the main actor)" for error in
            dict.fromkeys(errors)] or [run.stdout[-3000:]]


def problems(kit, built):
    """Returns why which listing does not compile, and the number of listings."""
    before = os.getcwd()
    os.chdir(ROOT)
    found = list(listings.listings())
    sources = {name: listings.lines(text) for name, text in listings.files("Tests/**/*.swift")}
    os.chdir(before)
    homes = [[name for name, text in sources.items() if listings.lines(code) in text] for _, _, code in found]
    wanted = sorted({(name, mode) for names in homes for name in names for mode in ("5", "6")})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(wanted, pool.map(
            lambda item: compiled(kit, os.path.join(ROOT, item[0]), item[1], built), wanted)))
    lines = []
    for (name, line, _), names in zip(found, homes):
        for mode in ("5", "6"):
            if not any(not results[home, mode] for home in names):
                lines.append(f"{name}:{line}: error: this listing is in no source that an app could compile")
                lines += [error for home in names for error in results[home, mode][:3]]
    return list(dict.fromkeys(lines)), len(found)
