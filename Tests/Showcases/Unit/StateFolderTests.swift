#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Tests of the folder that a full-screen showcase uses, with `--state` or without.
  struct StateFolderTests {
    private let cart = StatefulShowcase("CartShowcase", columns: 300)
    private var folder: StateFolder { cart.folder }

    @Test func `A folder in use is refused, with what uses it and what helps`() async throws {
      let first = try await cart.start(until: "› Margherita")
      let second = try cart.start()
      #expect(try await second.waitForExit() == 1)
      #expect(
        second.screen.text.contains(
          /CartShowcase: .* is in use: CartShowcase runs with it, as process [0-9]+: choose another folder with --state DIR/
        ))
      try first.type("q")
      #expect(try await first.waitForExit() == 0)
    }

    @Test func `A folder belongs to one showcase`() async throws {
      let first = try await cart.start(until: "› Margherita")
      try first.type("q")
      #expect(try await first.waitForExit() == 0)
      let files = try folder.files
      let second = try ShowcaseTerminal("OrdersShowcase", ["--state", folder.path], columns: 300)
      #expect(try await second.waitForExit() == 1)
      #expect(second.screen.contains("belongs to CartShowcase: choose another folder"))
      #expect(try folder.files == files)
    }

    @Test func `A folder with files of another program is refused, and nothing in it changes`()
      async throws
    {
      let photo = folder.url.appending(path: "cart/album/photo.jpeg")
      try FileManager.default.createDirectory(
        at: photo.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: photo)
      let terminal = try cart.start()
      #expect(try await terminal.waitForExit() == 1)
      #expect(terminal.screen.contains("contains files of another program: choose another folder"))
      let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(all.sorted() == ["cart", "cart/album", "cart/album/photo.jpeg"])
    }

    @Test func `A file, or a folder that cannot be made, is refused`() async throws {
      try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
      let file = folder.url.appending(path: "file")
      try Data("mine".utf8).write(to: file)
      for path in [file.path, "\(file.path)/below"] {
        let terminal = try ShowcaseTerminal("CartShowcase", ["--state", path], columns: 300)
        #expect(try await terminal.waitForExit() == 1)
        #expect(terminal.screen.contains("choose another folder with --state DIR"))
      }
      #expect(try Data(contentsOf: file) == Data("mine".utf8))
    }

    @Test func `The help says where the state is, and how to start without data`() async throws {
      let help = try await ShowcaseProcess.run("CartShowcase", ["--help"])
      #expect(help.status == 0)
      #expect(help.output.contains("FoodOrderingShowcases/CartShowcase"))
      #expect(help.output.contains("To start without data, end the program and remove the folder."))
    }
  }
#endif
