import Storage

/// The sample as the first release stores it.
struct SampleV1: Sample {
  let id: Int
  let tag, filler: String

  var note: String? { nil }

  static let schema = StoredSchema(SampleV1.self)
}

/// The sample as the second release stores it: a field renamed, another one added.
struct SampleV2: Sample {
  let id: Int
  let tag, text: String
  let note: String?

  var filler: String { text }

  /// The note of a value of the first release.
  static let migratedNote = "-"

  static let schema = SampleV1.schema.step(
    "filler becomes text, note is new",
    up: { old, kept in
      SampleV2(
        id: old.id, tag: old.tag, text: old.filler, note: kept == nil ? migratedNote : kept?.note)
    },
    down: { SampleV1(id: $0.id, tag: $0.tag, filler: $0.text) })
}

extension SampleV2 {
  init(id: Int, tag: String, filler: String) {
    self.init(id: id, tag: tag, text: filler, note: tag)
  }
}

/// The sample as the third release stores it: the field renamed again.
struct SampleV3: Sample {
  let id: Int
  let tag, content: String
  let note: String?

  var filler: String { content }

  static let schema = SampleV2.schema.step(
    "text becomes content",
    up: { SampleV3(id: $0.id, tag: $0.tag, content: $0.text, note: $0.note) },
    down: { SampleV2(id: $0.id, tag: $0.tag, text: $0.content, note: $0.note) })
}

extension SampleV3 {
  init(id: Int, tag: String, filler: String) {
    self.init(id: id, tag: tag, content: filler, note: tag)
  }
}
