import Foundation
import Sandbox
import ServerProcess
import Testing

/// The address book over real HTTP, with random kills of the app and the server.
@Suite("An address book and its server")
struct AddressAppTests {
  private static let kills = killCount("ADDRESS_KILLS")

  private struct Figures {
    var kills = 0
    var restarts = 0
    var offline = 0
    var elsewhere = 0
  }

  @Test
  func
    `Every address arrives once and as it was wished last, whoever is killed and whatever goes wrong`()
    async throws
  {
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await server.goWrong(seed: 1)
      // The user signs in before the first taps, which happen without a server.
      _ = try await ChildProcess(
        app: "AddressApp", server: server.url, state: folder.appending(path: "app"), first: 1,
        last: 0
      ).lines()
      var figures = Figures()
      var diary = AddressDiary()
      while figures.kills < Self.kills {
        try await tap(to: diary.next + 99, server, folder, &diary, &figures)
      }
      let made = try await server.madeAddressChanges()
      try await server.expectNoSignOut()
      print(
        "end to end: \(diary.count) changes of addresses taken, \(made.count) made,",
        "\(figures.elsewhere) of them by another device, \(figures.kills) kills of the app,",
        "\(figures.offline) of them offline, and \(figures.restarts) of the server")
      try await server.stop()
    }
  }

  /// Performs taps up to `last`, restarting the app as often as necessary, until the server has
  /// every change.
  private func tap(
    to last: Int, _ server: Backend, _ folder: URL, _ diary: inout AddressDiary,
    _ figures: inout Figures
  ) async throws {
    diary.goOn(to: last)
    // The first taps happen without a server.
    try await server.stop()
    var isOffline = true
    while !diary.isDone {
      let app = try ChildProcess(
        app: "AddressApp", server: server.url, state: folder.appending(path: "app"),
        first: diary.next,
        last: last)
      var isDisturbed = false
      if isOffline {
        try await hear(app, Int.random(in: 1...20), &diary)
        app.kill()
        figures.offline += 1
      } else if figures.kills < Self.kills {
        try await live(app, &diary)
        isDisturbed = try await server.otherDevice.changeAddress()
        figures.elsewhere += isDisturbed ? 1 : 0
        app.kill()
      }
      for line in try await app.lines() { try diary.hear(line) }
      // The page may have been shown before the other device's change, so the app continues.
      if diary.isDone, isDisturbed { diary.goOn(to: last) }
      guard !diary.isDone else { break }
      diary.endLife()
      figures.kills += 1
      if isOffline || Int.random(in: 0..<4) == 0 {
        try await server.restart()
        try await server.goWrong(seed: UInt64(figures.kills))
        figures.restarts += 1
      }
      isOffline = false
    }
    try await check(diary, server)
  }

  /// Lets the app run for a random number of lines or a random time.
  private func live(_ app: ChildProcess, _ diary: inout AddressDiary) async throws {
    guard Bool.random() else {
      return try await Task.sleep(for: .milliseconds(Int.random(in: 30...400)))
    }
    try await hear(app, Int.random(in: 1...20), &diary)
  }

  private func hear(_ app: ChildProcess, _ count: Int, _ diary: inout AddressDiary) async throws {
    for _ in 0..<count {
      guard let line = try await app.line() else { return }
      try diary.hear(line)
    }
  }

  private func check(_ diary: AddressDiary, _ server: Backend) async throws {
    let history = AddressHistory(try await server.madeAddressChanges())
    #expect(history.flaws == [])
    #expect(history.stale == [])
    let rows = try await server.otherDevice.addresses()
    let page = try #require(diary.page)
    let shown = Dictionary(page.map { ($0.server, $0.address.values) }) { first, _ in first }
    #expect(shown == Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.address.values) }))
    #expect(Set(page.map(\.id)).count == page.count, "a name is there twice")

    let labels = rows.map(\.address.label).filter { !$0.isEmpty }
    #expect(Set(labels).count == labels.count, "an address is there twice")
    let slots = Dictionary(rows.map { ($0.address.slot, $0) }) { $1 }
    for slot in AddressDiary.own {
      let content = slots[slot].map { Int($0.address["doorCode"]) ?? 0 }
      #expect(diary.contents(of: slot).contains(content), "slot \(slot)")
      let names = diary.names(of: slot)
      #expect(names.allSatisfy { $0.count <= 1 }, "slot \(slot) has got another name")
      if let row = slots[slot], let name = names.last?.first {
        #expect(page.contains { $0.id == name && $0.server == row.id }, "slot \(slot)")
      }
    }
    let used = AddressDiary.own.compactMap { slot in diary.lastUse(of: slot).map { ($0, slot) } }
    let times = used.sorted { $0.0 < $1.0 }.map { slots[$0.1]?.used ?? 0 }
    #expect(!times.contains(0), "a use is lost")
    #expect(times == times.sorted() && Set(times).count == times.count, "out of order")
    if let preferred = diary.preferred {
      #expect(rows.filter(\.isDefault).map(\.address.slot) == [preferred])
    }
  }
}

extension AddressView.Content {
  /// The content as a dictionary, independent of the fields' order.
  fileprivate var values: [String: String] {
    Dictionary(uniqueKeysWithValues: fields.map { ($0.type, $0.value) })
      .merging(["label": label, "city": "\(city)", "template": template]) { $1 }
  }
}
