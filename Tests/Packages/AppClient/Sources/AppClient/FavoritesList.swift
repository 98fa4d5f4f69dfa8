import Favorites
import Foundation
import Sync

#if canImport(SwiftUI)
  import SwiftUI

  struct FavoritesList: View {
    @State private var favorites: Observed<FavoritesState>

    init(_ favorites: Favorites) { _favorites = State(initialValue: Observed(favorites)) }

    var body: some View {
      List(favorites.state.products, id: \.self) { Text($0) }
    }
  }
#endif

/// Returns a feature over a real server and the disk.
func makeFavorites(server: URL, directory: URL) -> Favorites {
  let environment = FeatureEnvironment.live(server: server, directory: directory)
  let favorites = Favorites(in: environment)
  return favorites
}
