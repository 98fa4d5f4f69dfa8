extension String {
  /// Without white space at either end.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Character {
  /// Whether it leaves a mark on paper.
  var isVisible: Bool {
    !isWhitespace
      && unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .privateUse: false
        default: true
        }
      }
  }
}
