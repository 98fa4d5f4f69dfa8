/// A combo with the customer's choices, which a screen can edit.
///
/// The choices may be invalid; ``OrderableMenu/problems(in:)-(ComboConfiguration)`` returns the reasons.
public struct ComboConfiguration: Sendable, Hashable {
  /// The combo to order; assigning another one leaves ``choices`` and ``modifiers`` as they are.
  public var combo: Combo.ID
  /// The chosen products by slot, one element for each unit; a slot without a choice may be missing.
  ///
  /// A chosen product cannot have a second half.
  public var choices: [ComboSlot.ID: [ProductConfiguration]] = [:]
  /// The quantities of the modifiers that are added to the whole combo, by group.
  public var modifiers: ModifierSelection = [:]

  /// Creates a configuration without choices.
  ///
  /// ``OrderableMenu/start(with:)-(Combo.ID)`` returns a configuration with the required choices.
  public init(_ combo: Combo.ID) { self.combo = combo }
}
