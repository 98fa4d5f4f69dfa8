import Storage

/// A list, and how it came to be the best one known.
struct KnownList: Sendable {
  /// The list, and the server's validator for it once that is known.
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
    // What was read once is not read again.
    guard known == nil, let beginning = try await bestBeginning() else {
      return Array(try await list().cities.prefix(CityListDocument.screen))
    }
    let rows = CityList(beginning, from: .bundle, problem: nil, in: state.language).cities
    return Array(rows.prefix(CityListDocument.screen))
  }

  /// The beginning of the newest list; `nil` when only the list itself can say.
  private func bestBeginning() async throws(CitiesError) -> CityListDocument? {
    let bundled = try bundle.beginning()
    do {
      guard let stored = try await kept.beginning.value() else {
        // Where a release before kept a list, its beginning is not there yet.
        return try await kept.list.value() == nil ? bundled : nil
      }
      guard await isBetter(stored, than: bundled) else { return bundled }
      try stored.validate()
      return stored
    } catch { return nil }
  }

  /// Keeps the beginning of the best list apart, where a list is kept: the first screen of the next
  /// launch is made of it.
  private func keepBeginning(of list: CityListDocument, isListKept: Bool) async {
    do {
      let old = try await kept.beginning.value()
      guard old?.revision != list.revision, old != nil || isListKept else { return }
      try await kept.beginning.save(list.beginning)
    } catch {
      // The first screen waits for the list then.
    }
  }

  func refreshList() async throws(CitiesError) -> ListRefresh {
    let answer = try await server.list(unless: try await bestList().list)
    await readConfirmations()
    // Another answer may have come meanwhile; from here on nothing is waited for before it is decided.
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
        // What could not be kept before may be kept now.
        await keep(list)
      }
      await confirm(list.document)
    }
    return .unchanged
  }

  /// Takes a list of the server's as the best one, and keeps it if that can be done.
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

  /// The newest of the bundle and what was kept; a newer app's bundle wins over an old file, until the
  /// server says otherwise.
  func bestList() async throws(CitiesError) -> KnownList {
    if let known { return known }
    let bundled = try bundle.beginning()
    var (best, problem) = (KnownList?.none, String?.none)
    var isListKept = false
    do {
      let stored = try await kept.list.value()
      isListKept = stored != nil
      if let stored, await isBetter(stored.document, than: bundled) {
        // Another release may have taken what this one cannot show.
        try stored.document.validate()
        best = KnownList(list: stored, source: .refreshed)
      }
    } catch {
      problem = "\(error)"
    }
    let found = if let best { best } else { try bundledList(problem) }
    await keepBeginning(of: found.document, isListKept: isListKept)
    // Another caller may have got further while this one waited for the file.
    if let known { return known }
    known = found
    return found
  }

  /// Whether a stored list is used rather than the bundle's.
  private func isBetter(_ stored: CityListDocument, than bundled: CityListDocument) async -> Bool {
    if stored.revision > bundled.revision { return true }
    return await readConfirmations().replaces(bundled.revision, with: stored.revision)
  }

  private func bundledList(_ problem: String?) throws(CitiesError) -> KnownList {
    KnownList(
      list: KeptList(document: try bundle.document(), validator: nil), source: .bundle,
      problem: problem)
  }

  /// The city of a list that has no other: on a first launch nobody is asked to choose it.
  func onlyCity() async -> City.ID? {
    guard state.stage == .choosing(.firstLaunch) else { return nil }
    do {
      // The beginning of a list with one city has it, and only that.
      let beginning = try await bestBeginning()
      let cities =
        if let beginning { beginning.cities } else { try await bestList().document.cities }
      return cities.count == 1 ? cities[0].id : nil
    } catch {
      // Told when the list is asked for.
      return nil
    }
  }
}
