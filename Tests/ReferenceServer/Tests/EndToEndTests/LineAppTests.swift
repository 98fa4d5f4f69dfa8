import Foundation
import ServerProcess
import Testing

/// The outbox over real HTTP, with random kills of the app and the server.
@Suite("An app and its server")
struct LineAppTests {
  @Test
  func `Every change is made exactly once and in order, whoever is killed and whatever goes wrong`()
    async throws
  {
    let changes = ProcessInfo.processInfo.environment["LINE_CHANGES"].flatMap { Int($0) } ?? 1_000
    try await withFolder { folder in
      let server = try await Backend(folder.appending(path: "server.sqlite"))
      try await server.goWrong(seed: 1)
      var taken: Set<Int> = []
      var unsure: Set<Int> = []
      var isDone = false
      var kills = 0
      while !isDone {
        // A change that was not reported as persisted may be stored nevertheless.
        let first = (taken.union(unsure).max() ?? 0) + 1
        let app = try ChildProcess(
          app: "LineApp", server: server.url, state: folder.appending(path: "app"), first: first,
          last: changes)
        let isLast = kills >= 20
        let pause = Duration.milliseconds(Int.random(in: 30...400))
        if !isLast {
          try await Task.sleep(for: pause)
          if Bool.random() {
            try await server.restart()
            try await server.goWrong(seed: UInt64(kills))
          }
          if Bool.random() { try await Task.sleep(for: pause) }
          app.kill()
          kills += 1
        }
        let said = try await app.lines()
        taken.formUnion(said.compactMap { $0.hasPrefix("TAKEN ") ? Int($0.dropFirst(6)) : nil })
        isDone = said.last == "DONE"
        if !isDone, let next = (0...changes).first(where: { $0 >= first && !taken.contains($0) }) {
          unsure.insert(next)
        }
      }

      let log = try await server.applied()
      let found = Dictionary(grouping: log, by: \.line).mapValues { $0.map(\.quantity) }
      #expect(found.values.allSatisfy { $0 == $0.sorted() }, "out of order")
      #expect(found.values.allSatisfy { Set($0).count == $0.count }, "twice")
      // The server has one line for each line of the app.
      #expect(found.count == 20)
      let quantities = found.values.map(Set.init)
      let expected = Dictionary(grouping: taken, by: { $0 % 20 }).mapValues { numbers in
        Set(numbers.map { $0 / 20 + 1 })
      }
      let missing = expected.values.filter { wanted in
        !quantities.contains { $0.isSuperset(of: wanted) }
      }
      #expect(missing.isEmpty, "lost")
      #expect(log.count >= taken.count && log.count <= taken.count + unsure.count)
      print("end to end: \(taken.count) changes taken, \(log.count) made, \(kills) kills")
      try await server.stop()
    }
  }
}
