import Networking

/// What the module asks its server for, with every answer made usable or an error.
struct CityServer: Sendable {
  let transport: any Transport

  func list() async throws(CitiesError) -> CityListDocument {
    // A list of every larger city on Earth takes 6 MB.
    var request = HTTPRequest.withoutCity(.get, "/v1/cities")
    request.sizeLimit = 16 << 20
    let answer = try await send(request, progress: { _ in })
    guard answer.status == 200 else { throw .serverTrouble("HTTP \(answer.status)") }
    let document = try decode(CityListDocument.self, from: answer)
    do {
      try document.validate()
    } catch {
      throw .unusableAnswer(error.text)
    }
    return document
  }

  func city(
    _ id: City.ID, in language: Language, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(CitiesError) -> City {
    let request = HTTPRequest.withoutCity(
      .get, "/v1/cities/\(id.rawValue)", query: ["language": language.rawValue])
    let answer = try await send(request, progress: progress)
    if answer.status == 404 { throw .unknownCity(id) }
    guard answer.status == 200 else { throw .serverTrouble("HTTP \(answer.status)") }
    let city = try decode(City.self, from: answer)
    guard city.id == id else {
      throw .unusableAnswer("city \(city.id.rawValue) came for city \(id.rawValue)")
    }
    return city
  }

  private func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(CitiesError) -> HTTPResponse {
    do {
      return try await transport.send(request, progress: progress)
    } catch {
      switch error {
      case .offline, .connectionLost: throw .offline
      case .timedOut: throw .timedOut
      case .cancelled: throw .cancelled
      case .tooLarge(let limit): throw .unusableAnswer("larger than \(limit) bytes")
      case .failed(let text): throw .serverTrouble(text)
      }
    }
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
