import Cities
import CitiesTestSupport
import Testing

@Suite("A start beside a choice", .timeLimit(.minutes(5)))
struct RestoreRaceTests {
  @Test("What a start reads late does not take a city away that was chosen meanwhile")
  func late() async throws {
    let device = LiveCityDevice()
    try device.block()
    for _ in 0..<300 {
      let catalog = device.launch(in: "ru")
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask(priority: .background) { await catalog.start(with: nil) } }
        group.addTask(priority: .high) { _ = await catalog.outcome(of: .moscow) }
        for _ in 0..<4 { group.addTask(priority: .background) { await catalog.start(with: nil) } }
      }
      #expect(catalog.state.currentCity?.id == .moscow)
    }
  }
}
