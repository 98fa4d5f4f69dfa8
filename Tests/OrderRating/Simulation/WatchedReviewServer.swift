import Foundation
import Networking
import OrderRatingTestSupport
import Sandbox
import SyncTestSupport

/// A server of reviews that checks the effect of each request.
struct WatchedReviewServer: DeviceServer {
  var model = ReviewServerModel.sample
  /// The photos that a review may lack, because they were refused or lost in a crash.
  var excused: Set<String> = []
  /// The photos that a request asked for and the server did not have.
  var missed: Set<String> = []

  mutating func answer(_ request: HTTPRequest, _ ledger: Ledger) -> HTTPResponse {
    let before = model
    let answer = model.answer(request)
    let id = request.path.split(separator: "/").map(String.init)
    if let bytes = request.bytes {
      if request.path.hasSuffix("/review") {
        judge(bytes, of: id[2], answer, before, ledger)
      } else {
        ledger.expect(answer.status != 409, "a photo's name for two contents")
        if answer.status == 422 { excused.insert(id[2]) }
      }
    } else if id[1] == "review-photos", answer.status == 404 {
      missed.insert(id[2])
    }
    return answer
  }

  private func judge(
    _ review: Data, of order: String, _ answer: HTTPResponse, _ before: ReviewServerModel,
    _ ledger: Ledger
  ) {
    let text = String(decoding: answer.body, as: UTF8.self)
    // Any other 422 is one that the world has ordered, now or at the first attempt with this key.
    ledger.expect(
      answer.status != 422 || text.contains("\"no\""), "the server refuses: \(text)")
    do {
      let sent = try JSONDecoder().decode(ReviewView.self, from: review)
      let known = before.reviews[order]
      ledger.expect(
        known.map { $0.id == sent.id || $0.id.hasPrefix("elsewhere") } ?? true,
        "\(order) is rated twice by one device")
      guard known == nil, model.reviews[order] != nil else { return }
      let lacking = sent.photos.filter { before.photos[$0] == nil && !excused.contains($0) }
      ledger.expect(
        lacking.isEmpty, "the review of \(order) is complete before its photos \(lacking)")
    } catch { ledger.expect(false, "\(error)") }
  }
}
