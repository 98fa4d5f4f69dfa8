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
      unit: item.unitPrice, total: item.unitPrice, discounts: [], final: item.unitPrice,
      isEstimate: false)
    return CartLine(
      id: item.line, kind: .chosen, item: item, quantity: 1, price: price, problems: [],
      status: .confirmed)
  }

  @Test func `A line is labeled if it differs from the menu, unless the menu lacks it`()
    async throws
  {
    try await device.runAsGuest { app, _ in
      let item = try await app.item()
      let menu = app.menu.state
      func other(
        _ configuration: CartConfiguration? = nil, name: String? = nil, variantName: String? = nil,
        details: [String]? = nil, image: String? = nil
      ) -> CartItem {
        CartItem(
          configuration ?? item.configuration, city: item.city, name: name ?? item.name,
          variantName: variantName ?? item.variantName, details: details ?? item.details,
          image: image ?? item.image, unitPrice: item.unitPrice, revision: item.revision)
      }
      var labels = CartLabels()
      for unchanged in [item, other(CartConfiguration(product: "gone"), name: "Gone")] {
        let labeled = labels.update([line(unchanged)], from: menu)
        #expect(labeled == nil)
      }
      let others = [
        other(name: "Pizza"), other(variantName: "Small"), other(details: []),
        other(image: "/images/old"),
      ]
      for changed in others {
        let labeled = labels.update([line(changed)], from: menu)
        #expect(labeled == [item], "\(changed)")
      }
    }
  }
}
