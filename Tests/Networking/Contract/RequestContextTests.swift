import Commerce
@_spi(SettledCity) import Networking
import Testing

// Each of the tests starts a compiler; all at once they would need gigabytes of memory.
@Suite(.serialized) struct RequestContextTests {
  // Only these platforms can start a compiler.
  #if os(macOS) || os(Linux)
    @Test func `A feature with a context compiles`() async throws {
      let errors = try await CompilerVerdict.errors(
        in: """
          func menu(in context: RequestContext) -> HTTPRequest {
            HTTPRequest(.get, "/v1/menu", in: context)
          }
          """)

      #expect(errors == nil)
    }

    @Test(arguments: [
      (#"let request = HTTPRequest(.get, "/v1/menu")"#, "missing argument for parameter 'in'"),
      (#"let request = HTTPRequest(.get, "/v1/menu", in: nil)"#, "'nil' is not compatible"),
      (
        #"let context = RequestContext(country: "KZ", city: 1, language: "kk")"#,
        "inaccessible due to '@_spi' protection level"
      ),
      (
        """
        func menu(in context: RequestContext?) -> HTTPRequest {
          HTTPRequest(.get, "/v1/menu", in: context)
        }
        """, "must be unwrapped"
      ),
      (
        """
        extension RequestContext {
          init(_ country: String) { self.country = country; city = 1; language = "kk" }
        }
        """, "'country' may not be initialized directly"
      ),
      (
        "func read(_ decoder: any Decoder) throws -> RequestContext { try .init(from: decoder) }",
        "inaccessible due to '@_spi' protection level"
      ),
      (
        """
        func move(_ context: RequestContext) -> RequestContext {
          var other = context
          other.country = "RS"
          return other
        }
        """, "'country' is a 'let' constant"
      ),
    ])
    func `A feature without a context does not compile`(_ source: String, _ reason: String)
      async throws
    {
      let errors = try await CompilerVerdict.errors(in: source)

      #expect(errors?.contains(reason) == true)
    }
  #endif

  @Test(arguments: [
    ("KZ", "kk"), ("RS", "sr-Latn"), ("ZA", "k"), ("AZ", "es-419"),
    ("KZ", String(repeating: "k", count: 35)),
  ])
  func `A context has the codes of its country and its language`(
    _ country: String, _ language: String
  ) {
    let context = RequestContext(country: country, city: 1, language: language)

    #expect(context?.country == country && context?.language == language)
  }

  @Test(arguments: [
    ("", "kk"), ("K", "kk"), ("KZT", "kk"), ("kz", "kk"), ("K1", "kk"), ("@A", "kk"), ("A[", "kk"),
    ("К", "kk"), ("KZ", ""), ("KZ", "kk KZ"), ("KZ", "kk_KZ"), ("KZ", "қ"), ("KZ", "kk\r\n"),
    ("KZ", String(repeating: "k", count: 36)),
  ])
  func `A code that cannot be sent as a header makes no context`(
    _ country: String, _ language: String
  ) {
    #expect(RequestContext(country: country, city: 1, language: language) == nil)
  }
}
