import Commerce
import FoodAppTestSupport
import StorageTestSupport
import Sync
import Testing

@testable import Cart
@testable import FoodApp

struct CartLabelsTests {
  private let device = FoodAppDevice(.memory)

  private func line(_ item: CartItem) -> CartLine {
    let price = LinePrice(
      unit: item.unitPrice, total: item.unitPrice, discounts: [], final: item.unitPrice)
    return CartLine(
      id: item.line, kind: .chosen, item: item, quantity: 1, price: price, problems: [],
      status: .confirmed)
  }

  @Test func `A cart gets the menu's items for its lines once, and again after a change`()
    async throws
  {
    try await device.runAsGuest { app, _ in
      let item = try await app.item()
      let gone = CartItem(
        ItemConfiguration(product: "gone"), city: item.city, name: "Gone",
        unitPrice: item.unitPrice, revision: item.revision)
      let menu = app.menu.state
      var labels = CartLabels()

      #expect(labels.update([line(gone)], from: menu) == nil)
      #expect(labels.update([line(item), line(gone)], from: menu) == [item])
      #expect(labels.update([line(gone), line(item)], from: menu) == nil)
      #expect(labels.update([line(gone)], from: menu) == [])
    }
  }

  @Test func `A line with a choice that the menu no longer offers keeps its name and price`()
    async throws
  {
    try await device.runAsGuest { app, _ in
      let item = try await app.item()
      func odd(
        modifiers: [ItemConfiguration.Modifier] = [], removed: [String] = []
      ) -> CartItem {
        let known = item.configuration
        return CartItem(
          ItemConfiguration(
            product: known.product, variant: known.variant,
            modifiers: known.modifiers + modifiers, removed: known.removed + removed,
            parts: known.parts), city: item.city, name: item.name, unitPrice: item.unitPrice,
          revision: item.revision)
      }
      for item in [
        odd(modifiers: [.init("nothing", in: "nowhere")]), odd(removed: ["nothing"]),
      ] {
        var labels = CartLabels()
        #expect(labels.update([line(item)], from: app.menu.state) == nil)
      }
    }
  }
}
