import Addresses
import AddressesServerModel
import Foundation
import Networking
import Sync
import Synchronization

extension InMemoryAddressBook {
  private struct Body: Encodable {
    let operation: String
    var address: Address?
    var used: Int64?
    var id: String?
  }

  /// Does whatever can be done: asks for the list once, and sends until nothing is left.
  func work() async {
    while gate.isOpen, memory.withLock({ $0.context }) != nil, !Task.isCancelled {
      let closings = gate.closings
      let isFresh = memory.withLock { memory in
        if memory.seenClosings < closings { memory.isFresh = false }
        memory.seenClosings = closings
        return memory.isFresh
      }
      if !isFresh { await ask() }
      guard memory.withLock({ $0.isFresh }) else { break }
      let next = kept.values.withLock { values -> SketchedAddressChange? in
        let index = values.changes.indices.first { index in
          let change = values.changes[index]
          return change.refusal == nil
            && values.changes[..<index].allSatisfy { $0.address != change.address }
        }
        guard let index else { return nil }
        values.count += 1
        values.changes[index].key = values.changes[index].key ?? "key-\(values.count)"
        return values.changes[index]
      }
      guard let next else { break }
      await send(next)
      tell()
    }
    tell()
  }

  /// Asks for the list and shows it.
  func ask() async {
    guard let context = memory.withLock({ $0.context }) else { return }
    let answer = await server.answer(to: HTTPRequest(.get, "/v1/addresses", in: context))
    memory.withLock { $0.fetch = .failed("no answer") }
    if case .success(let response) = answer, take(response) {
      memory.withLock { memory in
        memory.fetch = .idle
        memory.isFresh = true
      }
    }
    tell()
  }

  private func send(_ change: SketchedAddressChange) async {
    guard let context = memory.withLock({ $0.context }) else { return }
    let row = kept.values.withLock { values in
      values.rows.first { $0.id == change.address }?.view
    }
    if case .make = change.wish, row?.origins.contains(change.operation) == true {
      return done(change.id)
    }
    var id = ""
    if case .make = change.wish {
    } else {
      guard let row else { return gone(change) }
      id = row.id
    }
    guard let request = request(change, of: id, context) else { return }
    update(change.id) { $0.mayBeApplied = true }
    switch await server.answer(to: request) {
    case .success(let response): if take(response) { done(change.id) }
    case .gone(let problem): if problem.code == "addressRemoved" { gone(change) }
    case .rejected(let problem), .conflict(let problem): refuse(change.id, problem.response)
    case .notSent: update(change.id) { $0.mayBeApplied = false }
    case .notModified, .unauthorised, .tryLater, .outcomeUnknown:
      memory.withLock { $0.isFresh = false }
    }
  }

  private func request(
    _ change: SketchedAddressChange, of id: String, _ context: RequestContext
  ) -> HTTPRequest? {
    let path = "/v1/addresses"
    var body = Body(operation: change.operation)
    do {
      var request: HTTPRequest
      switch change.wish {
      case .make(let address, let used):
        (body.address, body.used) = (address, used)
        request = HTTPRequest(.post(try .json(body)), path, in: context)
      case .edit(let address):
        (body.address, body.used) = (address, 0)
        request = HTTPRequest(.patch(try .json(body)), "\(path)/\(id)", in: context)
      case .use(let used):
        body.used = used
        request = HTTPRequest(.patch(try .json(body)), "\(path)/\(id)", in: context)
      case .remove: request = HTTPRequest(.delete, "\(path)/\(id)", in: context)
      case .prefer(let city):
        body.id = id
        request = HTTPRequest(.put(try .json(body)), "\(path)/defaults/\(city)", in: context)
      }
      request.idempotencyKey = change.key.flatMap(IdempotencyKey.init(rawValue:))
      return request
    } catch {
      return nil
    }
  }

  /// Takes the list of an answer, if there is a readable one in it.
  private func take(_ response: HTTPResponse) -> Bool {
    do {
      let list = try response.json(AddressListView.self)
      let isNews = memory.withLock { memory in
        guard list.revision >= memory.revision else { return false }
        memory.revision = list.revision
        return true
      }
      guard isNews else { return true }
      kept.values.withLock { values in
        values.rows = list.addresses.map { view in
          let own = values.changes.first { change in
            guard case .make = change.wish else { return false }
            return view.origins.contains(change.operation)
          }
          let known = values.rows.first { $0.view.id == view.id }?.id
          return (own?.address ?? known ?? SavedAddress.ID(rawValue: view.id), view)
        }
      }
      return true
    } catch {
      return false
    }
  }

  private func done(_ id: Int) {
    kept.values.withLock { $0.changes.removeAll { $0.id == id } }
    tell()
  }

  private func gone(_ change: SketchedAddressChange) {
    memory.withLock { $0.isFresh = false }
    guard change.content != nil else { return done(change.id) }
    update(change.id) { change in
      change.refusal = .removedElsewhere
      change.mayBeApplied = false
    }
    tell()
  }

  private func refuse(_ id: Int, _ response: HTTPResponse) {
    update(id) { change in
      change.mayBeApplied = false
      do {
        change.refusal = AddressObstacle(try response.json(AddressView.Problem.self))
      } catch {
        change.refusal = .other("HTTP \(response.status)")
      }
    }
  }

  private func update(_ id: Int, _ body: (inout SketchedAddressChange) -> Void) {
    kept.values.withLock { values in
      guard let index = values.changes.firstIndex(where: { $0.id == id }) else { return }
      body(&values.changes[index])
    }
  }
}
