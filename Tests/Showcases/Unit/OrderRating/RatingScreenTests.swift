#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Testing

  /// Tests of the full-screen reviews in a pseudo-terminal, with key presses.
  @Suite("Reviews in a terminal")
  struct RatingScreenTests {
    private let folder = StateFolder()

    private func start() throws -> ShowcaseTerminal {
      try ShowcaseTerminal("OrderRatingShowcase", ["--state", folder.path])
    }

    @Test func `The newest order can be rated at the start, and the tags depend on the stars`()
      async throws
    {
      let terminal = try start()
      try await terminal.wait(for: "How was order")
      for _ in 0..<2 { try terminal.press(.right) }
      try await terminal.wait(for: "★★☆☆☆  Food *  Cold  Burnt")
      try terminal.type("1")
      try await terminal.wait(for: "[Cold]")
      for _ in 0..<2 { try terminal.press(.right) }
      try await terminal.wait(for: "★★★★☆  Food *  Tasty")
      try terminal.type("b")
      try await terminal.wait(for: "the file is not a JPEG photo")
      try terminal.type("s")
      try await terminal.wait(for: "already rated")
    }

    @Test
    func `Every typed letter survives a kill of the app and the end of the process`() async throws {
      do {
        let terminal = try start()
        try await terminal.wait(for: "How was order")
        try terminal.type("cBest soup")
        try await terminal.wait(for: "“Best soup”")
        try terminal.press(.enter)
        try terminal.press(.control("k"))
        try await terminal.wait(for: "The app was killed and has started again.")
        try await terminal.wait(for: "“Best soup”")
        terminal.kill()
      }
      let terminal = try start()
      try await terminal.wait(for: "draft")
    }

    @Test func `A review and its photo are pending offline, and are sent when the network is back`()
      async throws
    {
      let terminal = try start()
      try await terminal.wait(for: "How was order")
      try terminal.press(.right)
      try await terminal.wait(for: "★☆☆☆☆  Food")
      try terminal.press(.control("o"))
      try await terminal.wait(for: "[offline]")
      try terminal.type("p")
      try await terminal.wait(for: "photos: 1")
      try terminal.type("s")
      try await terminal.wait(for: "waits: its photos are sent first, photos to send: 1")
      try terminal.press(.control("o"))
      try await terminal.wait(for: "already rated")
    }
  }
#endif
