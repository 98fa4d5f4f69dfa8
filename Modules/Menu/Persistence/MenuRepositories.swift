import Commerce
import Storage
import Sync

/// The repositories of menus and of unavailable items.
///
/// Menus and lists of unavailable items are needed immediately at launch, and can be fetched again.
/// Therefore they are held in memory and stored in files of the storage class `cache`. There is one
/// record for the menu of each ``MenuScope``, and one for the list of each city. Menus and lists are in
/// separate files, because a frequent change of a list must not rewrite a menu.
struct MenuRepositories: Sendable {
  /// The most recently used menus, by scope.
  let menus: CollectionRepository<SourceSnapshot<MenuScope, MenuSnapshot>>
  /// The most recently used lists of unavailable items, by city.
  let stops: CollectionRepository<SourceSnapshot<CityID, UnavailableItems>>

  /// The schema of the stored menus.
  ///
  /// Version 1 stored a ``MenuDocument``, and version 2 stores a ``StoredMenu``. A conversion back to
  /// version 1 is not needed, because a menu can be fetched again after a rollback.
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

/// The stored form of a menu: the server's rows, but with the variants in columns.
///
/// A column contains one property of all variants, such as their prices. Decoding a column as one value
/// is faster than decoding this property in the row of each variant. The options of a slot are numbers
/// instead of ids, so decoding and comparing them requires neither strings nor hashing.
struct StoredMenu: Codable, Equatable, Sendable {
  /// The server's response, without the variants and options that the other properties contain.
  private(set) var document: MenuDocument
  /// The variants of all products, in the order of the products in ``document``.
  ///
  /// The variants are moved here from the rows of the products. If one variant of a product cannot be
  /// decoded or has prices for certain hours, all variants of the product stay in ``document``.
  let variants: VariantColumns
  /// The end of each product's variants: the position in ``variants`` after the last of them.
  let ends: [Int]
  /// The options of each slot, as numbers.
  ///
  /// A number below the count of ``variants`` is a position in ``variants``. Any other number, minus
  /// this count, is a position in ``others``.
  let options: [[Int]]
  /// The ids of options that are not in ``variants``.
  let others: [String]

  init(_ answer: MenuDocument) {
    document = answer
    var (variants, ends) = ([VariantRow](), [Int]())
    for (place, product) in answer.products.rows.enumerated() {
      // A variant that cannot be decoded is identified by its position among the product's variants.
      // Moving the other variants into columns would lose this position. The columns have no prices for
      // certain hours, which are rare.
      if product.variants.unreadable.isEmpty,
        product.variants.rows.allSatisfy({ $0.prices == nil })
      {
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

  /// Returns the positions of a product's variants in ``variants``.
  ///
  /// `place` is the position of the product in the rows of ``document``.
  func variants(ofProduct place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// Returns the id of a variant that a slot of a combo offers as an option.
  ///
  /// `place` is an element of ``options``: a position in ``variants``, or a position in ``others`` plus
  /// the count of ``variants``.
  func option(_ place: Int) -> String {
    place < variants.count ? variants.ids[place] : others[place - variants.count]
  }

  /// Whether ``variants``, ``ends`` and ``options`` are consistent with each other and with
  /// ``document``.
  ///
  /// The value is `false` if the file with the menu is damaged.
  var isWhole: Bool {
    variants.isWhole && ends.count == document.products.rows.count
      && zip([0] + ends, ends + [variants.count]).allSatisfy(<=)
      && options.count == document.slots.rows.count
      && options.allSatisfy { $0.allSatisfy((0..<variants.count + others.count).contains) }
  }
}
