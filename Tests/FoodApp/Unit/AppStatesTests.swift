import Testing

@testable import FoodApp

struct AppStatesTests {
  @Test func `A slow consumer skips intermediate states`() async {
    let states = AppStates()
    var consumer = states.states().makeAsyncIterator()
    states.update { $0.health[.cart] = .starting }
    states.update { $0.health[.cart] = .running }
    let state = await consumer.next()
    #expect(state?.health[.cart] == .running)
  }
}
