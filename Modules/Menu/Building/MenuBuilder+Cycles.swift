extension MenuBuilder {
  /// Link from a modifier to one of its groups.
  private struct Link {
    let modifier: MenuModifier.ID
    let group: ModifierGroup.ID
  }

  /// Removes the links by which a group would contain itself.
  ///
  /// The search is iterative, because the nesting of a document may exceed a thread's stack.
  mutating func cutCycles(from start: ModifierGroup.ID) {
    guard !untangled.contains(start) else { return }
    var path: Set = [start]
    var stack = [(group: start, links: links(of: start)[...])]
    while let (group, links) = stack.last {
      guard let link = links.first else {
        stack.removeLast()
        path.remove(group)
        untangled.insert(group)
        continue
      }
      stack[stack.count - 1].links.removeFirst()
      if path.contains(link.group) {
        cut(link)
      } else if !untangled.contains(link.group) {
        path.insert(link.group)
        stack.append((link.group, self.links(of: link.group)[...]))
      }
    }
  }

  private func links(of group: ModifierGroup.ID) -> [Link] {
    (groups[group]?.modifiers ?? []).flatMap { id in
      (modifiers[id]?.groups ?? []).map { Link(modifier: id, group: $0) }
    }
  }

  private mutating func cut(_ link: Link) {
    guard modifiers[link.modifier]?.groups.contains(link.group) == true else { return }
    report("modifiers/\(link.modifier.rawValue)/\(link.group.rawValue)", .cycle)
    modifiers[link.modifier]?.groups.removeAll { $0 == link.group }
  }
}
