import Workloads

/// Manual packing of values without `Codable` and field names, as is usual with LMDB.
enum Packing {
  static func bytes(of menu: Menu) -> [UInt8] {
    var writer = Writer()
    writer.write(menu.revision)
    writer.write(menu.ingredients) { writer, ingredient in
      writer.write(ingredient.id)
      writer.write(ingredient.name)
      writer.write(ingredient.price)
      writer.write(ingredient.isVegan ? 1 : 0)
    }
    writer.write(menu.products) { writer, product in
      for text in [product.id, product.name, product.text] { writer.write(text) }
      writer.write(product.image.map { [$0] } ?? []) { $0.write($1) }
      writer.write(product.isNew ? 1 : 0)
      writer.write(product.sizes) { writer, size in
        writer.write(size.id)
        writer.write(size.name)
        writer.write(size.price)
        writer.write(size.weight)
        writer.write(size.ingredients) { $0.write($1) }
      }
    }
    writer.write(menu.combos) { writer, combo in
      writer.write(combo.id)
      writer.write(combo.name)
      writer.write(combo.price)
      writer.write(combo.slots) { writer, slot in
        writer.write(slot.id)
        writer.write(slot.products) { $0.write($1) }
      }
    }
    return writer.bytes
  }

  static func menu(in bytes: UnsafeRawBufferPointer) -> Menu {
    var reader = Reader(bytes: bytes)
    return Menu(
      revision: reader.number(),
      ingredients: reader.list { reader in
        Menu.Ingredient(reader.text(), reader.text(), reader.number(), reader.number() == 1)
      },
      products: reader.list { reader in
        Menu.Product(
          reader.text(), reader.text(), reader.text(), reader.list { $0.text() }.first,
          reader.number() == 1,
          sizes: reader.list { reader in
            Menu.Size(
              reader.text(), reader.text(), reader.number(), reader.number(),
              ingredients: reader.list { $0.text() })
          })
      },
      combos: reader.list { reader in
        Menu.Combo(
          reader.text(), reader.text(), reader.number(),
          slots: reader.list { reader in
            Menu.Slot(reader.text(), products: reader.list { $0.text() })
          })
      })
  }

  static func bytes(of item: Item) -> [UInt8] {
    var writer = Writer()
    for number in [item.id, item.price, item.isActive ? 1 : 0] { writer.write(number) }
    writer.write(Int(bitPattern: UInt(item.latitude.bitPattern)))
    writer.write(Int(bitPattern: UInt(item.longitude.bitPattern)))
    for text in [item.name, item.street, item.note] { writer.write(text) }
    writer.write(item.tags) { $0.write($1) }
    return writer.bytes
  }

  static func item(in bytes: UnsafeRawBufferPointer) -> Item {
    var reader = Reader(bytes: bytes)
    let (id, price, isActive) = (reader.number(), reader.number(), reader.number() == 1)
    let latitude = Double(bitPattern: UInt64(UInt(bitPattern: reader.number())))
    let longitude = Double(bitPattern: UInt64(UInt(bitPattern: reader.number())))
    return Item(
      id, reader.text(), reader.text(), reader.text(), price, latitude, longitude, isActive,
      tags: reader.list { $0.text() })
  }

  static func bytes(of profile: Profile) -> [UInt8] {
    var writer = Writer()
    writer.write(profile.name)
    writer.write(profile.email)
    writer.write(profile.launches)
    writer.write(Array(profile.settings)) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
    writer.write(profile.recent) { $0.write($1) }
    return writer.bytes
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func write(_ number: Int) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { utf8 in
        withUnsafeBytes(of: UInt32(utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: utf8)
      }
    }

    mutating func write<Element>(_ list: [Element], _ body: (inout Self, Element) -> Void) {
      write(list.count)
      for element in list { body(&self, element) }
    }
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    mutating func number() -> Int {
      defer { offset += 8 }
      return Int(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int.self))
    }

    mutating func text() -> String {
      let count = Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      defer { offset += 4 + count }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: bytes[offset + 4..<offset + 4 + count]),
        as: UTF8.self)
    }

    mutating func list<Element>(_ body: (inout Self) -> Element) -> [Element] {
      let count = number()
      var list: [Element] = []
      list.reserveCapacity(count)
      for _ in 0..<count { list.append(body(&self)) }
      return list
    }
  }
}
