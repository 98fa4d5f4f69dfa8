@testable import Sync
import Testing

@Suite struct StoredRefusalTests {
  private enum Closure: String, Codable, LosslessStringConvertible {
    case holiday, tooLate

    init?(_ description: String) { self.init(rawValue: description) }

    var description: String { rawValue }
  }

  private struct Booking: OutboxChange {
    static func rejection(fromStoredText text: String) -> Closure? {
      text == "We are closed today" ? .holiday : nil
    }

    var lane: Lane { Lane("booking", "1") }
  }

  private struct Limit: Codable, Hashable {
    let maximum: Int
  }

  private struct Quantity: OutboxChange {
    static func rejection(fromStoredText text: String) -> Limit? {
      text == "At most ten" ? Limit(maximum: 10) : nil
    }

    var lane: Lane { Lane("line", "1") }
  }

  @Test func `a rejection with a textual form is stored as this text`() {
    let text = ChangeRefusal.rejected(Closure.tooLate).storedText
    #expect(text == "tooLate")
    #expect(ChangeRefusal(storedText: text, of: Booking.self) == .rejected(.tooLate))
  }

  @Test func `a server's text is stored as it is, even if it has the form of JSON`() {
    let refusal = ChangeRefusal.rejected(#""No""#)
    #expect(refusal.storedText == #""No""#)
    #expect(ChangeRefusal(storedText: refusal.storedText, of: Edit.self) == refusal)
  }

  @Test func `a rejection without a textual form is stored as JSON`() {
    let text = ChangeRefusal.rejected(Limit(maximum: 5)).storedText
    #expect(text == #"{"maximum":5}"#)
    #expect(ChangeRefusal(storedText: text, of: Quantity.self) == .rejected(Limit(maximum: 5)))
  }

  @Test func `the text that an earlier release stored is converted to a rejection`() {
    #expect(
      ChangeRefusal(storedText: "We are closed today", of: Booking.self) == .rejected(.holiday))
    #expect(
      ChangeRefusal(storedText: "At most ten", of: Quantity.self)
        == .rejected(Limit(maximum: 10)))
  }

  @Test func `a stored refusal with an unknown text is unreadable`() {
    #expect(ChangeRefusal(storedText: "Because", of: Booking.self) == .unreadable)
    #expect(ChangeRefusal(storedText: "Because", of: Quantity.self) == .unreadable)
  }
}
