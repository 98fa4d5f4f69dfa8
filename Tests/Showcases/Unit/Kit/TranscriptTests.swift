import Sandbox
import Synchronization
import Testing

@testable import ShowcaseKit

struct TranscriptTests {
  private let clock = InstantClock()

  @Test func `Lines from many tasks are complete, and their times never go back`() async throws {
    let paper = Mutex("")
    let transcript = Transcript(clock: clock) { text in paper.withLock { $0 += text } }

    try await withThrowingTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { [clock] in
          try await clock.sleep(for: .milliseconds(1))
          transcript.line("here")
        }
      }
      try await group.waitForAll()
    }

    let lines = paper.withLock { $0 }.split(separator: "\n")
    #expect(lines.count == 100)
    #expect(lines.allSatisfy { $0.hasSuffix(" s] here") })
    #expect(lines == lines.sorted())
  }

  @Test func `A line that cannot be written is an error at the end, and no line follows it`() {
    let written = Mutex(0)
    let full = SystemCallFailure(operation: "write", code: 28)
    let transcript = Transcript(clock: clock) { _ throws(SystemCallFailure) in
      written.withLock { $0 += 1 }
      throw full
    }

    transcript.line("lost")
    transcript.line("not tried")

    #expect(throws: full) { try transcript.checkWritten() }
    #expect(written.withLock { $0 } == 1)
  }
}
