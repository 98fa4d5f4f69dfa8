import Networking
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct DiagnosticsTests {
  @Test(arguments: [
    (DiagnosticEvent.renewal(.failed), #"{"event":"renewal","end":"failed"}"#),
    (.fetch(source: "a\"\n", .updated), #"{"event":"fetch","source":"a__","end":"updated"}"#),
  ])
  func `An event is one line of JSON`(event: DiagnosticEvent, line: String) {
    #expect(event.json == line)
  }

  @Test(.temporaryDirectory)
  func `Each opened file, fetch and step of a change is told`() async throws {
    let bench = QueueBench<Edit>(StorageDirectory(TemporaryDirectory.url)) { _, number in
      number == 1 ? .unknown : .applied
    }
    let events = bench.diagnostics.events()
    try bench.enqueue(.set("pizza", 1))
    bench.start()
    bench.wait()
    var lines: [String] = []
    for await event in events {
      lines.append("\(event)")
      if case .change(let step) = event, step.kind == .applied { break }
    }
    #expect(
      lines == [
        "opened, file queue, version 1, outcome absent, bytes 0, damaged 0, milliseconds 0",
        "change, queue queue, kind enqueued, failures 0, milliseconds 0, waiting 1",
        "fetch, source queue, end notModified",
        "change, queue queue, kind unknown, failures 1, milliseconds 0, waiting 1",
        "change, queue queue, kind applied, failures 1, milliseconds 1000, waiting 0",
      ])
  }

  @Test func `A start tells once how many changes wait, and nothing if none do`() async throws {
    var directory = StorageDirectory.inMemory()
    for enqueued in 0...2 {
      directory = directory.reopened()
      let bench = QueueBench<Edit>(directory, keys: "\(enqueued)-") { _, _ in .tryLater() }
      let events = bench.diagnostics.events()
      for _ in 1...2 { _ = try bench.items() }
      try bench.enqueue(.create("\(enqueued)"))
      var lines: [String] = []
      for await event in events {
        lines.append("\(event)")
        if case .change(let step) = event, step.kind == .enqueued { break }
      }
      func line(_ kind: String, _ waiting: Int) -> String {
        "change, queue queue, kind \(kind), failures 0, milliseconds 0, waiting \(waiting)"
      }
      let expected = enqueued == 0 ? [] : [line("restored", enqueued)]
      let told = lines.filter { $0.hasPrefix("change") }
      #expect(told == expected + [line("enqueued", enqueued + 1)])
    }
  }

  @Test(arguments: [
    (SendOutcome<Edit, Int>.rejected(.init("no")), "refused"),
    (.conflict(rebased: nil, ServerUpdate()), "conflict"),
    (.tryLater(), "tryLater"), (.notSent, "notSent"), (.waiting, "notSent"), (.expired, "expired"),
  ])
  func `A step has the kind of its outcome`(
    outcome: SendOutcome<Edit, Int>, kind: String
  ) async throws {
    let bench = QueueBench<Edit> { _, _ in outcome }
    let events = bench.diagnostics.events()
    try bench.enqueue(.set("pizza", 1))
    bench.start()
    var kinds: [String] = []
    for await event in events {
      guard case .change(let step) = event else { continue }
      kinds.append(step.kind.rawValue)
      if kinds.count == 2 { break }
    }
    #expect(kinds == ["enqueued", kind])
  }
}
