import Foundation
import Synchronization
import Testing

@testable import ShowcaseKit

struct FullDiskTests {
  private let state = StateFolder()
  private var folder: URL { state.url.appending(path: "app", directoryHint: .isDirectory) }
  private var aside: URL { state.url.appending(path: "app.aside") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("stored".utf8).write(to: folder.appending(path: "value"))
  }

  private var stored: String {
    get throws { try String(contentsOf: folder.appending(path: "value"), encoding: .utf8) }
  }

  @Test func `An app that creates its folder at any moment does not come between fill and free`()
    async throws
  {
    let folder = folder
    let isKilled = Atomic(false)
    let attempts = Atomic(0)
    // The number of attempts that created a directory, because the name was still free.
    let folders = Atomic(0)
    Thread {
      // Storage creates the directory in the same way before each write.
      while !isKilled.load(ordering: .relaxed) {
        if mkdir(folder.path, 0o700) == 0 { folders.add(1, ordering: .relaxed) }
        attempts.add(1, ordering: .relaxed)
      }
    }.start()
    defer { isKilled.store(true, ordering: .relaxed) }
    var (disk, turns) = (FullDisk(folder), 0)
    // Both counts are required, because the scheduler may favor either thread.
    while turns < 100 || attempts.load(ordering: .relaxed) < 5_000 {
      try disk.fill()
      #expect(mkdir(folder.path + "/new", 0o700) == -1)
      try disk.free()
      #expect(try stored == "stored")
      turns += 1
    }
    #expect(folders.load(ordering: .relaxed) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == ["app"])
  }

  @Test func `A disk that a killed process has left full is freed by the next`() throws {
    var killed = FullDisk(folder)
    try killed.fill()

    var next = FullDisk(folder)
    #expect(next.isFull)
    try next.free()

    #expect(try stored == "stored")
    #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == ["app"])
  }

  @Test func `A placeholder that a killed process has left does not prevent the next fill`() throws
  {
    try Data().write(to: aside)
    var disk = FullDisk(folder)
    try disk.fill()
    #expect(mkdir(folder.path + "/new", 0o700) == -1)
    try disk.free()

    #expect(try stored == "stored")
    #expect(try FileManager.default.contentsOfDirectory(atPath: state.path) == ["app"])
  }

  @Test func `A file of the user beside the app's folder is not removed`() throws {
    try Data("mine".utf8).write(to: aside)
    var disk = FullDisk(folder)

    #expect(throws: (any Error).self) { try disk.fill() }
    try disk.free()

    #expect(try Data(contentsOf: aside) == Data("mine".utf8))
  }

  @Test func `A folder of the user beside the app's is not taken for the showcase's own`() throws {
    try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: aside.appending(path: "photo"))
    var disk = FullDisk(folder)

    #expect(!disk.isFull)
    #expect(throws: (any Error).self) { try disk.fill() }
    try disk.free()

    #expect(try stored == "stored")
    #expect(try Data(contentsOf: aside.appending(path: "photo")) == Data("mine".utf8))
  }
}
