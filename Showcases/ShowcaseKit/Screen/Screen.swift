/// A description of what a showcase shows at one moment, without how it is drawn.
///
/// The description contains everything that a renderer needs: ``ScreenDrawing`` draws it in a terminal.
/// It is a value that can be encoded, so a renderer may be in another process. The user acts by the
/// names in ``keys``, by selecting a row, and by typing into the field.
public struct Screen: Codable, Sendable, Hashable {
  /// The name of the screen, such as `Cart`.
  public var title: String
  /// The names of all pages of the program, of which ``title`` is one; empty if it has only one page.
  public var pages: [String] = []
  /// The subject of the screen, such as the name of a city.
  public var detail = ""
  /// The activity of the app at the moment, such as `loading`; empty if nothing.
  public var activity = ""
  /// The names of the faults that the user has caused, such as `offline`.
  public var troubles: [String] = []
  /// A sentence or more about the state of the data; empty if there is nothing to say.
  public var status = ""
  /// The last event of the app's engines; empty before the first.
  public var event = ""
  /// The reports on damaged files, one sentence for each file.
  public var reports: [String] = []
  /// The content, from top to bottom.
  public var sections: [Section] = []
  /// The index of the selected row among the rows of all sections; `nil` if no row can be selected.
  public var selected: Int?
  /// The field in which the user is typing; `nil` if there is none, or if it is the selected row.
  public var field: Field?
  /// The outcome of what the user did last; empty if there is none.
  public var message = ""
  /// The keys, in groups: those of the app, then those that cause faults.
  public var keys: [[KeyHelp]] = []

  /// A group of rows with a heading.
  public struct Section: Codable, Sendable, Hashable {
    /// The heading; `nil` for none.
    public var title: Line?
    /// The index of the first of ``rows`` among the rows of all sections.
    public var first = 0
    /// The rows; in a long section, only those near the selected row.
    public var rows: [Row] = []
    /// Lines below the rows, which cannot be selected.
    public var lines: [Line] = []
  }

  /// A row that the user can select.
  public struct Row: Codable, Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The texts of the row's columns.
    public var cells: [String]
    /// The tone of the cells.
    public var tone: Tone
    /// The text that can be edited while the row is selected; `nil` if the row is no field.
    public var text: String?
    /// A remark behind the cells and the text.
    public var remark: Line
    /// Lines that belong to the row, below it.
    public var lines: [Line]

    /// Creates a row.
    public init(
      _ cells: String..., tone: Tone = .plain, text: String? = nil, remark: Line = Line(),
      lines: [Line] = []
    ) {
      self.cells = cells
      self.tone = tone
      self.text = text
      self.remark = remark
      self.lines = lines
    }

    /// Creates a row with one cell.
    public init(stringLiteral value: String) { self.init(value) }
  }

  /// A field in which the user is typing.
  public struct Field: Codable, Sendable, Hashable {
    /// The name of the text, such as `Promo code`.
    public var label: String
    /// The text so far.
    public var text: String
  }

  /// A key, and what it does.
  public struct KeyHelp: Codable, Sendable, Hashable {
    /// The name of the key, such as `Enter` or `^R`.
    public var name: String
    /// The effect of the key, such as `refresh`.
    public var words: String
  }
}
