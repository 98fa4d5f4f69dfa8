import FoodAppTestSupport
import Menu
import Networking
import Pricing
import SandboxApp
import Sync
import Testing

@testable import Cart
@testable import FoodApp

@Suite("The labels of a cart's lines") struct CartLabelsTests {
  private let device = FoodAppDevice(.memory)

  private func line(_ item: CartItem) -> CartLine {
    let price = LinePrice(
      unit: item.unitPrice, total: item.unitPrice, discounts: [], final: item.unitPrice,
      isEstimate: false)
    return CartLine(
      id: item.line, kind: .chosen, item: item, quantity: 1, price: price, problems: [],
      status: .confirmed)
  }

  @Test func `a line is labeled if its name, size, details or image differs from the menu`()
    async throws
  {
    try await device.run { app in
      try await app.choose(.almaty)
      let item = try await app.item()
      let menu = app.menu.state
      func other(
        name: String? = nil, variantName: String? = nil, details: [String]? = nil,
        image: String? = nil
      ) -> CartItem {
        CartItem(
          item.configuration, city: item.city, name: name ?? item.name,
          variantName: variantName ?? item.variantName, details: details ?? item.details,
          image: image ?? item.image, unitPrice: item.unitPrice, revision: item.revision)
      }
      var labels = CartLabels()
      let unchanged = labels.update([line(item)], from: menu)
      #expect(unchanged == nil)
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

  @Test func `a line that the menu lacks is not labeled`() async throws {
    try await device.run { app in
      try await app.choose(.almaty)
      let item = try await app.item()
      let gone = CartItem(
        CartConfiguration(product: "gone"), city: item.city, name: "Gone",
        unitPrice: item.unitPrice, revision: item.revision)
      var labels = CartLabels()
      let labeled = labels.update([line(gone)], from: app.menu.state)
      #expect(labeled == nil)
    }
  }
}
