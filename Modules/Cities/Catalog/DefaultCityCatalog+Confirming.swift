import Storage
import Sync

extension DefaultCityCatalog {
  /// Returns whether a list comes from a replica that lags behind the best known list.
  ///
  /// A bundled list is older than any expected lag, so a list from the server replaces it. A list
  /// without a stored confirmation counts as confirmed at the first response with a lower revision.
  func isDelayed(_ revision: Int, behind best: KnownList) async -> Bool {
    guard best.source == .refreshed else { return false }
    let known = best.document.revision
    if let entry = confirmations?.list, entry.revision == known {
      guard ReplicaLag.explains(revision, below: known, confirmed: entry.time, now: now()) else {
        return false
      }
    } else {
      await confirm(best.document)
    }
    await storeConfirmations()
    return true
  }

  /// Records that the server has this list now.
  func confirm(_ list: CityListDocument) async {
    let bundled = bundledBeginning.revision
    var changed = await readConfirmations()
    changed.list = .init(revision: list.revision, bundled: bundled, time: now())
    confirmations = changed
    // Without the entry, the next process would use the bundled list again.
    if areConfirmationsStored || list.revision < bundled { await storeConfirmations() }
  }

  /// Returns the response's city, or the known city if the response comes from a lagging replica.
  ///
  /// The known city is the one with which the request was made. A city without a stored
  /// confirmation counts as confirmed at the first response with a lower revision.
  func newest(_ answer: KeptCity, unless known: KeptCity?) async -> KeptCity {
    guard let known, known.city.id == answer.city.id, known.language == answer.language else {
      return answer
    }
    let (old, new) = (known.city.revision, answer.city.revision)
    if new < old {
      if let time = confirmations?.time(of: known) {
        guard ReplicaLag.explains(new, below: old, confirmed: time, now: now()) else {
          return answer
        }
      } else {
        await confirm(known)
      }
      await storeConfirmations()
      return known
    }
    return answer
  }

  /// Records that the server has this city now.
  func confirm(_ kept: KeptCity) async {
    var changed = await readConfirmations()
    changed.city = .init(
      id: kept.city.id, language: kept.language, revision: kept.city.revision, time: now())
    confirmations = changed
    if areConfirmationsStored { await storeConfirmations() }
  }

  /// Returns the confirmations, reading the file once; an unreadable file counts as empty.
  @discardableResult
  func readConfirmations() async -> StoredConfirmations {
    if let confirmations { return confirmations }
    var found: StoredConfirmations?
    do { found = try await kept.confirmations.value() } catch {}
    // Another call may have read them during the suspension.
    if let confirmations { return confirmations }
    areConfirmationsStored = found != nil
    let read = found ?? StoredConfirmations()
    confirmations = read
    return read
  }

  /// Stores the confirmations; called only once the server has sent a lower revision.
  ///
  /// Before that, no process needs them.
  private func storeConfirmations() async {
    guard let confirmations else { return }
    areConfirmationsStored = true
    do { try await kept.confirmations.save(confirmations) } catch {
      // The hour then begins again with the first lower revision that the next process receives.
    }
  }
}
