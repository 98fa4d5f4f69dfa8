import Networking
import Storage
import Sync

/// The newest usable list of cities, with its origin.
struct KnownList: Sendable {
  /// The list, with its `ETag` if the server has sent or confirmed the list.
  var list: StoredCityList
  var source: CityList.Source
  var problem: CityList.Problem?

  var document: CityListDocument { list.document }
}

extension DefaultCityCatalog {
  func loadList() async -> CityList {
    if known == nil, state.list == nil, let (beginning, source) = await bestBeginning(),
      // Another call may have loaded the list while this call waited for the first rows.
      known == nil, state.list == nil
    {
      let rows = CityList(
        beginning, from: source, problem: nil, in: state.language, isComplete: false)
      broadcast.update { $0.list = rows }
    }
    let list = wholeList(of: await bestList(), in: state.language)
    broadcast.update { $0.list = list }
    return list
  }

  /// Returns the complete list with the names in `language`.
  ///
  /// `best` is the newest usable list. If `state` already contains this list in `language`, the call
  /// returns the list in `state`. Otherwise the call creates a list from `best`. The created list reuses
  /// the search index of the list in `state` if both have the same revision and source, because an index
  /// contains the names in all languages.
  func wholeList(of best: KnownList, in language: Language) -> CityList {
    let shown = state.list.flatMap { $0.isComplete ? $0 : nil }
    let isSame = shown?.revision == best.document.revision && shown?.source == best.source
    if isSame, let shown, shown.language == language, shown.problem == best.problem { return shown }
    return CityList(
      best.document, from: best.source, problem: best.problem, in: language,
      index: isSame ? shown?.index : nil)
  }

  /// Returns the rows for a picker's first screen from the newest list on the device, with its origin.
  ///
  /// - Returns: The rows; `nil` if the caller must read the whole list. The result is `nil` in two
  ///   cases: the stored list has no file of its first rows, or the stored data cannot be used.
  func bestBeginning() async -> (CityListDocument, CityList.Source)? {
    let bundled = bundledBeginning
    do {
      guard let stored = try await repositories.beginning.value() else {
        // Without a stored list, the bundled list is the newest. A stored list may have no separate
        // first rows, for example if an earlier release has stored it. The caller must then read the
        // whole list.
        return try await repositories.list.value() == nil ? (bundled, .bundle) : nil
      }
      guard await isBetter(stored, than: bundled) else { return (bundled, .bundle) }
      try stored.validate()
      return (stored, .refreshed)
    } catch { return nil }
  }

  /// The first rows of the bundled list; empty if their file is missing or invalid.
  var bundledBeginning: CityListDocument {
    do { return try bundle.beginning() } catch { return .empty }
  }

  /// Stores the first rows of a list in a separate file, for the first screen of the next launch.
  ///
  /// The call does nothing in two cases:
  /// - The stored first rows already have the revision of `list`.
  /// - The device stores no list and no first rows. The newest list is then the bundled list, and the
  ///   next launch reads the first rows from the bundle.
  ///
  /// - Parameters:
  ///   - list: The newest list.
  ///   - isListStored: Whether a whole list is stored on the device.
  private func storeBeginning(of list: CityListDocument, isListStored: Bool) async {
    do {
      let old = try await repositories.beginning.value()
      guard old?.revision != list.revision, old != nil || isListStored else { return }
      try await repositories.beginning.save(list.beginning)
    } catch {
      // The error is ignored. The first screen of the next launch then waits for the whole list.
    }
  }

  func refreshList() async throws(CitiesError) -> CityList {
    refreshes += 1
    broadcast.update { $0.listFetch = .fetching }
    var failure: CitiesError?
    do throws(CitiesError) { try await fetchList() } catch { failure = error }
    refreshes -= 1
    switch failure {
    case nil: listFailure = nil
    case .sync(.fetch(let reason)): listFailure = reason
    default: break
    }
    let list = wholeList(of: await bestList(), in: state.language)
    let fetch = refreshes > 0 ? .fetching : listFailure.map(FetchStatus.failed) ?? .idle
    broadcast.update { state in
      state.list = list
      state.listFetch = fetch
    }
    if let failure { throw failure }
    return list
  }

  private func fetchList() async throws(CitiesError) {
    let answer = try await server.list(unless: await bestList().list)
    await readConfirmations()
    // Another response may have arrived during the request, so the newest list is read again. The task
    // is not suspended between this read and the comparison of this list with the response.
    let best = await bestList()
    let revision = answer.document.revision
    if revision < best.document.revision, await isDelayed(revision, behind: best) {
      throw .sync(.fetch(.outdated))
    }
    if revision != best.document.revision {
      await adopt(answer)
      await confirm(answer.document)
      return
    }
    let list = StoredCityList(document: best.document, validator: answer.validator)
    if best.source == .bundle {
      known?.list = list
    } else {
      if best.problem != nil || best.list.validator != list.validator {
        // The list is stored again, because the `ETag` may be new or an earlier write may have failed.
        await adopt(list)
      }
      await confirm(list.document)
    }
  }

  /// Uses a list from the server as the newest list; stores the list and a separate copy of its first
  /// rows.
  private func adopt(_ list: StoredCityList) async {
    known = KnownList(list: list, source: .refreshed, problem: known?.problem)
    let failure = await store(list)
    known?.problem = failure.map(CityList.Problem.notStored)
    if failure == nil { await storeBeginning(of: list.document, isListStored: true) }
  }

  /// Stores a whole list, but not the separate file of its first rows.
  ///
  /// ``storeBeginning(of:isListStored:)`` writes the separate file later. If this file contains the
  /// first rows of another list, the call removes the file before it stores the list. Otherwise a crash
  /// between the two writes could leave first rows that do not belong to the stored list.
  ///
  /// - Returns: The error if the list could not be stored; `nil` on success.
  func store(_ list: StoredCityList) async -> StorageError? {
    do throws(StorageError) {
      let old = try await repositories.beginning.value()
      if let old, old.revision != list.document.revision {
        try await repositories.beginning.remove()
      }
    } catch {
      // The error is ignored, because storing the list is more important than removing old first rows.
    }
    do throws(StorageError) { try await repositories.list.save(list) } catch { return error }
    if case .failed(let failure) = repositories.list.writeStatus { return failure }
    return nil
  }

  /// Returns the newest usable list: the stored list or the bundled list.
  ///
  /// The bundled list is used if the stored list is missing, invalid or unreadable. It is also used if
  /// an update of the app has installed a bundled list that is newer than the stored list. The bundled
  /// list is then used until the server sends another list.
  func bestList() async -> KnownList {
    if let known { return known }
    let bundled = bundledBeginning
    var (best, problem) = (KnownList?.none, CityList.Problem?.none)
    var isListStored = false
    do throws(StorageError) {
      let stored = try await repositories.list.value()
      isListStored = stored != nil
      if let stored, await isBetter(stored.document, than: bundled) {
        // An earlier release may have validated the stored list by other rules, so it is validated
        // again.
        do throws(CityListDocument.Flaw) {
          try stored.document.validate()
          best = KnownList(list: stored, source: .refreshed)
        } catch { problem = .invalid(UnusableBody(reason: error.text)) }
      }
    } catch {
      problem = .unreadable(error)
    }
    let found = best ?? bundledList(problem)
    await storeBeginning(of: found.document, isListStored: isListStored)
    // Another call of `bestList()` may have set `known` during the suspension.
    if let known { return known }
    known = found
    return found
  }

  /// Whether to use the stored list in place of the bundled list.
  ///
  /// A stored list with a higher revision than the bundled list is used. Any other stored list is used
  /// only if the server has sent or confirmed it since the bundled list was installed.
  private func isBetter(_ stored: CityListDocument, than bundled: CityListDocument) async -> Bool {
    if stored.revision > bundled.revision { return true }
    return await readConfirmations().replaces(bundled.revision, with: stored.revision)
  }

  private func bundledList(_ problem: CityList.Problem?) -> KnownList {
    do throws(BrokenBundle) {
      return KnownList(
        list: StoredCityList(document: try bundle.document(), validator: nil), source: .bundle,
        problem: problem)
    } catch {
      return KnownList(
        list: StoredCityList(document: .empty, validator: nil), source: .bundle,
        problem: .brokenBundle(file: error.file))
    }
  }
}
