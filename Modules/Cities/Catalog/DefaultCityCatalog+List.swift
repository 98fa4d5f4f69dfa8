import Networking
import Storage
import Sync

/// The newest usable list of cities, with its origin.
struct KnownList: Sendable {
  /// The list; with the server's validator, if the server has sent or confirmed it.
  var list: StoredCityList
  var source: CityList.Source
  var problem: CityList.Problem?

  var document: CityListDocument { list.document }
}

extension DefaultCityCatalog {
  func loadList() async -> CityList {
    if known == nil, state.list == nil, let (beginning, source) = await bestBeginning(),
      // Another call may have loaded the list during the suspension.
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

  /// Returns the list for a language.
  ///
  /// If possible, the list in the state or its search index is reused.
  func wholeList(of best: KnownList, in language: Language) -> CityList {
    let shown = state.list.flatMap { $0.isComplete ? $0 : nil }
    let isSame = shown?.revision == best.document.revision && shown?.source == best.source
    if isSame, let shown, shown.language == language, shown.problem == best.problem { return shown }
    return CityList(
      best.document, from: best.source, problem: best.problem, in: language,
      index: isSame ? shown?.index : nil)
  }

  /// Returns the first rows of the newest list; `nil` if they are not stored separately.
  func bestBeginning() async -> (CityListDocument, CityList.Source)? {
    let bundled = bundledBeginning
    do {
      guard let stored = try await kept.beginning.value() else {
        // If no list is stored, the bundled one is the newest. An earlier release may have stored a list
        // without its beginning.
        return try await kept.list.value() == nil ? (bundled, .bundle) : nil
      }
      guard await isBetter(stored, than: bundled) else { return (bundled, .bundle) }
      try stored.validate()
      return (stored, .refreshed)
    } catch { return nil }
  }

  /// The first rows of the bundled list; none if the file is broken.
  var bundledBeginning: CityListDocument {
    do { return try bundle.beginning() } catch { return .empty }
  }

  /// Stores the first rows of the newest list separately, for the first screen of the next launch.
  ///
  /// The call has no effect if neither a list nor its first rows are stored.
  private func keepBeginning(of list: CityListDocument, isListKept: Bool) async {
    do {
      let old = try await kept.beginning.value()
      guard old?.revision != list.revision, old != nil || isListKept else { return }
      try await kept.beginning.save(list.beginning)
    } catch {
      // If the first rows cannot be stored, the first screen of the next launch waits for the whole list.
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
    // Another response may have arrived during the request, so the newest list is determined now. No
    // suspension follows before the decision.
    let best = await bestList()
    let revision = answer.document.revision
    if revision < best.document.revision, await isDelayed(revision, behind: best) {
      throw .sync(.fetch(.outdated))
    }
    if revision != best.document.revision {
      await keep(answer)
      await confirm(answer.document)
      return
    }
    let list = StoredCityList(document: best.document, validator: answer.validator)
    if best.source == .bundle {
      known?.list = list
    } else {
      if best.problem != nil || best.list.validator != list.validator {
        // The list is stored again, because an earlier attempt may have failed.
        await keep(list)
      }
      await confirm(list.document)
    }
  }

  /// Makes a list from the server the newest usable one, and stores it if possible.
  private func keep(_ list: StoredCityList) async {
    known = KnownList(list: list, source: .refreshed, problem: known?.problem)
    let failure = await store(list)
    known?.problem = failure.map(CityList.Problem.notStored)
    if failure == nil { await keepBeginning(of: list.document, isListKept: true) }
  }

  /// Stores a list, but not its first rows; returns the failure, or `nil`.
  ///
  /// The first rows of another list are removed before. Otherwise a crash before
  /// ``keepBeginning(of:isListKept:)`` could leave rows that do not belong to the stored list.
  func store(_ list: StoredCityList) async -> StorageError? {
    do throws(StorageError) {
      let old = try await kept.beginning.value()
      if let old, old.revision != list.document.revision { try await kept.beginning.remove() }
    } catch {
      // The error is ignored, because the list is more important. Its first rows are stored after it.
    }
    do throws(StorageError) { try await kept.list.save(list) } catch { return error }
    if case .failed(let failure) = kept.list.writeStatus { return failure }
    return nil
  }

  /// Returns the bundled or the stored list, whichever is newer and usable.
  ///
  /// After an update of the app, the bundled list may be newer than the stored one. It is then used,
  /// unless the server sends the older list again.
  func bestList() async -> KnownList {
    if let known { return known }
    let bundled = bundledBeginning
    var (best, problem) = (KnownList?.none, CityList.Problem?.none)
    var isListKept = false
    do throws(StorageError) {
      let stored = try await kept.list.value()
      isListKept = stored != nil
      if let stored, await isBetter(stored.document, than: bundled) {
        // The stored list may be from a release with other rules, so that this release cannot show it.
        do throws(CityListDocument.Flaw) {
          try stored.document.validate()
          best = KnownList(list: stored, source: .refreshed)
        } catch { problem = .invalid(UnusableBody(reason: error.text)) }
      }
    } catch {
      problem = .unreadable(error)
    }
    let found = best ?? bundledList(problem)
    await keepBeginning(of: found.document, isListKept: isListKept)
    // Another call may have finished during the suspension.
    if let known { return known }
    known = found
    return found
  }

  /// Whether the stored list is newer than the bundled one, or has replaced it by a confirmation of the
  /// server.
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
