import Storage
import Sync

extension DefaultCityCatalog {
  /// Whether a list comes from a replica that lags behind the best one.
  ///
  /// A bundle is older than any replica lags, so the server's list replaces it. A list without a known
  /// confirmation counts as confirmed at the first doubt.
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
    let bundled: Int
    do { bundled = try bundle.beginning().revision } catch { return }
    var changed = await readConfirmations()
    changed.list = .init(revision: list.revision, bundled: bundled, time: now())
    confirmations = changed
    // Without the entry the next process would use the bundle again.
    if areConfirmationsStored || list.revision < bundled { await storeConfirmations() }
  }

  /// Returns the city to use: the answer, or the known one that it was asked with if the answer comes
  /// from a replica that lags.
  ///
  /// A city without a known confirmation counts as confirmed at the first doubt.
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

  /// Reads the confirmations, once; those that cannot be read are not known.
  @discardableResult
  func readConfirmations() async -> KeptConfirmations {
    if let confirmations { return confirmations }
    var found: KeptConfirmations?
    do { found = try await kept.confirmations.value() } catch {}
    // Another caller may have been faster.
    if let confirmations { return confirmations }
    areConfirmationsStored = found != nil
    let read = found ?? KeptConfirmations()
    confirmations = read
    return read
  }

  /// Stores the confirmations: from the first doubt on, because before it no process needs them.
  private func storeConfirmations() async {
    guard let confirmations else { return }
    areConfirmationsStored = true
    do { try await kept.confirmations.save(confirmations) } catch {
      // The next process counts from its own first doubt.
    }
  }
}
