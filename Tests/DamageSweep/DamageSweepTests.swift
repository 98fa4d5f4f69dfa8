import Testing

@Suite("Damage to files")
struct DamageSweepTests {
  @Test
  func `Damage is never another value, a dropped change, a crash or a hang without an error`()
    async throws
  {
    try await Sweep().run()
  }
}
