extension Address {
  /// What only helps the courier, and does not make it another place.
  private static let hints: Set<AddressFieldType> = [.doorCode, .bellName, .phone, .comment]

  /// Names the place: two addresses that a courier would bring to the same door have the same.
  ///
  /// Case, accents, punctuation and spaces do not count, nor does what the user calls it.
  var place: String {
    let fields = fields.filter { !Self.hints.contains($0.type) }.map { field in
      "\(field.type.rawValue) \(SearchWords(field.value).parts.joined(separator: " "))"
    }
    return (["\(city)"] + fields).joined(separator: "\n")
  }
}
