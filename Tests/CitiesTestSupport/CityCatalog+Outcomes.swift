public import Cities

extension CityCatalog {
  /// Chooses a city and returns how that went, for tests that look at it later.
  public func outcome(of id: City.ID) async -> Result<City, CitiesError> {
    do throws(CitiesError) { return .success(try await choose(id)) } catch {
      return .failure(error)
    }
  }
}

extension Result<City, CitiesError> {
  /// The city that is current because of it.
  public var city: City.ID? {
    if case .success(let city) = self { city.id } else { nil }
  }

  /// Why it failed.
  public var error: CitiesError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension CityState {
  /// The attempt that failed last, and why.
  public var failure: (city: City.ID, error: CitiesError)? {
    if let choice, case .failed(let error) = choice.phase { (choice.city, error) } else { nil }
  }
}
