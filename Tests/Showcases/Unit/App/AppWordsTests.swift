import OrderRating
import Orders
import Pricing
import Sync
import Testing

@testable import AppShowcase

/// Tests of the app's texts for errors, amounts and identifiers.
struct AppWordsTests {
  @Test func `an error of each feature is shown as a sentence for people`() {
    #expect(words(of: SyncError.fetch(.status(503))) == "the server reports HTTP 503")
    #expect(words(of: SyncError.closed([.offline])) == "no network")
    #expect(words(of: OrdersError.tooLate("N-2")) == "it is too late to cancel the order")
    #expect(words(of: ReviewError.tooManyPhotos(limit: 3)) == "a review has at most 3 photos")
    #expect(words(of: ReviewError.incomplete([.unrated("food")])) == "rate the food")
  }

  @Test(arguments: [
    ("KZT", 408_850, "₸4 088,50"), ("KZT", 450_000, "₸4 500"), ("GBP", 1_250, "£12.50"),
    ("GBP", 1_200, "£12"), ("VND", 180_000, "₫180.000"),
  ])
  func `an amount is written as in its country, with decimal places only if there are any`(
    currency: String, minorUnits: Int64, text: String
  ) throws {
    let code = try #require(CurrencyCode(rawValue: currency))
    #expect(Money(minorUnits, code).text.replacing("\u{A0}", with: " ") == text)
  }

  @Test func `an identifier is shown as words`() {
    #expect("inPreparation".spaced == "in preparation")
    #expect("street".spaced == "street")
    #expect("COOKING".spaced == "COOKING")
  }
}
