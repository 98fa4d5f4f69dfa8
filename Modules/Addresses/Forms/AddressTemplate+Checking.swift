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
    case .number, .unit, .code:
      checkCharacters(value, found)
      if form == .number,
        !value.unicodeScalars.contains(where: { $0.properties.numericType == .decimal })
      {
        check.warnings.append(AddressProblem(type, .noDigit))
      }
    case .phone: checkCharacters(value, letters: false, found)
    case .pattern(let masks, let example):
      if masks.allSatisfy({ Self.filled($0, with: value) == nil }) {
        found(.unlike(example: example))
      }
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

  /// Reports the characters other than digits, spaces, punctuation and, if `letters`, letters.
  private func checkCharacters(
    _ value: String, letters: Bool = true, _ found: (AddressProblem.Issue) -> Void
  ) {
    var strange: [Character] = []
    for character in value where !strange.contains(character) {
      let isFine = character.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .decimalNumber, .spaceSeparator, .dashPunctuation, .openPunctuation,
          .closePunctuation, .initialPunctuation, .finalPunctuation, .connectorPunctuation:
          true
        case .otherPunctuation: scalar != "@"
        default:
          "+№°`´~\u{2212}".unicodeScalars.contains(scalar)
            || letters && scalar.isLetterOrDigit
        }
      }
      if !isFine { strange.append(character) }
    }
    if !strange.isEmpty { found(.unexpected(String(strange))) }
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
