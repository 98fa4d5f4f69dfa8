public import Foundation

/// A consent that the user has given or withdrawn.
///
/// ``time`` and ``textVersion`` are evidence of the decision.
///
/// ```swift
/// let consent = Consent(id: "marketing", isGiven: true, time: .now, textVersion: "3")
/// try await profile.apply(.consent(consent))
/// ```
public struct Consent: Codable, Sendable, Hashable, Identifiable {
  /// The service's name of the kind of consent, such as `marketing`.
  ///
  /// A profile has at most one consent of a kind.
  public let id: String
  /// Whether the consent was given; `false` if it was withdrawn.
  public let isGiven: Bool
  /// The time of the decision, in whole seconds.
  public let time: Date
  /// The version of the consent text that the user saw, such as `3`; an edit needs one.
  public let textVersion: String

  /// Creates a consent.
  ///
  /// - Parameters:
  ///   - id: The service's name of the kind of consent, such as `marketing`; an edit needs one.
  ///   - isGiven: Whether the consent was given; `false` if it was withdrawn.
  ///   - time: The time of the decision, which is rounded down to whole seconds.
  ///   - textVersion: The version of the consent text that the user saw.
  public init(id: String, isGiven: Bool, time: Date, textVersion: String) {
    self.id = id
    self.isGiven = isGiven
    self.time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    self.textVersion = textVersion
  }
}
