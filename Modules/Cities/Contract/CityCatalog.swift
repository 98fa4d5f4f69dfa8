/// The cities to choose from, and the one that the app is in.
///
/// The order of a launch: ``start(with:)`` restores the city that was kept, or says why one has to
/// be chosen; meanwhile the list is there at once, and ``refreshList()`` brings a newer one.
/// ``choose(_:)`` downloads a city, keeps it, and only then makes it current.
///
/// All members may be called from any task, at any time and together.
public protocol CityCatalog: Sendable {
  /// The present state.
  var state: CityState { get }

  /// The present state, then each later one; a slow reader is given the newest and skips others.
  func states() -> AsyncStream<CityState>

  /// Restores the kept city, or goes straight to a given one, as a deep link or a UI test asks.
  ///
  /// The outcome is in ``state``. A kept city is ready without any network; where none was kept, the
  /// city of a former app is brought over, and a list with one city leads there. Calling it again retries what it could not do: reading
  /// what was kept, keeping the current city, reading it in the present language, or going to the
  /// given or the former city.
  ///
  /// - Parameter given: The city to be in, without a picker; `nil` for the one that was kept.
  func start(with given: City.ID?) async

  /// The rows that ``list()`` begins with, as many as a first screen shows.
  ///
  /// They are there before the list has been read, which for every larger city on Earth takes a tenth
  /// of a second. Where a kept list turns out to be damaged, the list has other rows.
  ///
  /// - Throws: ``CitiesError/brokenBundle(_:)`` only.
  func firstCities() async throws(CitiesError) -> [CitySummary]

  /// The best list known, at once and without network.
  ///
  /// - Throws: ``CitiesError/brokenBundle(_:)`` only.
  func list() async throws(CitiesError) -> CityList

  /// Asks the server for the list and keeps it outside the bundle if it is newer.
  ///
  /// - Returns: What became of the server's list.
  /// - Throws: ``CitiesError``; the list known before stays.
  @discardableResult
  func refreshList() async throws(CitiesError) -> ListRefresh

  /// Downloads a city, keeps it, and then makes it the current one.
  ///
  /// A choice made while another is under way takes its place, and so does the same city in another
  /// language after ``use(_:)``. To choose the current city again is to ask whether it has changed,
  /// and costs no download when it has not. When there is no room to keep the city it is current all
  /// the same, and ``CityState/notKept`` says why it may not be tomorrow.
  ///
  /// - Returns: The city, now current.
  /// - Throws: ``CitiesError``; the city that was current before stays so.
  @discardableResult
  func choose(_ id: City.ID) async throws(CitiesError) -> City

  /// Switches the list at once, and reads the current city again in this language.
  ///
  /// - Throws: ``CitiesError``; when only the city could not be read again, the list has switched
  ///   and the city stays as it was.
  func use(_ language: Language) async throws(CitiesError)
}

/// What became of a list that the server sent.
public enum ListRefresh: Sendable, Hashable {
  /// It is newer and is the list from now on.
  case updated(revision: Int)
  /// It is the one already known.
  case unchanged
  /// It is older than the one known, as a replica that lags has it, and was ignored.
  ///
  /// An older list is used, as ``updated(revision:)``, when the server has not confirmed the known one
  /// for an hour: then it has taken that back.
  case older(revision: Int)
}
