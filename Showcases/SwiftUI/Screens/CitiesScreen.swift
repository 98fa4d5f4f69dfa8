#if canImport(SwiftUI)
  import Cities
  import SwiftUI

  /// The city picker.
  ///
  /// Without a network, it shows the stored list of cities, or the list that the app ships.
  struct CitiesScreen: View {
    @State private var cities: CitiesModel

    init(_ model: AppModel) {
      _cities = State(initialValue: CitiesModel(model))
    }

    var body: some View {
      NavigationStack {
        List {
          ForEach(cities.groups) { group in
            Section(group.country.name) {
              ForEach(group.cities) { CityRow(city: $0, cities: cities) }
            }
          }
          ForEach(cities.results) { CityRow(city: $0, cities: cities) }
        }
        .overlay {
          if cities.isUnknown {
            ContentUnavailableView("No such city", systemImage: "magnifyingglass")
          }
        }
        .searchable(text: $cities.query)
        .navigationTitle("Choose a city")
      }
    }
  }

  private struct CityRow: View {
    let city: CitySummary
    let cities: CitiesModel

    var body: some View {
      Button {
        Task { await cities.choose(city.id) }
      } label: {
        HStack {
          VStack(alignment: .leading) {
            Text(city.name)
            if let region = city.region { Text(region).font(.caption) }
          }
          Spacer()
          if let download = cities.download, download.city == city.id {
            ProgressView(value: download.part)
          }
        }
      }
      .disabled(cities.download != nil)
    }
  }

  struct CitiesScreen_Previews: PreviewProvider {
    static var previews: some View {
      Sampled { model, _ in CitiesScreen(model) }
    }
  }
#endif
