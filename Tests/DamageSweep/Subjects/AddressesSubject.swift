import Addresses
import AddressesTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync

/// An address book with addresses at the server and pending changes.
struct AddressesSubject: Subject {
  let name = "Addresses"

  func makeServer() -> AddressesServerDouble {
    let server = AddressesServerDouble()
    server.change { model in
      model.addElsewhere(Address.parents.view)
      model.addElsewhere(Self.summer.view)
    }
    return server
  }

  func copy(of server: AddressesServerDouble) -> AddressesServerDouble {
    AddressesServerDouble(server.model)
  }

  func launch(_ launch: Launch, _ server: AddressesServerDouble) -> any AddressBook {
    let now = { @Sendable in Date(timeIntervalSince1970: 1_800_000_000) }
    return launch.environment(server, now: now).makeAddressBook(templates: .samples)
  }

  private static let summer = Address.sample("summer", [.street: "Достық даңғылы", .house: "5"])
  private static let moved = Address.parents.with(.apartment, "12")

  var steps: [Step] {
    [
      { book, _, _ in
        try await book.refresh()
        try await book.add(.home)
      },
      { book, _, _ in try await book.refresh() },
      { book, _, _ in try await book.makeDefault(Self.id(of: "home", in: book)) },
      { _, _, launch in launch.gate.close(for: .offline) },
      { book, _, _ in try await book.add(.work) },
      { book, _, _ in try await book.change(Self.id(of: "", in: book), to: Self.moved) },
      { book, _, _ in try await book.use(Self.id(of: "home", in: book)) },
      { book, _, _ in try await book.remove(Self.id(of: "summer", in: book)) },
      { book, _, _ in try await book.makeDefault(Self.id(of: "work", in: book)) },
    ]
  }

  private struct Unknown: Error {}

  private static func id(of label: String, in book: any AddressBook) throws -> SavedAddress.ID {
    guard let found = book.state.addresses.first(where: { $0.address.label == label }) else {
      throw Unknown()
    }
    return found.id
  }

  func run(_ book: any AddressBook, _ launch: Launch) async {
    await launch.insist { try await book.run() }
  }

  func goOnline(_ book: any AddressBook, _ launch: Launch) async {
    do { try await book.refresh() } catch { launch.report(error) }
  }

  func view(_ book: any AddressBook, _ launch: Launch) async -> View {
    let state = book.state
    var view: View = [:]
    for saved in state.addresses + state.elsewhere {
      view["address \(saved.id.rawValue)"] =
        "\(Self.text(saved.address)) default \(saved.isDefault) "
        + "used \(saved.lastUsed.map { "\($0)" } ?? "never") \(saved.status)"
    }
    for wait in state.pending {
      let parts = wait.parts.map { "\($0)" }.sorted().joined(separator: "+")
      view["waiting \(wait.address.rawValue) \(parts)"] =
        "\(wait.wanted.map(Self.text) ?? "") \(wait.status) \(wait.reason)"
    }
    return view
  }

  private static func text(_ address: Address) -> String {
    "\(address.label) "
      + address.fields.map { "\($0.type.rawValue)=\($0.value)" }.joined(separator: " ")
  }

  func arrivals(at server: AddressesServerDouble) -> View {
    var view: View = [:]
    for row in server.model.list.addresses {
      let key = "server address \(row.address["street"])\(row.address["microdistrict"])"
      view[key] =
        (view[key].map { "\($0), and " } ?? "")
        + "\(row.address.label) \(row.address["apartment"]) default \(row.isDefault) used \(row.used)"
    }
    return view
  }

  func requests(at server: AddressesServerDouble) -> [HTTPRequest] { server.requests }

  func sources(of piece: String) -> Set<String> {
    if piece.hasPrefix("address ") { return ["addresses", "address-changes"] }
    return ["address-changes"]
  }
}
