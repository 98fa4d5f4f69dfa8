import Testing

@testable import FoodApp

@Suite("The observers of the app's state") struct AppStatesTests {
  @Test func `a slow consumer skips intermediate states`() async {
    let states = AppStates()
    var consumer = states.states().makeAsyncIterator()
    states.update { $0.health[.cart] = .starting }
    states.update { $0.health[.cart] = .running }
    let state = await consumer.next()
    #expect(state?.health[.cart] == .running)
  }
}
