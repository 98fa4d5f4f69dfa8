extension AddressTemplate {
  /// Finds everything that is wrong with an address, and what may be, in the order of the form.
  ///
  /// It is a pure function, and the order of the address's fields means nothing to it.
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

  /// Writes an address as couriers of its country read it, line by line.
  ///
  /// What the form does not ask for any more stands at the end, so nothing that was said is hidden.
  public func lines(of address: Address) -> [String] {
    let left = address.fields.filter { !asks(for: $0.type) }.map(\.value)
    return (lines.map { $0.text(of: address) } + [left.joined(separator: ", ")])
      .filter { !$0.isEmpty }
  }

  private func asks(for type: AddressFieldType) -> Bool { fields.contains { $0.type == type } }
}
