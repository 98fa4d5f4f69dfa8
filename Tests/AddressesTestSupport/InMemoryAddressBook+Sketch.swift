import Addresses
import AddressesServerModel
import Foundation
import Networking
import Sync

extension InMemoryAddressBook {
  /// How things stand, drawn anew.
  func sketch(_ kept: Kept.Values, _ memory: Memory) -> AddressBookState {
    var state = AddressBookState()
    state.city = memory.context?.city
    state.template = memory.template.flatMap { templates[$0] }
    var all = kept.rows.map { row in
      SavedAddress(
        id: row.id, serverID: row.view.id, address: Address(row.view.address),
        lastUsed: row.view.used > 0 ? date(row.view.used) : nil, isDefault: row.view.isDefault,
        obstacle: row.view.problem.map { AddressObstacle($0) })
    }
    for change in kept.changes { draw(change, on: &all) }
    for index in all.indices {
      all[index].lines = all[index].address.fields.map(\.value)
      guard let template = templates[all[index].address.template] else { continue }
      all[index].lines = template.lines(of: all[index].address)
      all[index].check = template.check(all[index].address)
    }
    let sorted = all.enumerated().sorted { first, second in
      let (one, other) = (first.element.lastUsed, second.element.lastUsed)
      if one == other { return first.offset < second.offset }
      return (one ?? .distantPast) > (other ?? .distantPast)
    }.map(\.element)
    state.addresses = sorted.filter { $0.address.city == state.city }
    state.elsewhere = sorted.filter { $0.address.city != state.city }
    state.waiting = kept.changes.map { wait($0, in: kept, memory) }
    state.fetch = memory.fetch
    if !memory.isFresh, memory.fetch == .idle {
      state.fetch = gate.isOpen ? .fetching : .closed(gate.reasons)
    }
    if !memory.isRunning { state.fetch = .notRunning }
    return state
  }

  private func draw(_ change: SketchedAddressChange, on all: inout [SavedAddress]) {
    let index = all.firstIndex { $0.id == change.address }
    if index == nil, let content = change.content {
      var saved = SavedAddress(
        id: change.address, serverID: "", address: content, lastUsed: nil, isDefault: false,
        obstacle: nil)
      if case .make(_, let used) = change.wish, used > 0 { saved.lastUsed = date(used) }
      saved.unsynced = change.parts
      saved.mark = change.mark
      all.append(saved)
    }
    guard let index else { return }
    all[index].mark = change.mark
    if change.refusal != nil { return }
    all[index].unsynced.formUnion(change.parts)
    switch change.wish {
    case .make: break
    case .edit(let content): all[index].address = content
    case .use(let used):
      if date(used) > all[index].lastUsed ?? .distantPast { all[index].lastUsed = date(used) }
    case .remove: all.remove(at: index)
    case .prefer(let city):
      for other in all.indices where all[other].address.city == city {
        all[other].isDefault = other == index
      }
    }
  }

  private func wait(
    _ change: SketchedAddressChange, in kept: Kept.Values, _ memory: Memory
  ) -> AddressWait {
    let first = kept.changes.first { $0.address == change.address }
    let reason: WaitReason =
      if change.refusal != nil {
        .needsDecision
      } else if let first, first.id != change.id {
        .behind(first.id)
      } else if !gate.isOpen {
        .gate(gate.reasons)
      } else if memory.context == nil {
        .gate([.noCity])
      } else {
        memory.isRunning ? .next : .notRunning
      }
    return AddressWait(
      id: change.id, address: change.address, parts: change.parts, wanted: change.content,
      mark: change.mark, reason: reason)
  }

  private func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}

extension SketchedAddressChange {
  var parts: Set<AddressPart> {
    switch wish {
    case .make: [.existence]
    case .edit: [.fields]
    case .use: [.use]
    case .remove: [.removal]
    case .prefer: [.preference]
    }
  }
}

extension Address {
  init(_ view: AddressView.Content) {
    self.init(
      city: view.city, template: AddressTemplate.ID(rawValue: view.template), label: view.label,
      fields: view.fields.map { AddressField(AddressFieldType(rawValue: $0.type), $0.value) })
  }
}

extension AddressObstacle {
  init(_ problem: AddressView.Problem) {
    switch problem.code {
    case "cityClosed": self = .cityClosed
    case "outsideZone": self = .outsideZone
    default: self = .other(problem.reason)
    }
  }
}
