import Networking
import Storage
import Sync

/// The newest list of cities, with its origin.
struct NewestList: Sendable, Equatable {
  let document: CityListDocument
  let source: CityList.Source
  var problem: UnusableBody?
}

extension LiveCityCatalog {
  func loadList() async -> CityList {
    let newest = await newestList()
    let list = list(of: newest, in: state.language)
    observed.update { $0.list = list }
    return list
  }

  func refreshList() async throws(CitiesError) -> CityList {
    refreshes += 1
    observed.update { $0.listFetch = .fetching }
    var failure: SyncError?
    do throws(SyncError) { try await lists.refresh() } catch { failure = error }
    refreshes -= 1
    switch failure {
    case nil: listFailure = nil
    case .fetch(let reason): listFailure = .failed(reason)
    case .closed(let reasons): listFailure = .closed(reasons)
    default: break
    }
    let list = await loadList()
    showFetch()
    if let failure { throw .sync(failure) }
    return list
  }

  func refreshListWithRetries() async {
    let states = await lists.states(fetching: .always)
    await withTaskGroup { group in
      for await state in states {
        switch state.fetch {
        case .notRunning:
          // This is the first call, or another call that made the requests was canceled.
          group.addTask { await self.lists.run() }
          continue
        case .failed, .closed: listFailure = state.fetch
        case .idle, .fetching: listFailure = nil
        }
        _ = await loadList()
        showFetch()
        if state.fetch == .idle { break }
      }
      group.cancelAll()
    }
  }

  private func showFetch() {
    let fetch = refreshes > 0 || lists.state.fetch == .fetching ? .fetching : listFailure ?? .idle
    observed.update { $0.listFetch = fetch }
  }

  /// Returns the list from the server or, if none is stored, the list that the app ships.
  func newestList() async -> NewestList {
    await lists.load()
    if let document = lists.state.value {
      return NewestList(document: document, source: .refreshed)
    }
    do throws(UnusableBody) {
      return NewestList(document: try bundle.document(), source: .bundle)
    } catch {
      return NewestList(document: .empty, source: .bundle, problem: error)
    }
  }

  /// Returns a list with the names in `language`.
  ///
  /// If `state` already contains the list in this language, the result is the list in `state`. A list in
  /// another language reuses its search index, because an index contains the names in all languages.
  func list(of newest: NewestList, in language: Language) -> CityList {
    let shown = newest == listed ? state.list : nil
    if let shown, shown.language == language { return shown }
    listed = newest
    return CityList(
      newest.document, from: newest.source,
      problem: newest.problem ?? newest.document.problem.map(UnusableBody.init), in: language,
      index: shown?.index)
  }
}
