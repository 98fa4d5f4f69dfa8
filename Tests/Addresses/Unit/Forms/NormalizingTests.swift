import AddressesTestSupport
import Commerce
import Testing

@testable import Addresses

struct NormalizingTests {
  /// The country, the field, the typed value, and the line of an address with this value alone.
  private static let typed: [(String, AddressFieldType, String, String)] = [
    ("RU", .apartment, "кв. кв. 7", "кв. 7"), ("RU", .apartment, "Кв7", "кв. 7"),
    ("RU", .apartment, "7 кв.", "кв. 7"), ("RU", .apartment, "квартира № 7", "кв. 7"),
    ("RU", .apartment, "кв-7", "кв. 7"), ("RU", .apartment, "apt. 7", "кв. 7"),
    ("RU", .apartment, "офис 5", "офис 5"), ("RU", .apartment, "кв. офис 5", "офис 5"),
    ("RU", .house, "дом 5", "5"), ("RU", .house, "д. №5", "5"), ("RU", .house, "№ 5-7", "5-7"),
    ("RU", .house, "5д", "5д"), ("RU", .house, "5 Д", "5 Д"), ("RU", .house, "д5", "д5"),
    ("RU", .house, "12\"А\"", "12А"), ("RU", .house, "12 «а»", "12 а"),
    ("RU", .house, "б/н", "б/н"),
    ("RU", .house, "25½", "25 1/2"), ("RU", .house, "дом", "дом"),
    ("RU", .house, "12 корпус 3 строение 1", "12 корпус 3 строение 1"),
    ("RU", .building, "к. 2", "к. 2"), ("RU", .building, "корп 2", "к. 2"),
    ("RU", .building, "стр. 1", "стр. 1"), ("RU", .building, "Литера А", "Литера А"),
    ("RU", .floor, "5-й этаж", "этаж 5-й"), ("RU", .floor, "этаж -1", "этаж -1"),
    ("RU", .floor, "цоколь", "цоколь"), ("RU", .entrance, "подъезд №3", "подъезд 3"),
    ("RU", .entrance, "3 под.", "подъезд 3"), ("RU", .doorCode, "домофон: 14К", "домофон 14К"),
    ("RU", .microdistrict, "мкр. Черёмушки", "мкр Черёмушки"),
    ("RU", .microdistrict, "Черёмушки мкр", "мкр Черёмушки"),
    ("RU", .microdistrict, "1-й микрорайон", "мкр 1-й"),
    ("RU", .microdistrict, "микрорайон «Северный»", "мкр «Северный»"),
    ("RU", .microdistrict, "деревня Гадюкино", "деревня Гадюкино"),
    ("RU", .microdistrict, "д. Гадюкино", "д. Гадюкино"),
    ("RU", .microdistrict, "ЖК «Солнечный»", "ЖК «Солнечный»"),
    ("RU", .street, "улица Ленина", "улица Ленина"), ("RU", .street, "ул. Кв. 7", "ул. Кв. 7"),
    ("KZ", .microdistrict, "мкр-н Самал-2", "мкр Самал-2"),
    ("KZ", .microdistrict, "Самал-2 шағын ауданы", "мкр Самал-2"),
    ("KZ", .apartment, "пәтер 5", "кв. 5"), ("KG", .apartment, "5-батир", "кв. 5"),
    ("UZ", .apartment, "xonadon 5", "xonadon 5"), ("UZ", .apartment, "5 xonadon", "xonadon 5"),
    ("UZ", .apartment, "5-xonadon", "xonadon 5"), ("UZ", .floor, "3 qavat", "qavat 3"),
    ("UZ", .landmark, "Mo‘ljal: Chorsu", "moʻljal: Chorsu"), ("UZ", .house, "12-uy", "12"),
    ("TJ", .apartment, "ҳуҷраи 6", "ҳуҷраи 6"), ("TJ", .floor, "ошёнаи 2", "ошёнаи 2"),
    ("AM", .apartment, "բն. 5", "բն. 5"), ("AM", .house, "շենք 12", "12"),
    ("AM", .postcode, "375010", "375010"), ("AM", .postcode, "AM-0010", "0010"),
    ("AZ", .apartment, "mənzil 17", "mənzil 17"), ("AZ", .apartment, "m.17", "mənzil 17"),
    ("AZ", .postcode, "AZ1000", "AZ1000"), ("AZ", .postcode, "az 1000", "AZ1000"),
    ("AZ", .postcode, "1000", "AZ1000"), ("GE", .apartment, "ბინა 9", "ბინა 9"),
    ("GE", .house, "№14", "14"), ("GE", .floor, "სართული 2", "სართული 2"),
    ("MN", .district, "Сүхбаатар дүүрэг", "Сүхбаатар дүүрэг"),
    ("MN", .district, "СБД", "СБД дүүрэг"),
    ("MN", .microdistrict, "1-р хороо", "1-р хороо"), ("MN", .microdistrict, "1-р", "1-р хороо"),
    ("MN", .microdistrict, "1 хороо", "1-р хороо"), ("MN", .building, "15А", "15А байр"),
    ("MN", .building, "15-р байр", "15-р байр"), ("MN", .apartment, "48 тоот", "48 тоот"),
    ("MN", .street, "Баянголын 12 гудамж", "Баянголын 12 гудамж"),
    ("MN", .street, "3-р хэсэг", "3-р хэсэг"),
    ("UA", .entrance, "під'їзд 4", "під’їзд 4"), ("UA", .apartment, "кв.41", "кв. 41"),
    ("UA", .house, "буд. 22-А", "22-А"), ("UA", .building, "корпус 2", "корп. 2"),
    ("EE", .apartment, "krt 22", "22"), ("EE", .postcode, "EE-10148", "10148"),
    ("LT", .postcode, "LT01103", "LT-01103"), ("LT", .postcode, "LT-01103", "LT-01103"),
    ("LT", .postcode, "01103", "LT-01103"), ("LT", .floor, "3 aukštas", "3 aukštas"),
    ("LT", .apartment, "butas 12", "12"), ("PL", .apartment, "m. 3", "3"),
    ("PL", .apartment, "lok. 3", "lok. 3"), ("PL", .floor, "piętro II", "piętro II"),
    ("PL", .floor, "2 pietro", "piętro 2"), ("PL", .postcode, "PL 00-050", "00-050"),
    ("RO", .house, "Nr. 26", "nr. 26"), ("RO", .building, "bloc B2", "bl. B2"),
    ("RO", .entrance, "Scara A", "sc. A"), ("RO", .floor, "Et. P", "et. P"),
    ("RO", .floor, "parter", "parter"), ("RO", .apartment, "Ap. 17", "ap. 17"),
    ("SI", .floor, "2.", "2. nadstropje"), ("SI", .floor, "2. nadstropje", "2. nadstropje"),
    ("SI", .floor, "pritličje", "pritličje"), ("SI", .postcode, "SI-1000", "1000"),
    ("SI", .postcode, "SI1000", "1000"), ("RS", .apartment, "stan 11", "стан 11"),
    ("RS", .floor, "3. спрат", "спрат 3"), ("RS", .floor, "приземље", "приземље"),
    ("RS", .house, "бр. 6", "6"), ("RS", .house, "бб", "бб"),
    ("BG", .microdistrict, "ж.к. Младост 1", "ж.к. Младост 1"),
    ("BG", .microdistrict, "жк Младост 1", "ж.к. Младост 1"),
    ("BG", .microdistrict, "кв. Бояна", "кв. Бояна"),
    ("BG", .microdistrict, "с. Кладница", "с. Кладница"),
    ("BG", .building, "бл. 45", "бл. 45"), ("BG", .building, "блок 45", "бл. 45"),
    ("BG", .entrance, "вх. Б", "вх. Б"), ("BG", .entrance, "вход „Б“", "вх. Б"),
    ("BG", .floor, "ет. 6", "ет. 6"), ("BG", .apartment, "ап. 34", "ап. 34"),
    ("DE", .floor, "3. Stock", "3. Stock"), ("DE", .floor, "3. OG", "3. OG"),
    ("DE", .floor, "EG", "EG"),
    ("DE", .floor, "Erdgeschoss links", "Erdgeschoss links"), ("DE", .floor, "3.", "3. Stock"),
    ("DE", .floor, "erster Stock", "erster Stock"),
    ("DE", .bellName, "Klingel: Müller", "Klingel: Müller"),
    ("DE", .bellName, "Müller", "Klingel Müller"), ("DE", .bellName, "Bell", "Bell"),
    ("ES", .bellName, "Juan Portero", "Juan Portero"), ("NG", .landmark, "Near", "Near"),
    ("DE", .bellName, "bei Müller", "bei Müller"), ("DE", .postcode, "D-10115", "10115"),
    ("DE", .postcode, "D 10115", "10115"), ("DE", .postcode, "DE-10115", "10115"),
    ("DE", .postcode, "PLZ 10115", "10115"), ("DE", .house, "Nr. 7b", "7b"),
    ("DE", .house, "Hausnummer 7 b", "7 b"),
    ("ES", .floor, "5ºº", "5º"), ("ES", .floor, "5º", "5º"), ("ES", .floor, "5.º", "5º"),
    ("ES", .floor, "Piso 5º", "5º"), ("ES", .floor, "bajo", "bajo"),
    ("ES", .floor, "3er piso", "3º"),
    ("ES", .floor, "Planta 3ª", "3º"), ("ES", .floor, "-1", "-1º"),
    ("ES", .floor, "Entlo.", "Entlo"),
    ("ES", .entrance, "Escalera B", "esc. B"), ("ES", .entrance, "portal 2", "portal 2"),
    ("ES", .apartment, "Puerta 2ª", "2"), ("ES", .house, "nº 48", "48"),
    ("ES", .house, "s/n", "s/n"),
    ("ES", .house, "48 bis", "48 bis"), ("ES", .postcode, "E-28014", "28014"),
    ("GB", .apartment, "Flat Flat 2", "Flat 2"), ("GB", .apartment, "flat 2", "Flat 2"),
    ("GB", .apartment, "Apt 2B", "Flat 2B"), ("GB", .apartment, "Unit 5", "Unit 5"),
    ("GB", .apartment, "#4", "Flat 4"), ("GB", .apartment, "Ground Floor Flat", "Ground Floor"),
    ("GB", .apartment, "2/1", "Flat 2/1"),
    ("GB", .buildingName, "Flatiron House", "Flatiron House"),
    ("GB", .house, "No. 10", "10"), ("GB", .house, "House of Fraser", "House of Fraser"),
    ("GB", .postcode, "sw1a1aa", "SW1A 1AA"), ("GB", .postcode, "UK SW1A 1AA", "SW1A 1AA"),
    ("GB", .doorCode, "Door code: C14", "door code C14"),
    ("TR", .house, "No: No: 5", "No: 5"), ("TR", .house, "NO:5/A", "No: 5/A"),
    ("TR", .house, "No5", "No: 5"),
    ("TR", .house, "Dış Kapı No: 5", "No: 5"), ("TR", .floor, "Kat: 2", "Kat: 2"),
    ("TR", .floor, "2. kat", "Kat: 2"), ("TR", .floor, "Zemin Kat", "Kat: Zemin"),
    ("TR", .apartment, "D: 5", "D: 5"), ("TR", .apartment, "Daire 5", "D: 5"),
    ("TR", .apartment, "DAİRE:5", "D: 5"),
    ("TR", .apartment, "İç Kapı No: 5", "D: 5"),
    ("TR", .neighborhood, "Caferağa Mah.", "Caferağa Mah."),
    ("TR", .neighborhood, "Caferağa Mahallesi", "Caferağa Mah."),
    ("TR", .neighborhood, "Yeşil Köyü", "Yeşil Köyü"), ("AE", .floor, "12th Floor", "Floor 12th"),
    ("AE", .landmark, "near Mall of the Emirates", "Near Mall of the Emirates"),
    ("AE", .landmark, "Opposite Mall", "Opposite Mall"), ("AE", .region, "dubai", "Dubai"),
    ("AE", .region, "Emirate of Dubai", "Dubai"),
    ("AE", .region, "Ras al-Khaimah", "Ras Al Khaimah"),
    ("VN", .neighborhood, "P. Bến Nghé", "P. Bến Nghé"), ("VN", .neighborhood, "Phường 1", "P. 1"),
    ("VN", .neighborhood, "Xã Bình Hưng", "Xã Bình Hưng"), ("VN", .house, "Số 12A", "12A"),
    ("VN", .house, "1041/62/118/15 ngõ 34 ngách 8", "1041/62/118/15 ngõ 34 ngách 8"),
    ("VN", .floor, "tầng 8", "tầng 8"), ("VN", .floor, "lầu 8", "lầu 8"),
    ("VN", .apartment, "căn hộ căn hộ 5", "căn hộ 5"),
    ("NG", .landmark, "Opp. Shoprite", "Opp. Shoprite"),
    ("NG", .floor, "2nd floor", "floor 2nd"), ("NG", .house, "No 194", "194"),
    ("NG", .house, "Plot 12, Block B", "Plot 12, Block B"),
    ("NG", .phone, "Tel: 0803.123.4567", "0803.123.4567"), ("ZZ", .apartment, "Apt. 7", "flat 7"),
    ("RU", .floor, "2-й этаж, налево", "2-й этаж, налево"),
    ("DE", .floor, "3. OG links", "3. OG links"),
    ("MN", .microdistrict, "1-р хороо, 15-р хороолол", "1-р хороо, 15-р хороолол"),
    ("PL", .apartment, "mieszkanie nr 3", "3"), ("PL", .floor, "II p.", "piętro II"),
    ("LT", .floor, "3 a.", "3 aukštas"), ("TR", .apartment, "d 5", "D: 5"),
    ("TR", .apartment, "D5", "D5"),
    ("ES", .floor, "3°", "3º"), ("GB", .postcode, "ec1a 1bb.", "EC1A 1BB"),
    ("RU", .building, "К 2", "к. 2"),
    ("RS", .apartment, "stan br. 11", "стан 11"), ("VN", .neighborhood, "P.1", "P. 1"),
  ]

  @Test(arguments: ["-", "—", "кв.", "…", "№"])
  func `A value without a letter or a number of its own is none`(_ value: String) throws {
    let template = try #require(AddressTemplates.samples[AddressTemplate.ID(rawValue: "RU")])
    #expect(template.normalized(.sample("", [.apartment: value], template: "RU")).fields == [])
  }

  @Test(arguments: typed)
  func `A value is accepted with the words of the form, and shown with them once`(
    _ country: String, _ type: AddressFieldType, _ value: String, _ line: String
  ) throws {
    let id = AddressTemplate.ID(rawValue: country)
    let template = try #require(AddressTemplates.samples[id])
    let address = Address(city: 1, template: id, fields: [AddressField(type, value)])
    #expect(template.lines(of: address) == [line])
    #expect(template.lines(of: template.normalized(address)) == [line])
    #expect(template.check(address).errors.filter { $0.field == type } == [])
    #expect(template.check(address).warnings.filter { $0.issue == .notAsked } == [])
  }
}

/// Returns the text that identifies the place of an address.
func place(_ address: Address) -> String { AddressTemplates.samples.place(of: address) }
