import Foundation

/// A rule that the app breaks after damage.
struct Violation: Sendable {
  let rule, details: String
}

extension Sample {
  /// Damages a copy of the files, opens it, and returns every violation.
  func violations(
    of fault: Fault, seed: UInt64, library: Folder, again: Bool
  ) throws -> [Violation] {
    var damaged = files
    fault.apply(to: &damaged, library: library)
    let seen: Seen
    do {
      seen = try look(at: damaged, seed: seed, again: again)
    } catch let hang as Launch.Hang {
      return [Violation(rule: "hang", details: hang.description)]
    }
    let judge = Judge(
      subject: subject, fault: fault,
      changed: Set(fault.files.filter { damaged[$0] != files[$0] }),
      lacking: try lacking(in: damaged, fault), good: try reference(nil),
      fresh: try reference(Fault(.missing, "*")), torn: try torn(damaged, fault), seen: seen)
    return judge.violations(files: files)
  }

  /// Returns the observations with only one file missing, for each file that the damage removes.
  private func lacking(in damaged: Folder, _ fault: Fault) throws -> [String: Seen] {
    var lacking: [String: Seen] = [:]
    for path in fault.files where damaged[path] == nil && files[path] != nil {
      lacking[repository(of: path)] = try reference(Fault(.missing, path))
    }
    return lacking
  }

  /// Returns the observations with each shortened file cut after its last complete write.
  ///
  /// A shortened file may also come from a torn append, after which the complete writes remain.
  private func torn(_ damaged: Folder, _ fault: Fault) throws -> Seen? {
    var cuts: [(path: String, length: Int)] = []
    for path in fault.files.sorted() {
      guard let bytes = damaged[path], let whole = files[path], bytes != whole else { continue }
      // Zeros at the end were never written either, and an incomplete append does not count.
      let isShorter = whole.starts(with: bytes)
      let content = isShorter ? bytes.count : bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      guard content < whole.count, let end = ends[path]?.last(where: { $0 <= content }),
        bytes.count < whole.count || whole[content...].contains(where: { $0 != 0 }),
        whole.starts(with: bytes[..<end])
      else { continue }
      cuts.append((path, end))
    }
    guard let first = cuts.first else { return nil }
    if fault.files.count == 1 { return try reference(Fault(.cut, first.path, first.length)) }
    var torn = damaged
    for (path, length) in cuts { torn[path] = files[path]?.prefix(length) }
    return try look(at: torn, seed: 1)
  }
}

/// A comparison of the observations of damaged files with those of intact ones.
private struct Judge<Of: Subject> {
  typealias Seen = Sample<Of>.Seen

  let subject: Of
  let fault: Fault
  /// The files whose content differs from the original.
  let changed: Set<String>
  /// The observations without the missing files, by repository.
  ///
  /// A missing file is indistinguishable from one that was never written.
  let lacking: [String: Seen]
  let good: Seen
  let fresh: Seen
  let torn: Seen?
  let seen: Seen

  func violations(files: Folder) -> [Violation] {
    let again = seen.after.map { after in
      differences(seen.online, after).map { piece in
        Violation(
          rule: "\(kind(piece)) differs in another launch",
          details: "\(piece): \(seen.online[piece] ?? "nothing"), then \(after[piece] ?? "nothing")"
        )
      }
    }
    return compare("offline", \.offline) + compare("online", \.online)
      + compare("server", \.arrivals) + arrived() + stuck() + keys() + untouched(files)
      + (again ?? [])
  }

  private func compare(_ phase: String, _ view: KeyPath<Seen, View>) -> [Violation] {
    let (expected, actual) = (good[keyPath: view], seen[keyPath: view])
    return differences(expected, actual).compactMap { piece in
      let sources = sources(of: piece)
      let text =
        "\(piece): \(actual[piece] ?? "nothing") instead of \(expected[piece] ?? "nothing")"
      guard !sources.isEmpty else {
        // A module that cannot read its pending changes shows none, and each call throws.
        if actual[piece] == nil, isRefused { return nil }
        return Violation(
          rule: "\(phase): undamaged \(kind(piece)) differs", details: text)
      }
      if sources.contains(where: isTold) { return nil }
      if sources.isSubset(of: lacking.keys),
        sources.allSatisfy({ source in
          let value = lacking[source]?[keyPath: view][piece]
          return actual[piece] == value || actual[piece] == nil
            || actual[piece] == fresh[keyPath: view][piece]
        })
      {
        return nil
      }
      if let torn, torn[keyPath: view][piece] == actual[piece] { return nil }
      return Violation(rule: "\(phase): \(kind(piece)) differs without an error", details: text)
    }
  }

  /// Checks that each intact pending change arrives at the server as without damage.
  private func arrived() -> [Violation] {
    good.offline.keys.filter { $0.hasPrefix("waiting ") && seen.offline[$0] == good.offline[$0] }
      .compactMap { piece in
        let arrival = "server " + piece.dropFirst("waiting ".count)
        guard let expected = good.arrivals[arrival], seen.arrivals[arrival] != expected else {
          return nil
        }
        // A part of it may have been in another file.
        let others = subject.sources(of: arrival).subtracting(subject.sources(of: piece))
        guard !others.contains(where: isTold) else { return nil }
        return Violation(
          rule: "an intact change does not arrive",
          details: "\(arrival): \(seen.arrivals[arrival] ?? "nothing") instead of \(expected)")
      }
  }

  /// Checks that at the end only changes that need the user's decision are pending.
  private func stuck() -> [Violation] {
    seen.online.filter { piece, text in
      piece.hasPrefix("waiting ") && good.online[piece] == nil && !text.contains("needsDecision")
    }.map { Violation(rule: "a change is pending forever", details: "\($0): \($1)") }
  }

  /// Checks that each content is sent under one key, and each key with one content.
  private func keys() -> [Violation] {
    let usual = Dictionary(good.requests.map { ($0.content, 1) }, uniquingKeysWith: +)
    let doubled = Dictionary(grouping: Set(seen.requests), by: \.content).filter {
      $1.count > max(1, usual[$0] ?? 1)
    }.map { content, requests in
      Violation(
        rule: "one change is sent under several keys",
        details: "\(requests.map(\.key).sorted()): \(content.prefix(300))")
    }
    let mixed = Dictionary(grouping: Set(seen.requests), by: \.key).filter { $1.count > 1 }
    return doubled
      + mixed.keys.map { Violation(rule: "several changes are sent under one key", details: $0) }
  }

  /// Checks that the undamaged files have the same bytes as in an undamaged directory.
  private func untouched(_ files: Folder) -> [Violation] {
    let damaged = Set(changed.map(repository(of:)))
    return files.filter { path, bytes in
      !fault.files.contains(path) && seen.left[path] != bytes
        && seen.left[path] != good.left[path]
        && subject.dependencies[repository(of: path), default: []].isDisjoint(with: damaged)
        // The versions of one repository are merged.
        && !damaged.contains(repository(of: path))
    }.map { path, _ in
      let now = seen.left[path].map { "\($0.count) bytes" } ?? "gone"
      return Violation(rule: "an intact file is changed", details: "\(path) is \(now)")
    }
  }

  private func differences(_ first: View, _ second: View) -> [String] {
    Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }.sorted()
  }

  /// Returns the damaged repositories that a part of the view depends on.
  private func sources(of piece: String) -> Set<String> {
    let damaged = Set(changed.map(repository(of:)))
    return subject.sources(of: piece).intersection(damaged)
  }

  private func kind(_ piece: String) -> String {
    piece.split(separator: " ").first.map(String.init) ?? piece
  }

  /// Whether calls failed because only a newer release can read a file.
  private var isRefused: Bool {
    seen.reports.contains { $0.repository == nil && $0.text.contains("newer") }
  }

  /// Whether the damage to a repository's file has been reported, in addition to the usual reports.
  private func isTold(_ repository: String) -> Bool {
    if seen.setAside.contains(repository) { return true }
    let news = seen.reports.subtracting(good.reports)
    if news.contains(where: { $0.repository == repository || $0.text.contains("\(repository).v") })
    {
      return true
    }
    return [seen.offline, seen.online].contains { view in
      view.contains { piece, text in
        (text.contains("\(repository).v") && good.offline[piece] != text)
          || subject.told(by: piece, text).contains(repository)
      }
    }
  }
}
