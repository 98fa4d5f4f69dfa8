public import Addresses
import Foundation
public import Storage
import Synchronization

extension InMemoryAddressBook {
  /// Adds an address.
  public func add(
    _ address: Address
  ) async throws(AddressError) -> (id: SavedAddress.ID, persistence: Persistence) {
    guard let city = state.city else { throw .noCity }
    guard address.city == city else { throw .anotherCity(address.city) }
    try check(address, besides: nil)
    let id = kept.values.withLock { values in
      values.count += 1
      return SavedAddress.ID(rawValue: "address-\(values.count)")
    }
    take(.make(address, used: 0), of: id)
    return (id, .memoryOnly)
  }

  /// Makes an address say something else.
  public func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) -> Persistence {
    let saved = try saved(id)
    guard address.city == saved.address.city else { throw .anotherCity(address.city) }
    try check(address, besides: saved.id)
    let refused = kept.values.withLock { values in
      values.changes.first { $0.address == saved.id && $0.refusal != nil && $0.content != nil }
    }
    if let refused {
      kept.values.withLock { values in
        values.changes.removeAll { $0.address == saved.id && $0.content != nil }
      }
      if case .edit = refused.wish, refused.refusal != .removedElsewhere {
        take(.edit(address), of: saved.id)
      } else {
        take(.make(address, used: 0), of: saved.id)
      }
    } else {
      take(.edit(address), of: saved.id)
    }
    return .memoryOnly
  }

  /// Removes an address.
  public func remove(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    take(.remove, of: try saved(id).id)
    return .memoryOnly
  }

  /// Notes that something was ordered to it.
  public func use(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    let saved = try saved(id)
    let all = state.addresses + state.elsewhere
    let last = all.compactMap(\.lastUsed).map { Int64($0.timeIntervalSince1970 * 1_000) }.max()
    let now = Int64(now().timeIntervalSince1970 * 1_000)
    take(.use(max(now, (last ?? 0) + 1)), of: saved.id)
    return .memoryOnly
  }

  /// Makes it the one to begin with.
  public func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    let saved = try saved(id)
    take(.prefer(city: saved.address.city), of: saved.id)
    return .memoryOnly
  }

  /// Insists on a change.
  public func keep(_ change: AddressWait.ID) async throws(AddressError) {
    guard !Task.isCancelled else { throw .cancelled }
    try decide(change) { values, index in
      let wished = values.changes[index]
      if wished.refusal == .removedElsewhere, let content = wished.content {
        values.changes[index].wish = .make(content, used: 0)
        values.changes[index].operation += "'"
      }
      values.changes[index].refusal = nil
      values.changes[index].key = nil
    }
  }

  /// Gives a change up.
  public func discard(_ change: AddressWait.ID) async throws(AddressError) {
    guard !Task.isCancelled else { throw .cancelled }
    try decide(change) { values, index in values.changes.remove(at: index) }
  }

  private func decide(
    _ id: Int, _ body: (inout Kept.Values, Int) -> Void
  ) throws(AddressError) {
    try kept.values.withLock { values throws(AddressError) in
      guard let index = values.changes.firstIndex(where: { $0.id == id }) else {
        throw .unknownChange(id)
      }
      guard !values.changes[index].mayBeApplied else { throw .mayBeApplied(id) }
      body(&values, index)
    }
    tell()
  }

  private func saved(_ id: SavedAddress.ID) throws(AddressError) -> SavedAddress {
    guard let saved = state[id] else { throw .unknownAddress(id) }
    return saved
  }

  private func check(
    _ address: Address, besides id: SavedAddress.ID?
  ) throws(AddressError) {
    guard let template = templates[address.template] else {
      throw .unknownTemplate(address.template)
    }
    let errors = template.check(address).errors
    guard errors.isEmpty else { throw .invalid(errors) }
    let shown = (state.addresses + state.elsewhere).map { ($0.id, $0.address) }
    let refused = state.waiting.compactMap { wait in wait.wanted.map { (wait.address, $0) } }
    let twin = (shown + refused).first {
      $0.0 != id && $0.1.sketchedPlace == address.sketchedPlace
    }
    if let twin { throw .duplicate(of: twin.0) }
  }

  /// Puts a wish behind the others, or makes it one with the last of its address that was not sent.
  private func take(_ wish: SketchedAddressChange.Wish, of id: SavedAddress.ID) {
    kept.values.withLock { values in
      if wish == .remove { values.changes.removeAll { $0.address == id && $0.refusal != nil } }
      values.count += 1
      let last = values.changes.lastIndex { $0.address == id }
      if let last, values.changes[last].key == nil, !values.changes[last].mayBeApplied {
        switch (values.changes[last].wish, wish) {
        case (.make(_, let used), .edit(let content)):
          values.changes[last].wish = .make(content, used: used)
          return
        case (.make(let content, _), .use(let used)):
          values.changes[last].wish = .make(content, used: used)
          return
        case (.make, .remove):
          values.changes.remove(at: last)
          return
        case (.edit, .edit), (.use, .use), (.edit, .remove), (.use, .remove):
          values.changes[last].wish = wish
          return
        default: break
        }
      }
      values.changes.append(
        SketchedAddressChange(
          id: values.count, address: id, operation: "operation-\(values.count)", wish: wish))
    }
    tell()
  }
}

extension Address {
  /// What two addresses of one door have in common, roughly.
  fileprivate var sketchedPlace: String {
    let hints: [AddressFieldType] = [.doorCode, .bellName, .phone, .comment]
    let values = fields.filter { !hints.contains($0.type) }.map { field in
      field.type.rawValue
        + field.value.folding(
          options: [.caseInsensitive, .diacriticInsensitive], locale: nil
        )
        .filter { $0.isLetter || $0.isNumber || $0 == "/" }
    }
    return "\(city) \(values)"
  }
}
