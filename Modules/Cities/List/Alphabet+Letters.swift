extension Alphabet {
  /// The alphabet of a language without an entry in ``alphabets``.
  static let latin = "a b c d e f g h i j k l m n o p q r s t u v w x y z"

  /// The alphabet of each language, extended by letters of neighboring languages in its names.
  static let alphabets: [Language: String] = {
    let russian = "а б в г д е ж з и й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я"
    let turkish = "a b c ç d e f g ğ h ı i j k l m n o ö p q r s ş t u ü v w x y z"
    return [
      "ru": russian, "bg": russian,
      "uk": "а б в г ґ д е є ж з и і ї й к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я",
      "be": "а б в г д е ё ж з і и й к л м н о п р с т у ў ф х ц ч ш щ ъ ы ь э ю я",
      "kk":
        "а ә б в г ғ д е ё ж з и й к қ л м н ң о ө п р с т у ұ ү ф х һ ц ч ш щ ъ ы і ь э ю я",
      "ky": "а б в г д е ё ж з и й к л м н ң о ө п р с т у ү ф х ц ч ш щ ъ ы ь э ю я",
      "mn": "а б в г д е ё ж з и й к л м н о ө п р с т у ү ф х ц ч ш щ ъ ы ь э ю я",
      "tg": "а б в г ғ д е ё ж з и ӣ й к қ л м н о п р с т у ӯ ф х ҳ ц ч ҷ ш щ ъ ы ь э ю я",
      "sr": "а б в г д ђ е ж з и ј к л љ м н њ о п р с т ћ у ф х ц ч џ ш",
      "az": "a b c ç d e ə f g ğ h x ı i j k q l m n o ö p r s ş t u ü v w y z",
      "tr": turkish,
      "uz": "a b c d e f g h i j k l m n o p q r s t u v w x y z oʻ gʻ sh ch",
      "pl": "a ą b c ć d e ę f g h i j k l ł m n ń o ó p q r s ś t u v w x y z ź ż",
      "lt": "a b c č d e f g h i j k l m n o p q r s š t u v w x y z ž",
      "et": "a b c d e f g h i j k l m n o p q r s š z ž t u v w õ ä ö ü x y",
      "ro": "a ă â b c d e f g h i î j k l m n o p q r s ș t ț u v w x y z",
      "sl": "a b c č ć d đ e f g h i j k l m n o p q r s š t u v w x y z ž",
      "es": "a b c d e f g h i j k l m n ñ o p q r s t u v w x y z",
      "vi": "a ă â b c d đ e ê f g h i j k l m n o ô ơ p q r s t u ư v w x y z",
    ]
  }()
}
