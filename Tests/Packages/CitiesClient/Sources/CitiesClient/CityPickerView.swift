#if canImport(SwiftUI)
  import Cities
  import SwiftUI
  import Sync

  struct CityPicker: View {
    let catalog: any CityCatalog
    @State private var cities: Observed<CityState>
    @State private var query = ""

    init(_ catalog: any CityCatalog) {
      self.catalog = catalog
      _cities = State(initialValue: Observed(catalog))
    }

    var body: some View {
      List(cities.state.list?.search(query) ?? []) { city in
        Button(city.name) { Task { try await catalog.choose(city.id) } }
      }
      .searchable(text: $query)
      .task { await catalog.start(with: nil) }
    }
  }
#endif
