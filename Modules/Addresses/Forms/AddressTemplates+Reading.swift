import Foundation

extension AddressTemplates {
  private struct Document: Decodable {
    struct Template: Decodable {
      let id: AddressTemplate.ID
      let revision: Int
      let fields: [Field]
      let lines: [String]
      let translations: [String: [String]]?
      let languages: [String]?
      let letters: [String: String]?
    }

    struct Field: Decodable {
      let type: AddressFieldType
      let need: String
      let without: AddressFieldType?
      let form: String
      let values: [String]?
      let example: String?
      let limit: Int
      let words: [String]?
      let aliases: [String: String]?
    }

    struct Words: Decodable {
      let own, kinds: [String: FormWords.List]
    }

    let templates: [Template]
    /// The words of the fields, by the code of a language.
    let words: [String: Words]?
  }

  /// The URL of the bundled templates, looked up once; `nil` if they are missing.
  private static let bundledURL = Bundle.module.url(forResource: "templates", withExtension: "json")

  static func bundledFile() throws(AddressError) -> URL {
    guard let bundledURL else { throw .badTemplates("templates.json is missing") }
    return bundledURL
  }

  static func bundledJSON() throws(AddressError) -> Data {
    let url = try bundledFile()
    do { return try Data(contentsOf: url) } catch {
      throw .badTemplates("templates.json: \(error)")
    }
  }

  static func read(_ json: [UInt8]) throws(AddressError) -> [AddressTemplate] {
    let document: Document
    do { document = try JSONDecoder().decode(Document.self, from: Data(json)) } catch {
      throw .badTemplates("\(error)")
    }
    var templates: [AddressTemplate] = []
    for template in document.templates {
      do throws(UnusableTemplate) {
        let template = try Self.template(template, document.words ?? [:])
        guard !templates.contains(where: { $0.id == template.id }) else {
          throw UnusableTemplate(reason: "it is there twice")
        }
        templates.append(template)
      } catch {
        throw .badTemplates("\(template.id.rawValue): \(error.reason)")
      }
    }
    return templates
  }

  private static func template(
    _ document: Document.Template, _ words: [String: Document.Words]
  ) throws(UnusableTemplate) -> AddressTemplate {
    let asked = document.fields.map(\.type)
    guard Set(asked).count == asked.count, !asked.isEmpty else {
      throw UnusableTemplate(reason: "a field is asked for twice, or none")
    }
    let lines = try Self.lines(document.lines, showing: asked)
    var translations: [String: [AddressTemplate.Line]] = [:]
    for (language, texts) in document.translations ?? [:] {
      translations[language] = try Self.lines(texts, showing: asked)
    }
    let local = lines.flatMap(\.pieces)
    let pieces = local + translations.values.joined().flatMap(\.pieces)
    let fields = try document.fields.map { field throws(UnusableTemplate) in
      let (type, known) = (field.type.rawValue, (document.languages ?? []).compactMap { words[$0] })
      let shown = pieces.filter { $0.field == field.type }.flatMap(\.words)
      let own = [FormWords.List(shown + (field.words ?? []))] + known.compactMap { $0.own[type] }
      let areShown = local.contains { piece in
        piece.field == field.type && !piece.words.allSatisfy(\.isEmpty)
      }
      let kinds = known.compactMap { $0.kinds[type] }
      return try Self.field(field, FormWords(own: own, kinds: kinds, areShown: areShown))
    }
    let letters = document.letters ?? [:]
    guard letters.keys.allSatisfy({ (1...2).contains($0.count) }) else {
      throw UnusableTemplate(reason: "the letters")
    }
    for case .requiredWithout(let other) in fields.map(\.need) where !asked.contains(other) {
      throw UnusableTemplate(reason: "\(other.rawValue) is not asked for")
    }
    return AddressTemplate(
      id: document.id, revision: document.revision, fields: fields, lines: lines,
      translations: translations, letters: letters)
  }

  private static func lines(
    _ texts: [String], showing asked: [AddressFieldType]
  ) throws(UnusableTemplate) -> [AddressTemplate.Line] {
    let lines = try texts.map { text throws(UnusableTemplate) in try AddressTemplate.Line(text) }
    let shown = lines.flatMap(\.pieces).map(\.field)
    // The courier sees only the formatted lines, so each field has to be in exactly one of them.
    guard Set(shown) == Set(asked), shown.count == asked.count else {
      throw UnusableTemplate(reason: "the lines show other fields than are asked for")
    }
    return lines
  }

  private static func field(
    _ field: Document.Field, _ words: FormWords
  ) throws(UnusableTemplate) -> AddressTemplate.Field {
    func wrong(_ what: String) -> UnusableTemplate {
      UnusableTemplate(reason: "\(what) of \(field.type.rawValue)")
    }
    let need: AddressTemplate.Need
    switch (field.need, field.without) {
    case ("required", nil): need = .required
    case ("optional", nil): need = .optional
    case ("requiredWithout", let other?): need = .requiredWithout(other)
    default: throw wrong("the need")
    }
    let form: AddressTemplate.Form
    switch (field.form, field.values ?? [], field.example) {
    case ("text", [], nil): form = .text
    case ("number", [], nil): form = .number
    case ("unit", [], nil): form = .unit
    case ("code", [], nil): form = .code
    case ("phone", [], nil): form = .phone
    case ("pattern", let masks, let example?)
    where masks.contains { AddressTemplate.Field.filled($0, with: example) != nil }:
      form = .pattern(masks, example: example)
    case ("choice", let choices, nil) where !choices.isEmpty: form = .choice(choices)
    default: throw wrong("the form")
    }
    guard (1...1_000).contains(field.limit) else { throw wrong("the limit") }
    let aliases = (field.aliases ?? [:]).map { (FormWords.parts(of: $0).joined(), $1) }
    return AddressTemplate.Field(
      type: field.type, need: need, form: form, limit: field.limit, words: words,
      aliases: Dictionary(aliases) { first, _ in first })
  }
}
