import Foundation
import OrderRatingTestSupport
import Testing

@testable import OrderRating

@Suite("A form from the server")
struct FormDocumentTests {
  private typealias Object = [String: Any]

  /// Returns the form that the server gives for the first order, after an edit.
  private static func form(_ edit: (inout Object) -> Void) throws -> RatingForm {
    func subject(_ id: String, kind: String, fulfilments: [String]? = nil) -> Object {
      var subject: Object = ["id": id, "kind": kind, "title": id, "required": true]
      subject["fulfilments"] = fulfilments
      return subject
    }
    func tag(_ id: String, kinds: [String]? = nil, from: Int = 1, to: Int = 5) -> Object {
      var tag: Object = ["id": id, "title": "Title of \(id)", "from": from, "to": to]
      tag["kinds"] = kinds
      return tag
    }
    var body: Object = [
      "order": "order-1", "scale": 5, "commentLimit": 200, "photoLimit": 3, "now": 100,
      "closesAt": 400, "lines": ["l-2"],
      "subjects": [
        subject("food", kind: "food"),
        subject("courier", kind: "courier", fulfilments: ["delivery"]),
        subject("restaurant", kind: "restaurant", fulfilments: ["pickup"]),
      ],
      "tags": [
        tag("any"), tag("cold", kinds: ["food", "line"], to: 3),
        tag("late", kinds: ["courier"], from: 2),
      ],
    ]
    edit(&body)
    let data = try JSONSerialization.data(withJSONObject: body)
    return try JSONDecoder().decode(FormDocument.self, from: data).form(for: .first)
  }

  @Test func `Subjects follow the fulfillment method, and tags the kind of the subject`() throws {
    let form = try Self.form { _ in }
    #expect(form.subjects.map(\.id) == ["food", "courier", "line:l-2"])
    #expect(form.subjects.map(\.isRequired) == [true, true, false])
    #expect(form.subjects.map(\.kind) == [.food, .courier, .line])
    #expect(
      form.subjects.map { $0.tags.map(\.id) } == [
        ["any", "cold"], ["any", "late"], ["any", "cold"],
      ])
    #expect(form.subjects[0].tags[1] == RatingTag(id: "cold", title: "Title of cold", stars: 1...3))
    #expect(form.closesAt == Date(timeIntervalSince1970: 400))
  }

  @Test func `A form that contradicts itself names the contradiction`() throws {
    func expect(_ problem: FormProblem, _ edit: (inout Object) -> Void) {
      #expect(throws: ReviewError.badForm(problem)) { try Self.form(edit) }
    }
    expect(.anotherOrder) { $0["order"] = "order-2" }
    for scale in [-1, 0, 11] { expect(.badScale(scale)) { $0["scale"] = scale } }
    expect(.negativeLimit) { $0["commentLimit"] = -1 }
    expect(.negativeLimit) { $0["photoLimit"] = -1 }
    let tag: Object = ["id": "x", "title": "", "from": 3, "to": 2]
    expect(.tagWithoutStars) { $0["tags"] = [tag] }
    let good = tag.merging(["to": 3]) { $1 }
    expect(.repeatedTag("x")) { $0["tags"] = [good, good] }
    let subject: Object = ["id": "s", "kind": "food", "title": "", "required": false]
    expect(.repeatedSubject("s")) { $0["subjects"] = [subject, subject] }
    let line = subject.merging(["id": "line:l-2"]) { $1 }
    expect(.repeatedSubject("line:l-2")) { $0["subjects"] = [line] }
    expect(.nothingToRate) { ($0["subjects"], $0["lines"]) = ([], []) }
  }

  @Test func `The smallest and the largest numbers of a form are accepted`() throws {
    for scale in [1, 10] { #expect(try Self.form { $0["scale"] = scale }.scale == scale) }
    let least = try Self.form { form in
      form["commentLimit"] = 0
      form["photoLimit"] = 0
      form["tags"] = [["id": "x", "title": "", "from": 3, "to": 3] as Object]
    }
    #expect(least.commentLimit == 0 && least.photoLimit == 0)
    #expect(least.subjects[0].tags.map(\.stars) == [3...3])
    #expect(try Self.form { $0["photoLimit"] = 1_000 }.photoLimit == 16)
    #expect(try Self.form { $0["subjects"] = [] }.subjects.map(\.id) == ["line:l-2"])
    #expect(try Self.form { $0["lines"] = [] }.subjects.map(\.id) == ["food", "courier"])
  }
}
