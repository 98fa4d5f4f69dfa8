"""The listings of the documentation, as an app with the settings of a new project in Xcode 26 has them.

There everything is on the main actor unless it says otherwise, in Swift 5 or 6. Each listing is part of a
source in Tests or of the sample app, which Tests/Checks/Documentation/examples checks; such a source has to
compile by itself, or beside the other sources of its app.
"""
import concurrent.futures
import glob
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


def app(path):
    """Returns a source and the sources that it is compiled with."""
    folder = os.path.dirname(path)
    if "/Packages/" in path:
        return tuple(sorted(glob.glob(os.path.join(glob.escape(folder), "*.swift"))))
    if "Showcases/SwiftUI/" in path:
        folder = path[:path.index("SwiftUI/") + len("SwiftUI/")]
        return tuple(sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*.swift"), recursive=True)))
    # The examples of Storage are values of the article about schemas.
    if path.endswith("Storage/Contract/ArticleExamples.swift"):
        return path, os.path.join(folder, "ProfileMigrationTests.swift")
    return (path,)


def compiled(kit, files, mode, built):
    """Compiles sources as an app's, and returns their errors."""
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
    # The support of tests is for tests alone.
    found = [found for found in listings.listings() if "TestSupport/" not in found[0]]
    sources = {name: listings.lines(text) for name, text in listings.files(
        "Tests/**/*.swift", "Showcases/SwiftUI/**/*.swift")}
    os.chdir(before)
    homes = [[name for name, text in sources.items() if listings.lines(code) in text] for _, _, code in found]
    apps = {name: app(os.path.join(ROOT, name)) for names in homes for name in names}
    wanted = sorted({(files, mode) for files in apps.values() for mode in ("5", "6")})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(wanted, pool.map(
            lambda item: compiled(kit, *item, built), wanted)))
    lines = []
    for (name, line, _), names in zip(found, homes):
        for mode in ("5", "6"):
            if not any(not results[apps[home], mode] for home in names):
                lines.append(f"{name}:{line}: error: this listing is in no source that an app could compile")
                lines += [error for home in names for error in results[apps[home], mode][:3]]
    return list(dict.fromkeys(lines)), len(found)
