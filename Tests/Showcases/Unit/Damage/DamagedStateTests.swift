import Foundation
import ShowcaseKit
import Testing

/// Tests of every stored file of every showcase with damage, in the built programs.
struct DamagedStateTests {
  // Each showcase runs one process at a time, because all of them together use any machine fully.
  @Test(arguments: DamagedShowcase.all)
  func `A showcase says which file is damaged, works, and ends with 0`(
    _ showcase: DamagedShowcase
  ) async throws {
    #expect(DamagedShowcase.cases > 0)
    let used = try await showcase.used()
    for (file, damage) in showcase.damages {
      do {
        try await start(showcase, over: try used.copied(), with: damage, of: file)
      } catch {
        Issue.record(error, "\(damage) of \(file)")
        // Each further case could wait until its time limit too.
        return
      }
    }
  }

  private func start(
    _ showcase: DamagedShowcase, over folder: StateFolder, with damage: FileDamage, of file: String
  ) async throws {
    try damage.apply(to: folder.url.appending(path: file))
    let mine = try folder.addFilesOfUser(beside: showcase.files)

    let terminal = try showcase.start(in: folder)
    try await terminal.wait(for: "a report on \(file)") { $0.reports(on: file) }
    if damage.isReadable { try await showcase.use(terminal) }
    try terminal.press(.control("c"))

    #expect(try await terminal.waitForExit() == 0, "\(damage) of \(file)")
    for file in mine { #expect(try Data(contentsOf: file) == Data("mine".utf8)) }
  }

  @Test(arguments: DamagedShowcase.all)
  func `A showcase stores exactly the files that are damaged here, and reports none of them intact`(
    _ showcase: DamagedShowcase
  ) async throws {
    let folder = try await showcase.used()
    let (stored, expected) = (try folder.files.sorted(), showcase.files.sorted())
    #expect(stored == expected)

    let again = try showcase.start(in: folder)
    try await showcase.use(again)
    #expect(!again.screen.lines.contains { $0.hasPrefix("! ") })
    try again.press(.control("c"))
    #expect(try await again.waitForExit() == 0)
  }
}

extension ScreenGrid {
  /// Whether a report names the file; the first row of each report begins with "!".
  fileprivate func reports(on file: String) -> Bool {
    let name = file.split(separator: "/").last ?? ""
    return lines.contains { $0.hasPrefix("! ") && $0.contains(name) }
  }
}

extension StateFolder {
  /// Returns a copy of the directory, which is removed together with the returned value.
  fileprivate func copied() throws -> StateFolder {
    let copy = StateFolder()
    try FileManager.default.copyItem(at: url, to: copy.url)
    return copy
  }

  /// Creates a file of the user beside each of these files, and returns the new files.
  fileprivate func addFilesOfUser(beside files: [String]) throws -> [URL] {
    let folders = Set(files.map { url.appending(path: $0).deletingLastPathComponent() } + [url])
    return try folders.map { folder in
      let file = folder.appending(path: "mine.txt")
      try Data("mine".utf8).write(to: file)
      return file
    }
  }
}
