import Networking
import NetworkingTestSupport
import Sync
import Testing

@Suite struct SettledCityTests {
  @Test func `A city opens its gate and no city closes it`() {
    let city = SettledCity()
    #expect(city.gate.reasons == [.noCity])
    city.settle(in: .almaty)
    #expect(city.gate.isOpen && city.context == .almaty)
    city.settle(in: nil)
    #expect(city.gate.reasons == [.noCity] && city.context == nil)
  }

  @Test func `The choice of the same city is no update`() async {
    let city = SettledCity(.almaty)
    let updates = Task {
      var changes = city.changes().makeAsyncIterator()
      let first = await changes.next()
      city.settle(in: .almaty)
      // A canceled stream still returns an update that it has buffered.
      withUnsafeCurrentTask { $0?.cancel() }
      return (first, await changes.next())
    }
    let (first, second) = await updates.value
    #expect(first == .almaty)
    #expect(second == nil)
  }
}
