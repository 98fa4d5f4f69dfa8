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

  func refreshList() async throws(CitiesError) -> ListRefresh {
    let answer = try await server.list(unless: try await bestList().list)
    // Another answer may have come meanwhile.
    let best = try await bestList()
    let revision = answer.document.revision
    if revision < best.document.revision { return .older(revision: revision) }
    if revision > best.document.revision {
      await keep(answer)
      return .updated(revision: revision)
    }
    let list = KeptList(document: best.document, validator: answer.validator)
    if best.source == .bundle {
      known?.list = list
    } else if best.problem != nil || best.list.validator != list.validator {
      // What could not be kept before may be kept now.
      await keep(list)
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
  }

  /// The newest of the bundle and what was kept; a newer app's bundle wins over an old file.
  func bestList() async throws(CitiesError) -> KnownList {
    if let known { return known }
    var best = KnownList(
      list: KeptList(document: try bundle(), validator: nil), source: .bundle)
    do {
      if let stored = try await kept.list.value(),
        stored.document.revision > best.document.revision
      {
        // Another release may have taken what this one cannot show.
        try stored.document.validate()
        best = KnownList(list: stored, source: .refreshed)
      }
    } catch {
      best.problem = "\(error)"
    }
    // Another caller may have got further while this one waited for the file.
    if let known { return known }
    known = best
    return best
  }

  /// The city of a list that has no other: on a first launch nobody is asked to choose it.
  func onlyCity() async -> City.ID? {
    guard state.stage == .choosing(.firstLaunch) else { return nil }
    do {
      let cities = try await bestList().document.cities
      return cities.count == 1 ? cities[0].id : nil
    } catch {
      // Told when the list is asked for.
      return nil
    }
  }
}
