import Testing

@testable import Made

@Test func `the result of a call is not compared`() { _ = unexpected(5) }

struct Outcomes {
  @Test func `a frequent case is seven`() { #expect(uncalled(false) == 7) }

  @Test func `a countdown has as many steps as its start`() { #expect(countdown(3) == 3) }

  @Test func `the last of two is the second`() { #expect(last([1, 2]) == 2) }

  @Test func `a greeting has both names`() { #expect(greeting("Ada", "Dr") == "AdaDr Ada") }

  @Test(arguments: [-2, 0, 2]) func `a distance has no sign`(number: Int) {
    #expect(distance(number) == Int(number.magnitude))
  }
}
