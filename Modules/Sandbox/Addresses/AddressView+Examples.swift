extension AddressView.Content {
  /// Returns one address for each country, with the fields of the country's address form.
  ///
  /// All addresses have the same city id, `city`, although their fields name places in different
  /// countries. Only the street names are real.
  public static func examples(in city: Int) -> [Self] {
    [
      example(
        city, "AE",
        """
        region Dubai; neighbourhood Al Barsha 1; buildingName Oasis Tower; floor 12; \
        apartment 1204; landmark Mall of the Emirates; phone +971 50 123 4567
        """),
      example(
        city, "AM",
        """
        street Աբովյան փողոց; house 12; apartment 5; entrance 2; floor 3; postcode 0010
        """),
      example(
        city, "AZ",
        """
        street Nizami küçəsi; house 45; apartment 17; floor 4; postcode 1000
        """),
      example(
        city, "BG",
        """
        microdistrict Младост 1; building 45; entrance Б; floor 6; apartment \
        34; postcode 1784
        """),
      example(
        city, "BY",
        """
        street проспект Независимости; house 25/1; building 2; apartment 14; entrance 1; \
        floor 3; doorCode 14К
        """),
      example(
        city, "DE",
        """
        street Torstraße; house 7b; postcode 10119; bellName Müller-Özdemir; floor 3
        """),
      example(
        city, "EE",
        """
        street Pärnu maantee; house 10; apartment 22; floor 5; postcode 10148
        """),
      example(
        city, "ES",
        """
        street Calle de Alcalá; house 48; entrance B; floor 3; apartment Izq; postcode \
        28014
        """),
      example(
        city, "GB",
        """
        postcode SW1A 1AA; house 221B; street Baker Street; apartment 4; doorCode C14
        """),
      example(
        city, "GE",
        """
        street რუსთაველის გამზირი; house 14; apartment 9; entrance 1; floor 2; postcode \
        0108
        """),
      example(city, "KG", "microdistrict Джал; house 12к3; apartment 8; entrance 2; floor 4"),
      example(
        city, "KZ",
        """
        street Абай даңғылы; house 25/1; apartment 7; entrance 1; floor 2; doorCode \
        7К123; comment домофон не работает
        """),
      example(
        city, "LT",
        """
        street Gedimino prospektas; house 9; apartment 12; bellName Šimkus; postcode \
        01103
        """),
      example(
        city, "MN",
        """
        district Сүхбаатар; microdistrict 1; building 15; entrance 2; floor 5; apartment \
        48; phone 9911 2233
        """),
      example(
        city, "NG",
        """
        landmark Shoprite Ikeja; neighbourhood Alausa; street Obafemi Awolowo Way; house \
        194; phone 0803 123 4567
        """),
      example(
        city, "PL",
        """
        street ulica Świętokrzyska; house 14; apartment 3; bellName Łukasiewicz; postcode \
        00-050
        """),
      example(
        city, "RO",
        """
        street Strada Știrbei Vodă; house 26; building B2; entrance A; floor 4; apartment \
        17; postcode 010113
        """),
      example(
        city, "RS",
        """
        street Кнез Михаилова; house 6; entrance 2; floor 3; apartment 11; postcode 11000
        """),
      example(
        city, "RU",
        """
        street улица Ленина; house 25; building 2; apartment 14; entrance 3; floor 5; \
        doorCode 14В7
        """),
      example(
        city, "SI",
        """
        street Slovenska cesta; house 56; bellName Žnidaršič; floor 2; postcode 1000
        """),
      example(
        city, "TJ",
        """
        landmark Рӯбарӯи Чойхонаи Роҳат; street хиёбони Рӯдакӣ; house 32; apartment 6; \
        phone +992 90 123 45 67
        """),
      example(
        city, "TR",
        """
        neighbourhood Caferağa; street Moda Caddesi; house 18; floor 2; apartment 5; \
        district Kadıköy; postcode 34710
        """),
      example(
        city, "UA",
        """
        street вулиця Хрещатик; house 22; apartment 41; entrance 4; floor 6; postcode \
        01001
        """),
      example(
        city, "UZ",
        """
        landmark Chorsu bozori yonida; neighbourhood Oʻqchi mahallasi; house 12; phone \
        +998 90 123 45 67
        """),
      example(
        city, "VN",
        """
        house 12A; street Nguyễn Huệ; neighbourhood Sài Gòn; buildingName Saigon Centre; \
        floor 8; phone 0901 234 567
        """),
    ]
  }

  private static func example(_ city: Int, _ template: String, _ fields: String) -> Self {
    Self(
      city: city, template: template,
      fields: fields.split(separator: ";").map { part in
        let words = part.drop { $0 == " " }.split(separator: " ", maxSplits: 1)
        return Field(String(words[0]), String(words[1]))
      })
  }
}
