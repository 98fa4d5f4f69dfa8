import Networking
import Sync

/// The menus and the stop lists of all cities, of which one city is current.
struct MenuSources: Sendable {
  let menus: CachedSource<MenuScope, MenuSnapshot>
  let stops: CachedSource<CityID, UnavailableItems>

  init(_ scope: MenuScope, _ kept: MenuRepositories, in environment: FeatureEnvironment) {
    let server = MenuServer(transport: environment.transport)
    let settled = environment.city
    menus = CachedSource(
      store: kept.menus, scope: scope, freshFor: .seconds(600), gate: environment.gate,
      now: environment.now
    ) { scope, validator in
      guard let context = settled.context, scope == MenuScope(scope.fulfillment, in: context) else {
        return .failed(.noAnswer(.cancelled))
      }
      return await server.menu(scope, in: context, ifNot: validator)
    }
    stops = CachedSource(
      // An outdated stop list is worse than a flickering one, so age and replica lag are limited.
      store: kept.stops, scope: scope.city, freshFor: .seconds(60), usableFor: .seconds(43_200),
      replicaLag: .seconds(600), gate: environment.gate, now: environment.now
    ) { city, validator in
      guard let context = settled.context, city == context.city else {
        return .failed(.noAnswer(.cancelled))
      }
      return await server.stops(in: context, ifNot: validator)
    }
  }
}
