extension PhoneCountry {
  // The calling codes and lengths are the same as in the module Cities. The trunk prefixes and formats
  // are from libphonenumber.
  static var table: [PhoneCountry] {
    [
      PhoneCountry("AE", "971", 9...9, "## ### ####"),
      PhoneCountry("AM", "374", 8...8, "## ######"),
      PhoneCountry("AZ", "994", 9...9, "## ### ## ##"),
      PhoneCountry("BG", "359", 8...9, "## ### ####"),
      PhoneCountry("BY", "375", 9...9, "## ###-##-##", trunk: ["80", "8", "0"]),
      PhoneCountry("DE", "49", 10...11, "#### #######"),
      PhoneCountry("EE", "372", 7...8, "#### ####", trunk: []),
      PhoneCountry("ES", "34", 9...9, "### ## ## ##", trunk: []),
      PhoneCountry("GB", "44", 10...10, "#### ######"),
      PhoneCountry("GE", "995", 9...9, "### ## ## ##"),
      PhoneCountry("KG", "996", 9...9, "### ### ###"),
      PhoneCountry("KZ", "7", 10...10, "### ### ####", trunk: ["8"], first: "7"),
      PhoneCountry("LT", "370", 8...8, "### #####", trunk: ["0", "8"]),
      PhoneCountry("MN", "976", 8...8, "#### ####"),
      PhoneCountry("NG", "234", 10...10, "### ### ####"),
      PhoneCountry("PL", "48", 9...9, "### ### ###", trunk: []),
      PhoneCountry("RO", "40", 9...9, "### ### ###"),
      PhoneCountry("RS", "381", 8...10, "## #######"),
      PhoneCountry("RU", "7", 10...10, "### ###-##-##", trunk: ["8"], first: "9"),
      PhoneCountry("SI", "386", 8...8, "## ### ###"),
      PhoneCountry("TJ", "992", 9...9, "## ### ####", trunk: []),
      PhoneCountry("TR", "90", 10...10, "### ### ## ##"),
      PhoneCountry("UA", "380", 9...9, "## ### ####", trunk: ["80", "8", "0"]),
      PhoneCountry("UZ", "998", 9...9, "## ### ## ##", trunk: []),
      PhoneCountry("VN", "84", 9...9, "### ### ###"),
    ]
  }

  /// Validates a number that a user has entered, and returns its digits after the calling code.
  func nationalDigits(of text: String) throws(PhoneNumberError) -> String {
    let (isInternational, digits) = try Self.digits(of: text)
    guard !isInternational || digits.hasPrefix(callingCode) else { throw .anotherCountry }
    var candidates = isInternational ? [] : stripped(digits[...]) + [digits[...]]
    // These are the prefixes of calling codes in North America and in some countries of the former Soviet
    // Union.
    for prefix in ["", "011", "810"] where digits.hasPrefix(prefix + callingCode) {
      let national = digits.dropFirst(prefix.count + callingCode.count)
      // A national prefix may be in parentheses after the calling code: +44 (0) 7400…
      candidates += [national] + stripped(national)
    }
    if let number = candidates.first(where: isNumber) { return String(number) }
    if candidates.contains(where: { lengths.contains($0.count) }) {
      // The number may be valid in another country with the same calling code.
      let others = Self.all.filter { $0.callingCode == callingCode }
      throw others.contains { candidates.contains(where: $0.isNumber) }
        ? .anotherCountry : .notMobile
    }
    throw candidates.allSatisfy { $0.count < lengths.lowerBound } ? .tooShort : .tooLong
  }

  /// Returns an international number in the country's format; `nil` if it is not one of the country, or does
  /// not fit the format.
  func formatted(_ number: String) -> String? {
    let prefix = "+\(callingCode)"
    var rest = number.dropFirst(prefix.count)
    guard number.hasPrefix(prefix), isNumber(rest), form.count(where: { $0 == "#" }) == rest.count
    else { return nil }
    return "\(prefix) \(String(form.map { $0 == "#" ? rest.removeFirst() : $0 }))"
  }

  private func stripped(_ digits: Substring) -> [Substring] {
    trunkPrefixes.filter(digits.hasPrefix).map { digits.dropFirst($0.count) }
  }

  private func isNumber(_ digits: Substring) -> Bool {
    lengths.contains(digits.count) && (firstDigit == nil || digits.first == firstDigit)
      // In a country that this release does not know, numbers can begin with 0, as in Côte d'Ivoire.
      && (form.isEmpty || !(trunkPrefixes.contains("0") && digits.first == "0"))
  }

  /// Returns the digits of a text as ASCII, and whether the text has the international form.
  ///
  /// A text in the international form begins with `+`, `00` or both. The returned digits are without
  /// this prefix.
  private static func digits(
    of text: String
  ) throws(PhoneNumberError) -> (isInternational: Bool, digits: String) {
    var digits = ""
    var isInternational = false
    for character in text.visible {
      if let digit = character.decimalDigit {
        digits += "\(digit)"
      } else if "+\u{FF0B}".contains(character), digits.isEmpty, !isInternational {
        isInternational = true
      } else if !character.isSeparator {
        throw .badCharacter(character)
      }
    }
    guard !digits.isEmpty else { throw .empty }
    if digits.hasPrefix("00") { return (true, String(digits.dropFirst(2))) }
    return (isInternational, digits)
  }
}

extension Character {
  /// The value of a decimal digit of any script; `nil` for any other character, such as ½ or 五.
  var decimalDigit: Int? {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first,
      scalar.properties.numericType == .decimal
    else { return nil }
    return wholeNumberValue
  }

  /// Whether the character, such as a space or a dash, separates groups of digits.
  var isSeparator: Bool {
    isWhitespace
      || "-.()/[]~\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2053}\u{2212}".contains(self)
      || "\u{30FC}\u{FF08}\u{FF09}\u{FF0D}\u{FF0E}\u{FF0F}\u{FF3B}\u{FF3D}\u{FF5E}".contains(self)
  }
}

extension String {
  /// The text without invisible characters, which pasted text may contain.
  ///
  /// An invisible character next to a digit can form one `Character` with it. Such a `Character` would
  /// not count as a digit.
  var visible: String {
    String(
      UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .format }))
  }
}
