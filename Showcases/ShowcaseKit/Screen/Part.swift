/// A part of a ``Scene``: rows for some elements, with the commands of an element.
@MainActor
public struct Part {
  let title: Line?
  let count: Int
  let lines: [Line]
  /// The text for the user who presses a key of the part while no element is there.
  let empty: String
  let id: (Int) -> String
  let row: (Int) -> Screen.Row
  let edit: (Int, String) -> Void
  let commands: [Command<Int>]

  /// Creates rows for elements.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - elements: The elements, one for each row.
  ///   - empty: A line in place of the rows if there are no elements; `nil` for none.
  ///   - id: The id of an element. The selection follows it when rows are added or removed.
  ///   - lines: Lines below the rows.
  ///   - edit: Called with the new text of an editable row after each key.
  ///   - commands: The commands of an element; their keys work while one of the rows is selected.
  ///   - row: Returns the row of an element. It is called only for rows near the selected one.
  public init<Elements: RandomAccessCollection>(
    title: Line? = nil, _ elements: Elements, empty: String? = nil,
    id: @escaping (Elements.Element) -> String = { _ in "" }, lines: [Line] = [],
    edit: @escaping (Elements.Element, String) -> Void = { _, _ in },
    commands: [Command<Elements.Element>] = [],
    row: @escaping (Elements.Element) -> Screen.Row
  ) {
    let element: @MainActor (Int) -> Elements.Element = { index in
      elements[elements.index(elements.startIndex, offsetBy: index)]
    }
    self.title = title
    count = elements.count
    self.lines = (count == 0 ? [empty].compactMap(\.self).map { Line($0) } : []) + lines
    self.empty = empty ?? ""
    self.id = { id(element($0)) }
    self.row = { row(element($0)) }
    self.edit = { edit(element($0), $1) }
    self.commands = commands.map { $0.on(element) }
  }

  /// Creates lines that cannot be selected.
  public init(title: Line? = nil, lines: [Line]) {
    self.init(title: title, [Int](), lines: lines) { _ in "" }
  }

  /// Creates faint lines of text that cannot be selected.
  public init(below texts: [String]) {
    self.init(lines: texts.map { Line($0, .faint) })
  }
}

@MainActor
extension Command {
  fileprivate func on<Other>(_ subject: @escaping @MainActor (Other) -> Subject) -> Command<Other> {
    var command = Command<Other>(keys, words, name: name) { [action] in
      action(subject($0), $1)
    }
    (command.place, command.question) = (place, question)
    return command
  }
}
