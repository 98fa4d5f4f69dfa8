extension AddressTemplate.Field {
  /// Validates an address's value for this field of the template, and adds the problems to `check`.
  func check(_ address: Address, _ check: inout AddressCheck) {
    let value = address[type]
    guard !value.isEmpty else { return checkNeed(address, &check) }
    func found(_ issue: AddressProblem.Issue) {
      check.errors.append(AddressProblem(type, issue))
    }
    let length = value.unicodeScalars.count
    if length > limit { found(.tooLong(by: length - limit, limit: limit)) }
    guard value.isPrintable else { return found(.unprintable) }
    switch form {
    case .text: break
    case .number, .unit:
      checkCharacters(value, besides: " -/.,()&#№'’ʻ", found)
      if form == .number,
        !value.unicodeScalars.contains(where: { $0.properties.numericType == .decimal })
      {
        check.warnings.append(AddressProblem(type, .noDigit))
      }
    case .code: checkCharacters(value, besides: " -/.,*#", found)
    case .phone: checkCharacters(value, besides: " -()+", found, letters: false)
    case .pattern(let masks, let example):
      if !masks.contains(where: { Self.fits(value, $0) }) { found(.unlike(example: example)) }
    case .choice(let choices):
      if !choices.contains(value) { found(.notOneOf(choices)) }
    }
  }

  private func checkNeed(_ address: Address, _ check: inout AddressCheck) {
    switch need {
    case .optional: break
    case .required: check.errors.append(AddressProblem(type, .missing))
    case .requiredWithout(let other):
      guard address[other].isEmpty else { break }
      check.errors.append(AddressProblem(type, .missingWithout(other)))
    }
  }

  private func checkCharacters(
    _ value: String, besides others: String, _ found: (AddressProblem.Issue) -> Void,
    letters: Bool = true
  ) {
    var strange: [Character] = []
    for character in value where !strange.contains(character) {
      let isFine = character.unicodeScalars.allSatisfy { scalar in
        if others.unicodeScalars.contains(scalar) { return true }
        return letters ? scalar.isLetterOrDigit : scalar.properties.numericType == .decimal
      }
      if !isFine { strange.append(character) }
    }
    if !strange.isEmpty { found(.unexpected(String(strange))) }
  }

  /// Whether a value matches a mask of a ``AddressTemplate/Form/pattern(_:example:)``; spaces are
  /// ignored.
  static func fits(_ value: String, _ mask: String) -> Bool {
    let value = value.uppercased().utf8.filter { $0 != UInt8(ascii: " ") }
    let mask = mask.utf8.filter { $0 != UInt8(ascii: " ") }
    return value.count == mask.count
      && zip(value, mask).allSatisfy { byte, expected in
        switch expected {
        case UInt8(ascii: "#"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        case UInt8(ascii: "@"): (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        default: byte == expected
        }
      }
  }
}

extension AddressTemplate {
  static func checkLabel(_ address: Address, _ check: inout AddressCheck) {
    let excess = address.label.unicodeScalars.count - AddressLimits.label
    if excess > 0 {
      check.errors.append(
        AddressProblem(AddressProblem.label, .tooLong(by: excess, limit: AddressLimits.label)))
    }
    if !address.label.isPrintable {
      check.errors.append(AddressProblem(AddressProblem.label, .unprintable))
    }
  }

  /// Adds an error to `check` if the value of a field contains characters that cannot be printed.
  ///
  /// This is the only rule for a field that is not in the template.
  static func checkPrinting(_ field: AddressField, _ check: inout AddressCheck) {
    if !field.value.isPrintable {
      check.errors.append(AddressProblem(field.type, .unprintable))
    }
  }
}
