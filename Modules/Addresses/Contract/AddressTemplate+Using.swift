extension AddressTemplate {
  /// Returns all problems of an address: those of the template's fields in form order, then the
  /// others.
  ///
  /// A pure function. The order of the address's fields has no effect.
  public func check(_ address: Address) -> AddressCheck {
    var check = AddressCheck()
    for field in fields { field.check(address, &check) }
    for field in address.fields where !asks(for: field.type) {
      check.warnings.append(AddressProblem(field.type, .notAsked))
      AddressTemplate.checkPrinting(field, &check)
    }
    AddressTemplate.checkLabel(address, &check)
    return check
  }

  /// Returns the address as couriers in its country read it, line by line.
  ///
  /// Values of fields that the template does not have are in the last line, so that no value is
  /// hidden.
  public func lines(of address: Address) -> [String] {
    let left = address.fields.filter { !asks(for: $0.type) }.map(\.value)
    return (lines.map { $0.text(of: address) } + [left.joined(separator: ", ")])
      .filter { !$0.isEmpty }
  }

  private func asks(for type: AddressFieldType) -> Bool { fields.contains { $0.type == type } }
}
