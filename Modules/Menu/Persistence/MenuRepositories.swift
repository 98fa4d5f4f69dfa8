import Networking
import Storage
import Sync

/// Repositories of this module.
///
/// Menus and stop lists are replaced as a whole, needed immediately at launch, and can be fetched
/// again. Both are therefore held in memory and backed by a file of storage class `cache`, with one
/// record per scope. The files are separate, so that frequent changes of a stop list do not rewrite
/// a menu.
struct MenuRepositories: Sendable {
  /// Most recently used menus, by scope.
  let menus: CollectionRepository<SourceSnapshot<MenuScope, MenuSnapshot>>
  /// Most recently used stop lists, by city.
  let stops: CollectionRepository<SourceSnapshot<CityID, UnavailableItems>>

  /// Schema of the menus; version 1 is the response itself, and a cache needs no way back.
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

/// Stored form of a menu: the rows of the response, with variants and slot options in columns.
///
/// A column is decoded as one value, while a variant row consists of a dozen. Options are numbers,
/// so decoding and comparing them require neither strings nor hashing.
struct StoredMenu: Codable, Equatable, Sendable {
  /// Response without the data in columns.
  private(set) var document: MenuDocument
  /// Variants of all products, in the order of the products.
  ///
  /// Products with undecodable variants retain them in their row.
  let variants: VariantColumns
  /// End position of each product's variants.
  let ends: [Int]
  /// Options of each slot: positions in ``variants``, and after these in ``others``.
  let options: [[Int]]
  /// Ids of options that ``variants`` does not contain.
  let others: [String]

  init(_ answer: MenuDocument) {
    document = answer
    var (variants, ends) = ([VariantRow](), [Int]())
    for (place, product) in answer.products.rows.enumerated() {
      // Undecodable rows are identified by their position, so such a product retains all its rows.
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

  /// Returns the positions of a product's variants, by the position of its row.
  func variants(ofProduct place: Int) -> Range<Int> {
    (place == 0 ? 0 : ends[place - 1])..<ends[place]
  }

  /// Returns the id of an option, by its number in ``options``.
  func option(_ place: Int) -> String {
    place < variants.count ? variants.ids[place] : others[place - variants.count]
  }

  /// Whether the columns are consistent with the rows; a stored file is not trusted.
  var isWhole: Bool {
    variants.isWhole && ends.count == document.products.rows.count
      && zip([0] + ends, ends + [variants.count]).allSatisfy(<=)
      && options.count == document.slots.rows.count
      && options.allSatisfy { $0.allSatisfy((0..<variants.count + others.count).contains) }
  }
}
