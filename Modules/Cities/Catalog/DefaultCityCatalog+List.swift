import Storage

/// The best known list, with its origin.
struct KnownList: Sendable {
  /// The list, with the server's validator once one is known.
  var list: KeptList
  var source: CityList.Source
  var problem: String?

  var document: CityListDocument { list.document }
}

extension DefaultCityCatalog {
  func list() async throws(CitiesError) -> CityList {
    let best = try await bestList()
    let language = state.language
    if let list, list.language == language, list.revision == best.document.revision,
      list.problem == best.problem
    {
      return list
    }
    let read = CityList(
      best.document, from: best.source, problem: best.problem, in: language,
      index: list?.revision == best.document.revision ? list?.index : nil)
    list = read
    return read
  }

  func firstCities() async throws(CitiesError) -> [CitySummary] {
    // A list in memory is faster than the file with its beginning.
    guard known == nil, let beginning = try await bestBeginning() else {
      return Array(try await list().cities.prefix(CityListDocument.screen))
    }
    let rows = CityList(beginning, from: .bundle, problem: nil, in: state.language).cities
    return Array(rows.prefix(CityListDocument.screen))
  }

  /// Returns the beginning of the newest list; `nil` if the whole list must be read for it.
  private func bestBeginning() async throws(CitiesError) -> CityListDocument? {
    let bundled = try bundle.beginning()
    do {
      guard let stored = try await kept.beginning.value() else {
        // An earlier release may have stored a list without its beginning.
        return try await kept.list.value() == nil ? bundled : nil
      }
      guard await isBetter(stored, than: bundled) else { return bundled }
      try stored.validate()
      return stored
    } catch { return nil }
  }

  /// Stores the beginning of the best list separately, for the first screen of the next launch.
  ///
  /// Does nothing if neither a list nor a beginning is stored.
  private func keepBeginning(of list: CityListDocument, isListKept: Bool) async {
    do {
      let old = try await kept.beginning.value()
      guard old?.revision != list.revision, old != nil || isListKept else { return }
      try await kept.beginning.save(list.beginning)
    } catch {
      // The next first screen then waits for the whole list.
    }
  }

  func refreshList() async throws(CitiesError) -> ListRefresh {
    let answer = try await server.list(unless: try await bestList().list)
    await readConfirmations()
    // Another response may have arrived meanwhile. From here on, nothing suspends before the
    // decision.
    let best = try await bestList()
    let revision = answer.document.revision
    if revision < best.document.revision, await isDelayed(revision, behind: best) {
      return .older(revision: revision)
    }
    if revision != best.document.revision {
      await keep(answer)
      await confirm(answer.document)
      return .updated(revision: revision)
    }
    let list = KeptList(document: best.document, validator: answer.validator)
    if best.source == .bundle {
      known?.list = list
    } else {
      if best.problem != nil || best.list.validator != list.validator {
        // A list that could not be stored before may be stored now.
        await keep(list)
      }
      await confirm(list.document)
    }
    return .unchanged
  }

  /// Makes a list from the server the best known one, and stores it if possible.
  private func keep(_ list: KeptList) async {
    known = KnownList(list: list, source: .refreshed, problem: known?.problem)
    do {
      try await kept.list.save(list)
      if case .pending(let failure) = kept.list.persistence { throw failure }
      known?.problem = nil
    } catch {
      known?.problem = "\(error)"
    }
    await keepBeginning(of: list.document, isListKept: true)
  }

  /// Returns the newer of the bundled and the stored list.
  ///
  /// The bundled list of a newer app replaces an older stored list, until the server sends that
  /// older list again.
  func bestList() async throws(CitiesError) -> KnownList {
    if let known { return known }
    let bundled = try bundle.beginning()
    var (best, problem) = (KnownList?.none, String?.none)
    var isListKept = false
    do {
      let stored = try await kept.list.value()
      isListKept = stored != nil
      if let stored, await isBetter(stored.document, than: bundled) {
        // Another release may have accepted a list that this one cannot show.
        try stored.document.validate()
        best = KnownList(list: stored, source: .refreshed)
      }
    } catch {
      problem = "\(error)"
    }
    let found = if let best { best } else { try bundledList(problem) }
    await keepBeginning(of: found.document, isListKept: isListKept)
    // Another call may have finished during the suspension.
    if let known { return known }
    known = found
    return found
  }

  /// Returns whether a stored list is used instead of the bundled one.
  private func isBetter(_ stored: CityListDocument, than bundled: CityListDocument) async -> Bool {
    if stored.revision > bundled.revision { return true }
    return await readConfirmations().replaces(bundled.revision, with: stored.revision)
  }

  private func bundledList(_ problem: String?) throws(CitiesError) -> KnownList {
    KnownList(
      list: KeptList(document: try bundle.document(), validator: nil), source: .bundle,
      problem: problem)
  }

  /// Returns the only city of the list, so that a first launch does not ask the user to choose it.
  func onlyCity() async -> City.ID? {
    guard state.stage == .choosing(.firstLaunch) else { return nil }
    do {
      // The beginning of a list with one city contains exactly that city.
      let beginning = try await bestBeginning()
      let cities =
        if let beginning { beginning.cities } else { try await bestList().document.cities }
      return cities.count == 1 ? cities[0].id : nil
    } catch {
      // The error is thrown when the list is requested.
      return nil
    }
  }
}
