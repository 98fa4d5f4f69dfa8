public import Cities

extension CityCatalog {
  /// Chooses a city and returns the result, for tests that examine it later.
  public func outcome(of id: City.ID) async -> Result<City, CitiesError> {
    do throws(CitiesError) { return .success(try await choose(id)) } catch {
      return .failure(error)
    }
  }
}

extension Result<City, CitiesError> {
  /// City of a successful choice; `nil` after a failure.
  public var city: City.ID? {
    if case .success(let city) = self { city.id } else { nil }
  }

  /// Error of a failed choice; `nil` after a success.
  public var error: CitiesError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension CityState {
  /// Most recent choice, if it failed, with its error.
  public var failure: (city: City.ID, error: CitiesError)? {
    if let choice, case .failed(let error) = choice.phase { (choice.city, error) } else { nil }
  }
}
