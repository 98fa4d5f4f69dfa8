import Networking
import Sync

/// The server's endpoints for cities; each response is validated.
///
/// A caller passes the list or city that it already has, and the request contains the `ETag` of that
/// value. If the server responds that the value has not changed, the call returns the caller's value.
struct CityServer: Sendable {
  let transport: any Transport

  func list(unless known: StoredCityList) async throws(CitiesError) -> StoredCityList {
    // The limit is well above the 6 MB of a list of all larger cities on Earth.
    var request = HTTPRequest.withoutCity(.get, "/v1/cities")
    request.sizeLimit = 16 << 20
    return try await newest(known, known.validator, by: request) {
      response throws(CitiesError) in
      let document = try decode(CityListDocument.self, from: response)
      do throws(CityListDocument.Flaw) {
        try document.validate()
      } catch {
        throw .unusable(error.text)
      }
      return StoredCityList(document: document, validator: response.etag)
    }
  }

  func city(
    _ id: CityID, in language: Language, unless known: KeptCity?,
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
        throw .unusable("city \(city.id.rawValue) came for city \(id.rawValue)")
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
    do throws(TransportError) {
      response = try await transport.send(request, progress: progress)
    } catch .cancelled {
      throw .sync(.cancelled)
    } catch {
      throw .sync(.fetch(.noAnswer(error)))
    }
    switch ResponseOutcome(.success(response), to: request) {
    case .success where response.status == 200: return try read(response)
    case .notModified: if let known { return known }
    case .notFound(let problem) where problem.code == "unknownCity":
      if let unknown { throw unknown }
    case .notFound(let problem), .conflict(let problem), .rejected(let problem):
      throw .sync(.fetch(.refused(problem)))
    default: break
    }
    throw .sync(.fetch(.status(response.status)))
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from answer: HTTPResponse
  ) throws(CitiesError) -> Value {
    do {
      return try answer.json(type)
    } catch {
      throw .sync(.fetch(.unusable(error)))
    }
  }
}

extension CitiesError {
  fileprivate static func unusable(_ reason: String) -> CitiesError {
    .sync(.fetch(.unusable(UnusableBody(reason: reason))))
  }
}
