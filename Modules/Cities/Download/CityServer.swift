import Networking

/// A client for the module's server, which validates each response.
///
/// A request carries the validator of the known value. If the server has nothing newer, the result
/// is the known value.
struct CityServer: Sendable {
  let transport: any Transport

  func list(unless known: KeptList) async throws(CitiesError) -> KeptList {
    // A list of every larger city on Earth has 6 MB.
    var request = HTTPRequest.withoutCity(.get, "/v1/cities")
    request.sizeLimit = 16 << 20
    return try await newest(known, known.validator, by: request) {
      response throws(CitiesError) in
      let document = try decode(CityListDocument.self, from: response)
      do throws(CityListDocument.Flaw) {
        try document.validate()
      } catch {
        throw .unusableAnswer(error.text)
      }
      return KeptList(document: document, validator: response.etag)
    }
  }

  func city(
    _ id: City.ID, in language: Language, unless known: KeptCity?,
    progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(CitiesError) -> KeptCity {
    let known = known.flatMap { $0.city.id == id && $0.language == language ? $0 : nil }
    let request = HTTPRequest.withoutCity(
      .get, "/v1/cities/\(id.rawValue)", query: ["language": language.rawValue])
    return try await newest(
      known, known?.validator, by: request, unknown: .unknownCity(id), progress
    ) { response throws(CitiesError) in
      let city = try decode(City.self, from: response)
      guard city.id == id else {
        throw .unusableAnswer("city \(city.id.rawValue) came for city \(id.rawValue)")
      }
      return KeptCity(city: city, language: language, validator: response.etag)
    }
  }

  private func newest<Value>(
    _ known: Value?, _ validator: ETag?, by request: HTTPRequest, unknown: CitiesError? = nil,
    _ progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
    read: (HTTPResponse) throws(CitiesError) -> Value
  ) async throws(CitiesError) -> Value {
    var request = request
    request.precondition = validator.map { .hasChanged(since: $0) }
    let response: HTTPResponse
    do {
      response = try await transport.send(request, progress: progress)
    } catch {
      switch error {
      case .offline, .connectionLost: throw .offline
      case .timedOut: throw .timedOut
      case .cancelled: throw .cancelled
      case .tooLarge(let limit): throw .unusableAnswer("larger than \(limit) bytes")
      case .failed(let text), .untrusted(let text): throw .serverTrouble(text)
      }
    }
    switch Answer(.success(response), to: request) {
    case .success where response.status == 200: return try read(response)
    case .notModified: if let known { return known }
    case .gone(let problem) where problem.code == "unknownCity": if let unknown { throw unknown }
    case .tryLater where response.status == 304:
      throw .unusableAnswer("HTTP 304 about nothing that is kept")
    default: break
    }
    throw .serverTrouble("HTTP \(response.status)")
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from answer: HTTPResponse
  ) throws(CitiesError) -> Value {
    do {
      return try answer.json(type)
    } catch {
      throw .unusableAnswer(error.reason)
    }
  }
}
