import Networking
import Sync

/// The server's endpoints for cities; each response is validated.
///
/// A caller passes the list or city that it already has, and the request contains the `ETag` of that
/// value. If the server responds that the value has not changed, the call returns the caller's value.
struct CityServer: Sendable {
  /// The reason for a failed request, and the delay that the server demands before the next request.
  struct Failure: Error {
    let reason: CitiesError
    var retryAfter: Duration?
  }

  let transport: any Transport

  func list(unless known: StoredCityList) async throws(Failure) -> StoredCityList {
    // The limit is well above the 6 MB of a list of all larger cities on Earth.
    var request = HTTPRequest.withoutCity(.get, "/v1/cities")
    request.sizeLimit = 16 << 20
    return try await newest(known, known.validator, by: request) {
      response throws(CitiesError) in
      do throws(UnusableBody) {
        return StoredCityList(document: try CityListDocument(response), validator: response.etag)
      } catch {
        throw .sync(.fetch(.unusable(error)))
      }
    }
  }

  func city(
    _ id: CityID, in language: Language, unless known: KeptCity?,
    progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(Failure) -> KeptCity {
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
  ) async throws(Failure) -> Value {
    var request = request
    request.precondition = validator.map { .hasChanged(since: $0) }
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request, progress: progress)
    } catch .cancelled {
      throw Failure(reason: .sync(.cancelled))
    } catch {
      throw Failure(reason: .sync(.fetch(.noAnswer(error))))
    }
    do throws(CitiesError) {
      return try value(in: response, to: request, known, unknown, read)
    } catch {
      throw Failure(reason: error, retryAfter: response.retryAfter)
    }
  }

  private func value<Value>(
    in response: HTTPResponse, to request: HTTPRequest, _ known: Value?, _ unknown: CitiesError?,
    _ read: (HTTPResponse) throws(CitiesError) -> Value
  ) throws(CitiesError) -> Value {
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
