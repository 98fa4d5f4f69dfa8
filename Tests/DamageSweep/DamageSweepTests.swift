import Testing

@Suite("Damage to files")
struct DamageSweepTests {
  @Test
  func `Damage is never another value, a dropped change, a crash or a hang without an error`()
    async throws
  {
    try await Sweep().run()
  }

  @Test(arguments: [
    "flip cart.v1.store 12", "cut a.v1.store 0", "zeros a.v1.store 5", "missing a", "doubled a",
    "copied a.v1.store a.v2.store", "swapped a b", "foreign a Cart/b",
    "flip a 1 + swapped a b",
  ])
  func `Damage is made again from its description`(_ text: String) {
    #expect(Fault(text)?.description == text)
  }
}
