#if canImport(SwiftUI)
  import Cart
  import SwiftUI

  /// The cart screen, which marks unconfirmed lines and lists the changes that the server refused.
  struct CartScreen: View {
    let cart: CartModel

    var body: some View {
      NavigationStack {
        List {
          ForEach(cart.rows) { CartRow(row: $0, cart: cart) }
          ForEach(cart.refused) { change in
            VStack(alignment: .leading) {
              Text(words(for: change)).foregroundStyle(.red)
              HStack {
                Button("Try again") { Task { await cart.decide(change.id, isRepeated: true) } }
                Button("Discard", role: .destructive) {
                  Task { await cart.decide(change.id, isRepeated: false) }
                }
              }
            }
          }
          ForEach(cart.problems, id: \.self) { Text(words(for: $0)).foregroundStyle(.orange) }
          if let due = cart.due { OrderRow(due: due, cart: cart) }
        }
        .overlay {
          if cart.rows.isEmpty { ContentUnavailableView("The cart is empty", systemImage: "cart") }
        }
        .navigationTitle("Cart")
      }
    }
  }

  private struct CartRow: View {
    let row: CartModel.Row
    let cart: CartModel

    var body: some View {
      VStack(alignment: .leading) {
        Stepper("\(row.quantity) × \(row.name)") {
          Task { await cart.change(row.id, by: 1) }
        } onDecrement: {
          Task { await cart.change(row.id, by: -1) }
        }
        HStack {
          Text(row.details).font(.caption)
          Spacer()
          if !row.isConfirmed { Image(systemName: "arrow.up.circle") }
          Text(row.price)
        }
        ForEach(row.problems, id: \.self) { problem in
          Text(words(for: problem)).foregroundStyle(.orange)
          if case .priceChanged = problem {
            Button("Accept the new price") { Task { await cart.acceptPrice(of: row.id) } }
          }
        }
      }
      .swipeActions {
        Button("Remove", role: .destructive) { Task { await cart.remove(row.id) } }
      }
    }
  }

  private struct OrderRow: View {
    let due: String
    let cart: CartModel

    var body: some View {
      VStack(alignment: .leading) {
        Button(cart.isEstimate ? "Order for about \(due)" : "Order for \(due)") {
          Task { await cart.placeOrder() }
        }
        .disabled(cart.order.isPending)
        switch cart.order {
        case .open: EmptyView()
        case .pending: Text("The order is stored, and sent as soon as possible")
        case .placed(_, let number): Text("Order \(number)")
        case .refused(let refusal): Text(words(for: refusal)).foregroundStyle(.red)
        }
      }
    }
  }

  extension OrderPlacement {
    fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
  }

  struct CartScreen_Previews: PreviewProvider {
    static var previews: some View {
      Sampled { model, user in CartScreen(cart: CartModel(user, model)) }
    }
  }
#endif
