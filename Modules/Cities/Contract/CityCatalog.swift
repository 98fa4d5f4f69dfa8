public import Commerce

/// The catalog of available cities, and the current city.
///
/// At launch, ``start(with:)`` restores the stored city or reports why the user must choose one.
/// ``choose(_:)`` downloads a city, stores it, and then makes it current. If there is no current city,
/// the state contains the list of cities for a picker; ``CityBrowser/refreshList()`` fetches a newer list.
///
/// ```swift
/// let cities = Observed(catalog)
/// await catalog.start(with: nil)
/// ```
///
/// All members may be called from any task, at any time and concurrently. Each call makes its requests
/// in the calling task.
public protocol CityCatalog: CityBrowser {
  /// Reads the stored city, so that `state` shows it; sends no request.
  ///
  /// ``start(with:)`` and ``choose(_:)`` do this, too, if they come first. If the city cannot be read, the
  /// reason is in `state`, and ``start(with:)`` reads it again.
  ///
  /// ```swift
  /// await catalog.load()
  /// if let city = catalog.state.currentCity { show(city) }
  /// ```
  func load() async

  /// Makes a city current at launch; the result is in `state`.
  ///
  /// A stored city becomes current at once, without a network request. If there is none, or if it cannot
  /// be read, the list is loaded. Then the first city that one of these rules names is chosen:
  /// 1. The city `given`.
  /// 2. The stored city.
  /// 3. The city that the user chose in the former app.
  /// 4. The only city of a list with one city, if the user has never chosen a city on this device.
  ///
  /// If the chosen city is not current yet, it is fetched and becomes current. A stored city is fetched
  /// again only if it is in another language than ``CityState/language``.
  ///
  /// Calls of ``choose(_:)`` and ``setLanguage(_:)`` take precedence: if one is in progress, or begins
  /// during this call, this call fetches no city.
  ///
  /// A later call repeats each step that has failed, such as reading the stored city.
  ///
  /// ```swift
  /// let cities = Observed(catalog)
  /// await catalog.start(with: nil)
  /// ```
  ///
  /// - Parameter given: The city to choose without a picker, for example from a deep link or a UI test;
  ///   `nil` for the stored city.
  func start(with given: CityID?) async

  /// Downloads a city, stores it, and then makes it current.
  ///
  /// If another city or language is chosen during the call, the call throws ``CitiesError/sync(_:)`` with
  /// `SyncError.superseded`. If the city is already current in ``CityState/language``, it is downloaded only
  /// if it has changed on the server. If the city cannot be stored, it becomes current nevertheless, but a
  /// restart may lose it. ``CityState/write`` then contains the failure.
  ///
  /// ```swift
  /// guard let row = catalog.state.list?.search(typed).first else { return nil }
  /// return try await catalog.choose(row.id)
  /// ```
  ///
  /// - Returns: The chosen city, which is now current.
  /// - Throws: ``CitiesError``; the call has then not changed the current city.
  @discardableResult
  func choose(_ id: CityID) async throws(CitiesError) -> City

  /// Sets the language of the list at once, then fetches a city in this language.
  ///
  /// The city is the one that is being downloaded or, if there is no download, the current city. After
  /// the fetch, the city is current. The language of a later call replaces that of an earlier one.
  ///
  /// ```swift
  /// let offered = await catalog.loadList().languages
  /// if let best = Language.best(of: offered, for: preferences) {
  ///   try await catalog.setLanguage(best)
  /// }
  /// ```
  ///
  /// - Throws: ``CitiesError/unknownLanguage(_:offered:)`` if the list is not available in the language;
  ///   nothing is changed. After any other ``CitiesError``, the list is in the new language or in that
  ///   of a later call, but the current city is unchanged by this call.
  func setLanguage(_ language: Language) async throws(CitiesError)
}
