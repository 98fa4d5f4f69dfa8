public import Cities
public import Commerce
public import Networking
import Sync

extension CityCatalog {
  /// Chooses a city and returns the result, for tests that examine it later.
  public func outcome(of id: CityID) async -> Result<City, CitiesError> {
    do throws(CitiesError) { return .success(try await choose(id)) } catch {
      return .failure(error)
    }
  }
}

extension CitiesError {
  /// Error without a network.
  public static let offline = CitiesError.sync(.fetch(.noAnswer(.offline)))
  /// Error when the response does not arrive in time.
  public static let timedOut = CitiesError.sync(.fetch(.noAnswer(.timedOut)))
  /// Error of an older response than the known one.
  public static let outdated = CitiesError.sync(.fetch(.outdated))
  /// Error of a canceled task.
  public static let cancelled = CitiesError.sync(.cancelled)
  /// Error after a later choice.
  public static let superseded = CitiesError.sync(.superseded)

  /// Returns the error of a response with this status that does not come from the service.
  public static func status(_ status: Int) -> CitiesError { .sync(.fetch(.status(status))) }

  /// Fault of a response that cannot be used; `nil` for another error.
  public var unusableBody: UnusableBody? {
    if case .sync(.fetch(.unusable(let body))) = self { body } else { nil }
  }
}

extension Result<City, CitiesError> {
  /// City of a successful choice; `nil` after a failure.
  public var city: CityID? {
    if case .success(let city) = self { city.id } else { nil }
  }

  /// Error of a failed choice; `nil` after a success.
  public var error: CitiesError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension CityState {
  /// Most recent choice, if it failed, with its error.
  public var failure: (city: CityID, error: CitiesError)? {
    if let choice, case .failed(let error) = choice.phase { (choice.city, error) } else { nil }
  }
}
