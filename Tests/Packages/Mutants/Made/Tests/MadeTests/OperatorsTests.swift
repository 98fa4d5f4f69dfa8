import Testing

@testable import Made

struct OperatorsTests {
  @Test func `a register locks and is limited`() async {
    let register = Register()
    #expect(await register.add(4))
    #expect(await register.isFree)
    #expect(await register.add(5))
    #expect(await !register.add(6))
    #expect(await register.entries == [4, 5])
  }

  @Test(arguments: [(10, Size.small), (11, .large), (12, .large)])
  func `a size is large above ten`(count: Int, expected: Size) { #expect(size(count) == expected) }

  @Test func `an unknown age is a child's`() {
    #expect([nil, 17, 18, 19].map(isAdult) == [false, false, true, true])
  }

  @Test func `a range ends after it starts`() { #expect(range(2, 9) == 7) }

  @Test func `an order needs both`() {
    #expect(mayOrder(isOpen: true, isSignedIn: true))
    #expect(!mayOrder(isOpen: false, isSignedIn: true))
  }

  @Test func `seven is lucky`() {
    #expect([6, 7, 8, 9].map(kind) == ["even", "lucky", "even", "odd"])
  }
}
