extension Address {
  /// The fields that only help the courier and do not distinguish places.
  private static let hints: Set<AddressFieldType> = [.doorCode, .bellName, .phone, .comment]

  /// The key of the place: equal for two addresses at the same door.
  ///
  /// Ignores case, accents, punctuation, spaces and the label.
  var place: String {
    let fields = fields.filter { !Self.hints.contains($0.type) }.map { field in
      "\(field.type.rawValue) \(SearchWords(field.value).parts.joined(separator: " "))"
    }
    return (["\(city)"] + fields).joined(separator: "\n")
  }
}
