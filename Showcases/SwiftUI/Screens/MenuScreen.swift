#if canImport(SwiftUI)
  import Menu
  import SwiftUI

  /// The menu screen; a tap adds a product or combo with its initial choices to the cart.
  struct MenuScreen: View {
    @Bindable var menu: MenuModel

    var body: some View {
      NavigationStack {
        List {
          if menu.hasFailed {
            Label("The menu may be outdated", systemImage: "wifi.slash").foregroundStyle(.secondary)
          }
          ForEach(menu.groups) { group in
            Section(group.name) {
              ForEach(group.rows) { MenuRow(row: $0, menu: menu) }
            }
          }
          ForEach(menu.results) { MenuRow(row: $0, menu: menu) }
        }
        .overlay { if menu.isLoading { ProgressView() } }
        .searchable(text: $menu.query)
        .refreshable { await menu.refresh() }
        .navigationTitle("Menu")
      }
    }
  }

  private struct MenuRow: View {
    let row: MenuModel.Row
    let menu: MenuModel

    var body: some View {
      Button {
        Task { await menu.add(row.id) }
      } label: {
        HStack {
          VStack(alignment: .leading) {
            Text(row.name).font(.headline)
            Text(row.unavailability.map { words(for: $0) } ?? row.text).font(.caption)
          }
          Spacer()
          if let price = row.price { Text(price) }
        }
      }
      .disabled(row.unavailability != nil)
    }
  }

  struct MenuScreen_Previews: PreviewProvider {
    static var previews: some View {
      Sampled { model, _ in MenuScreen(menu: MenuModel(model)) }
    }
  }
#endif
