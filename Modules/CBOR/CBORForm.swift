import Synchronization

/// The way in which the values of a type are read, or are written.
///
/// It is `@unchecked Sendable`, because the compiler cannot know that a conformance of a type in a
/// variable is not isolated to an actor. The types here are those of the system's libraries.
enum CBORForm<Collection>: @unchecked Sendable {
  /// Without a coder of its own.
  case leaf(any CBORLeaf.Type)
  /// With a coder, but without Codable containers.
  case collection(Collection)
  /// By the type's own `init(from:)` and `encode(to:)`.
  case codable
}

extension CBORForm<any CBORReadable.Type> {
  static let table = CBORFormTable<any CBORReadable.Type>(
    for: "Swift.Array<", "Swift.Dictionary<Swift.String, ")
}

extension CBORForm<any CBORWritable.Type> {
  static let table = CBORFormTable<any CBORWritable.Type>(
    for: "Swift.Array<", "Swift.Dictionary<", "Swift.Set<")
}

/// The forms of the types that have been coded in this process.
final class CBORFormTable<Collection>: Sendable {
  typealias Forms = [ObjectIdentifier: CBORForm<Collection>]

  private let names: [String]
  private let known = Mutex<Forms>(CBORLeaves.all.mapValues { .leaf($0) })

  init(for names: String...) { self.names = names }

  var forms: Forms { known.withLock { $0 } }

  /// Determines the form of a type that a coder has not found in its copy of ``forms``.
  ///
  /// The name is tested first, because a search for a missing conformance takes as long as coding a
  /// hundred values.
  func add(_ type: Any.Type) -> (form: CBORForm<Collection>, forms: Forms) {
    let isCollection = names.contains(where: _typeName(type).hasPrefix)
    let collection = isCollection ? type as? Collection : nil
    let form = collection.map(CBORForm.collection) ?? .codable
    return known.withLock {
      $0[ObjectIdentifier(type)] = form
      return (form, $0)
    }
  }
}

/// A coder's copy of the forms, which it can look up without a lock.
struct CBORForms<Collection> {
  private let table: CBORFormTable<Collection>
  private var forms: CBORFormTable<Collection>.Forms

  init(_ table: CBORFormTable<Collection>) {
    self.table = table
    forms = table.forms
  }

  mutating func form(of type: Any.Type) -> CBORForm<Collection> {
    if let form = forms[ObjectIdentifier(type)] { return form }
    let added = table.add(type)
    forms = added.forms
    return added.form
  }
}
