/// A ``Screen`` with what its keys do, created from the state of the app for each drawing.
@MainActor
public struct Scene {
  var screen: Screen
  let parts: [Part]
  let commands: [Command<Void>]
  let setText: ((String) -> Void)?

  /// Creates a scene.
  ///
  /// - Parameters:
  ///   - title: The name of the page. The selected row is remembered for each title.
  ///   - pages: The names of all pages, if there are several.
  ///   - detail: What the page is about, such as the name of a city.
  ///   - activity: What the app is doing at the moment.
  ///   - status: A sentence about the state of the data.
  ///   - troubles: The names of faults that the device and the server do not know.
  ///   - field: A field in which each typed character ends; `nil` for none.
  ///   - parts: The content.
  ///   - commands: The commands that do not depend on the selected row.
  ///   - events: Commands for what happens at the sandbox server, such as a fault.
  public init(
    _ title: String, pages: [String] = [], _ detail: String = "", activity: String = "",
    status: String = "", troubles: [String] = [], field: TextField? = nil, _ parts: [Part],
    commands: [Command<Void>] = [], events: [Command<Void>] = []
  ) {
    screen = Screen(
      title: title, pages: pages, detail: detail, activity: activity, troubles: troubles,
      status: status, field: field.map { Screen.Field(label: $0.label, text: $0.text) })
    self.parts = parts
    self.commands = commands + events.map(\.inSandbox)
    setText = field?.set
  }

  /// The number of rows of all parts.
  var rowCount: Int { parts.reduce(0) { $0 + $1.count } }

  /// Returns the part of a row, and the row's index in it.
  func place(of row: Int) -> (part: Part, index: Int)? {
    var index = row
    for part in parts {
      if index < part.count { return (part, index) }
      index -= part.count
    }
    return nil
  }
}

/// A field above the keys in which the user is typing while a scene is shown.
@MainActor
public struct TextField {
  let label: String
  let text: String
  let set: (String) -> Void

  /// Creates a field; `set` is called with the new text after each key.
  public init(_ label: String, _ text: String, set: @escaping (String) -> Void) {
    (self.label, self.text, self.set) = (label, text, set)
  }
}
