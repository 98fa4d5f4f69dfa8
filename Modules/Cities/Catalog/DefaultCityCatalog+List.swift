import Storage

/// A list, and how it came to be the best one known.
struct KnownList: Sendable {
  var document: CityListDocument
  var source: CityList.Source
  var problem: String?
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

  func refreshList() async throws(CitiesError) -> ListRefresh {
    let document = try await server.list()
    let best = try await bestList()
    if document.revision < best.document.revision { return .older(revision: document.revision) }
    if document.revision == best.document.revision {
      // What could not be kept before may be kept now.
      if best.source == .refreshed, best.problem != nil { await keep(document) }
      return .unchanged
    }
    known = KnownList(document: document, source: .refreshed)
    await keep(document)
    return .updated(revision: document.revision)
  }

  private func keep(_ document: CityListDocument) async {
    do {
      try await kept.list.save(document)
      if case .pending(let failure) = kept.list.persistence { throw failure }
      known?.problem = nil
    } catch {
      known?.problem = "\(error)"
    }
  }

  /// The newest of the bundle and what was kept; a newer app's bundle wins over an old file.
  func bestList() async throws(CitiesError) -> KnownList {
    if let known { return known }
    var best = KnownList(document: try BundledList.load(), source: .bundle)
    do {
      if let stored = try await kept.list.value(), stored.revision > best.document.revision {
        // Another release may have taken what this one cannot show.
        try stored.validate()
        best = KnownList(document: stored, source: .refreshed)
      }
    } catch {
      best.problem = "\(error)"
    }
    // Another caller may have got further while this one waited for the file.
    if let known { return known }
    known = best
    return best
  }
}
