import Foundation
import ShowcaseKit
import Testing

/// Tests of the full-screen cart in a pseudo-terminal, with key presses.
struct CartScreenTests {
  private let showcase = StatefulShowcase("CartShowcase")

  @Test func `A cart is there in the next run, at the server too`() async throws {
    let terminal = try await showcase.start(until: "› Margherita")
    try await terminal.press(.enter, until: "1 × Margherita 30 cm")
    try await terminal.wait(for: "the line at the server") { !$0.contains("not sent") }
    try terminal.type("q")
    #expect(try await terminal.waitForExit() == 0)

    let again = try await showcase.start(until: "1 × Margherita 30 cm")
    try again.press(.control("r"))
    try await again.press(.enter, until: "2 × Margherita 30 cm")
    try await again.wait(for: "both at the server") { !$0.contains("not sent") }
    try again.type("q")
    #expect(try await again.waitForExit() == 0)
  }

  @Test func `A kill frees the full disk, and the app reads what was stored`() async throws {
    let terminal = try await showcase.start(until: "› Margherita")
    try await terminal.press(.enter, until: "1 × Margherita 30 cm")
    try await terminal.wait(for: "the line at the server") { !$0.contains("not sent") }
    try await terminal.press(.control("f"), until: "[disk full]")
    try await terminal.press(.control("k"), until: "The disk has space again.")
    try await terminal.wait(for: "1 × Margherita 30 cm")
    #expect(!terminal.screen.contains("disk full"))
    #expect(!terminal.screen.contains("cannot be read now"))
  }

  @Test func `Each key of a burst adds one unit`() async throws {
    let terminal = try await showcase.start(until: "› Margherita")
    try await terminal.press(.control("e"), until: "The server has no cart yet")
    try await terminal.press(.enter, until: "1 × Margherita 30 cm")
    try await terminal.press(.tab, until: "› 1 × Margherita 30 cm")
    try await terminal.type("++++", until: "5 × Margherita 30 cm")
  }
}
