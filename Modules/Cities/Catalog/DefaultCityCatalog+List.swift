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
    if known == nil, state.list == nil, let beginning = await storedBeginning(),
      // Another call may have loaded the list while this call waited for the first rows.
      known == nil, state.list == nil
    {
      let rows = CityList(
        beginning, from: .refreshed, problem: nil, in: state.language, isComplete: false)
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

  /// Returns the first rows of the stored list, for a picker's first screen.
  ///
  /// - Returns: The rows; `nil` if the caller must read the whole list, because no rows are stored or
  ///   because they cannot be used.
  func storedBeginning() async -> CityListDocument? {
    do {
      let stored = try await repositories.beginning.value()
      try stored?.validate()
      return stored
    } catch { return nil }
  }

  /// Stores the first rows of the stored list in a separate file, for the first screen of the next
  /// launch.
  ///
  /// While the bundled list is used, there is no such file.
  private func storeBeginning(of list: KnownList) async {
    do {
      let old = try await repositories.beginning.value()
      if list.source == .bundle {
        if old != nil { try await repositories.beginning.remove() }
      } else if old?.revision != list.document.revision {
        try await repositories.beginning.save(list.document.beginning)
      }
    } catch {
      // The error is ignored. The first screen of the next launch then waits for the whole list.
    }
  }

  func refreshList() async throws(CitiesError) -> CityList {
    refreshes += 1
    broadcast.update { $0.listFetch = .fetching }
    var failure: CitiesError?
    do throws(CityServer.Failure) {
      try await fetchList()
    } catch {
      (failure, listRetryAfter) = (error.reason, error.retryAfter)
    }
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

  func refreshListWithRetries() async {
    var failures = 0
    repeat {
      do throws(CitiesError) { _ = try await refreshList() } catch { failures += 1 }
      guard listFailure != nil, await pause(after: failures) else { return }
      // Another call may have fetched the list during the pause.
    } while listFailure != nil
  }

  /// Waits until the list can be fetched again after a number of failures, at least 1.
  ///
  /// The delay is random, so that not all devices repeat a request at the same moment. Its upper limit
  /// doubles with each failure, up to a minute. Without a network, the wait lasts until there is one.
  ///
  /// - Returns: Whether to fetch the list; `false` if the task is canceled.
  private func pause(after failures: Int) async -> Bool {
    let limit = min(Duration.seconds(1 << min(failures - 1, 6)), .seconds(60))
    let delay = limit * Double.random(in: 0...1, using: &random)
    do { try await clock.sleep(for: max(delay, listRetryAfter ?? .zero)) } catch { return false }
    for await reasons in gate.changes() where !reasons.contains(.offline) { break }
    return !Task.isCancelled
  }

  private func fetchList() async throws(CityServer.Failure) {
    let answer = try await server.list(unless: await bestList().list)
    await readConfirmations()
    // Another response may have arrived during the request, so the newest list is read again. The task
    // is not suspended between this read and the comparison of this list with the response.
    let best = await bestList()
    let isStored = best.source == .refreshed
    let (revision, known) = (answer.document.revision, best.document.revision)
    if isStored, revision < known, await isDelayed(revision, behind: best) {
      throw CityServer.Failure(reason: .sync(.fetch(.outdated)))
    }
    let isSame = isStored && revision == known
    // The same list is stored again if its `ETag` is new or an earlier write has failed.
    if !isSame || best.problem != nil || best.list.validator != answer.validator {
      await adopt(
        isSame ? StoredCityList(document: best.document, validator: answer.validator) : answer)
    }
    await confirm(answer.document)
  }

  /// Uses a list from the server as the newest list; stores the list and a separate copy of its first
  /// rows.
  private func adopt(_ list: StoredCityList) async {
    known = KnownList(list: list, source: .refreshed, problem: known?.problem)
    let failure = await store(list)
    known?.problem = failure.map(CityList.Problem.notStored)
    if failure == nil, let known { await storeBeginning(of: known) }
  }

  /// Stores a whole list, but not the separate file of its first rows.
  ///
  /// ``storeBeginning(of:)`` writes the separate file later. If this file contains the
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

  /// Returns the newest usable list: the stored list or, if it is missing, invalid or unreadable, the
  /// bundled list.
  func bestList() async -> KnownList {
    if let known { return known }
    var (best, problem) = (KnownList?.none, CityList.Problem?.none)
    do throws(StorageError) {
      if let stored = try await repositories.list.value() {
        // An earlier release may have validated the stored list by other rules, so it is validated
        // again.
        do throws(UnusableBody) {
          try stored.document.validate()
          best = KnownList(list: stored, source: .refreshed)
        } catch { problem = .invalid(error) }
      }
    } catch {
      problem = .unreadable(error)
    }
    let found = best ?? bundledList(problem)
    await storeBeginning(of: found)
    // Another call of `bestList()` may have set `known` during the suspension.
    if let known { return known }
    known = found
    return found
  }

  private func bundledList(_ problem: CityList.Problem?) -> KnownList {
    do throws(UnusableBody) {
      return KnownList(
        list: StoredCityList(document: try bundle.document(), validator: nil), source: .bundle,
        problem: problem)
    } catch {
      return KnownList(
        list: StoredCityList(document: .empty, validator: nil), source: .bundle,
        problem: .brokenBundle(error))
    }
  }
}
