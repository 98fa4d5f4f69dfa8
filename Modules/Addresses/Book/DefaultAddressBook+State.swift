import Networking
import Sync

extension DefaultAddressBook {
  /// How things stand: a function of what the server had, what waits, and the templates.
  func makeState() -> AddressBookState {
    var state = AddressBookState()
    state.city = context?.city
    state.template = template.flatMap { templates[$0] }
    let shown = replay.shown
    for saved in shown where ranks[saved.id] == nil { ranks[saved.id] = ranks.count }
    let all = shown.map(described).sorted { first, second in
      (second.used, ranks[first.id] ?? 0) < (first.used, ranks[second.id] ?? 0)
    }
    state.addresses = all.filter { $0.address.city == context?.city }
    state.elsewhere = all.filter { $0.address.city != context?.city }
    state.waiting = items.filter { $0.mark != .confirmed }.map(waiting)
    state.fetch = fetch
    return state
  }

  /// What is shown, before templates are laid over it.
  var replay: AddressReplay {
    let queued = items.compactMap { item -> PendingWish? in
      // The server has it, and so has what was read from there since.
      if case .settling(let version) = item.reason, version <= revision { return nil }
      return item.change.map { PendingWish(change: $0, mark: item.mark) }
    }
    return AddressReplay(
      kept, queued + underWay.map { PendingWish(change: $0, mark: .pending) })
  }

  /// The address with what its template makes of it; of an unknown one the values are shown.
  private func described(_ saved: SavedAddress) -> SavedAddress {
    var saved = saved
    if let template = templates[saved.address.template] {
      saved.lines = template.lines(of: saved.address)
      saved.check = template.check(saved.address)
    } else {
      saved.lines = saved.address.fields.map(\.value)
    }
    return saved
  }

  private func waiting(_ item: OutboxItem<AddressChange>) -> AddressWait {
    let isCityless = context == nil && item.reason.isNext
    return AddressWait(
      id: item.id, address: item.change?.address ?? SavedAddress.ID(rawValue: ""),
      parts: item.change?.wish.parts ?? [], wanted: item.change?.wish.content, mark: item.mark,
      reason: isCityless ? .gate([.noCity]) : item.reason)
  }

  private var fetch: AddressFetch {
    guard isRunning else { return .notRunning }
    guard isWanted else { return asking }
    let reasons = gate.reasons.union(context == nil ? [.noCity] : [])
    return reasons.isEmpty ? .fetching : .closed(reasons)
  }
}

extension OutboxItem<AddressChange> {
  /// The badge beside what it is about.
  var mark: AddressMark {
    switch reason {
    case .needsDecision: .failed(AddressObstacle(refusal?.text ?? ""))
    case .settling: .confirmed
    case .next, .inFlight, .gate, .notRunning, .behind, .dependsOn, .backoff:
      mayBeApplied ? .maybeApplied : .pending
    }
  }
}
