import Networking
import Storage
import Sync

/// The repositories of menus and of unavailable items.
///
/// Both are replaced as a whole, needed immediately at launch, and can be fetched again. They are
/// therefore held in memory and backed by files of storage class `cache`, with one record per scope. They
/// have separate files, so that a frequent change of the unavailable items does not rewrite a menu.
struct MenuRepositories: Sendable {
  /// The most recently used menus, by scope.
  let menus: CollectionRepository<SourceSnapshot<MenuScope, MenuSnapshot>>
  /// The most recently used lists of unavailable items, by city.
  let stops: CollectionRepository<SourceSnapshot<CityID, UnavailableItems>>

  /// The schema of the menus.
  ///
  /// Version 1 is the response itself. A cache needs no function `down`, because a value can be fetched
  /// again.
  static let menuSchema = StoredSchema(SourceSnapshot<MenuScope, MenuDocument>.self)
    .step("variants and options are columns") { try $0.map(MenuSnapshot.init) }

  init(directory: StorageDirectory) {
    menus = CollectionRepository(
      .memoryBackedByFile("menus"), class: .cache, schema: Self.menuSchema, in: directory)
    stops = CollectionRepository(
      .memoryBackedByFile("menu-stops"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
      in: directory)
  }
}

/// The stored form of a menu: the rows of the response, with variants and slot options in columns.
///
/// A column is decoded as one value, whereas the row of a variant consists of a dozen. Options are
/// numbers, so decoding and comparing them requires neither strings nor hashing.
struct StoredMenu: Codable, Equatable, Sendable {
  /// The response, without the data in columns.
  private(set) var document: MenuDocument
  /// The variants of all products, in the order of the products.
  ///
  /// A product with an undecodable variant has its variants in its row instead.
  let variants: VariantColumns
  /// For each product: the position in ``variants`` after its last variant.
  let ends: [Int]
  /// For each slot: its options, as positions in ``variants`` or, beyond its end, in ``others``.
  let options: [[Int]]
  /// The ids of options that are not in ``variants``.
  let others: [String]

  init(_ answer: MenuDocument) {
    document = answer
    var (variants, ends) = ([VariantRow](), [Int]())
    for (place, product) in answer.products.rows.enumerated() {
      // An undecodable row is identified by its position, so the product's variants stay in its row.
      if product.variants.unreadable.isEmpty {
        variants += product.variants.rows
        document.products.rows[place].variants = Rows([])
      }
      ends.append(variants.count)
    }
    self.variants = VariantColumns(variants)
    self.ends = ends

    var places: [String: Int] = [:]
    for (place, variant) in variants.enumerated() { places[variant.id] = place }
    var others: [String] = []
    options = answer.slots.rows.map { slot in
      slot.options.map { id in
        if let place = places[id] { return place }
        let place = variants.count + others.count
        places[id] = place
        others.append(id)
        return place
      }
    }
    self.others = others
    for place in document.slots.rows.indices { document.slots.rows[place].options = [] }
  }

  /// Returns the positions of a product's variants in ``variants``, by the position of the product's row.
  func variants(ofProduct place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// Returns the id of an option, by its position in ``options``.
  func option(_ place: Int) -> String {
    place < variants.count ? variants.ids[place] : others[place - variants.count]
  }

  /// Whether the columns match the rows; a stored file is not trusted.
  var isWhole: Bool {
    variants.isWhole && ends.count == document.products.rows.count
      && zip([0] + ends, ends + [variants.count]).allSatisfy(<=)
      && options.count == document.slots.rows.count
      && options.allSatisfy { $0.allSatisfy((0..<variants.count + others.count).contains) }
  }
}
