#if canImport(SwiftUI)
  import Foundation
  import Orders
  import SwiftUI

  /// The orders screen: the current orders, and the history.
  struct OrdersScreen: View {
    let orders: OrdersModel

    var body: some View {
      NavigationStack {
        List {
          Section("Current") {
            ForEach(orders.current) { CurrentRow(row: $0, orders: orders) }
          }
          Section("History") {
            ForEach(orders.past) { row in
              VStack(alignment: .leading) {
                Text(row.number).font(.headline)
                Text(row.lines).font(.caption)
              }
            }
          }
        }
        .overlay {
          if orders.current.isEmpty, orders.past.isEmpty {
            ContentUnavailableView("No orders yet", systemImage: "bag")
          }
        }
        .refreshable { await orders.refresh() }
        .navigationTitle("Orders")
      }
    }
  }

  private struct CurrentRow: View {
    let row: OrdersModel.Row
    let orders: OrdersModel

    var body: some View {
      VStack(alignment: .leading) {
        Text(row.number).font(.headline)
        Text(words(for: row.status))
        if let promised = row.promised {
          Text(promised.to, style: .time)
        }
        Text(row.lines).font(.caption)
        if row.isBeingCanceled { Text("The cancellation is being sent") }
      }
      .swipeActions {
        if row.isCancelable {
          Button("Cancel", role: .destructive) { Task { await orders.cancel(row.id) } }
        }
        if row.hasEnded {
          Button("Done") { Task { await orders.acknowledge(row.id) } }
        }
      }
    }
  }

  struct OrdersScreen_Previews: PreviewProvider {
    static var previews: some View {
      Sampled { model, user in OrdersScreen(orders: OrdersModel(user, model)) }
    }
  }
#endif
