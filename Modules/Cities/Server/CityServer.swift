import Commerce
import Foundation
import Networking
import Sync

/// The server's endpoints for cities; each response is validated.
struct CityServer: Sendable {
  let transport: any Transport
  let now: @Sendable () -> Date

  func list(unless validator: String?) async -> FetchOutcome<CityListDocument?> {
    var request = HTTPRequest.withoutCity(.get, "/v1/cities")
    // The limit is well above the 9 MB of a list of all larger cities on Earth.
    request.sizeLimit = 16 << 20
    request.ifChangedSince = validator.flatMap(ETag.init)
    let answer = await transport.answer(to: request)
    // The list needs no sign-in, so a refusal closes no gate.
    if case .unauthorized = answer { return .failed(FetchFailure(answer)) }
    return FetchOutcome(answer) { response throws(UnusableBody) in
      let document = try CityListDocument(response)
      return ServerUpdate(document, version: ServerVersion(document.revision))
    }
  }

  /// Fetches a city, unless `known` is this city in this language and has not changed.
  ///
  /// - Throws: ``CitiesError/unknownCity(_:)`` or ``CitiesError/sync(_:)``.
  func city(
    _ id: CityID, in language: Language, unless known: StoredCity?,
    progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(CitiesError) -> StoredCity {
    let known = known.flatMap { $0.city.id == id && $0.language == language ? $0 : nil }
    var request = HTTPRequest.withoutCity(
      .get, "/v1/cities/\(id.rawValue)", query: ["language": language.rawValue])
    request.ifChangedSince = known?.validator
    let answer: ResponseOutcome
    do throws(TransportError) {
      answer = ResponseOutcome(
        .success(try await transport.send(request, progress: progress)), to: request)
    } catch .cancelled {
      throw .sync(.cancelled)
    } catch {
      throw .sync(.fetch(.noAnswer(error)))
    }
    switch (answer, known) {
    case (.success(let response), _) where response.status == 200:
      do throws(UnusableBody) {
        let city = try response.json(City.self)
        guard city.id == id else {
          throw UnusableBody(reason: "city \(city.id.rawValue) came for city \(id.rawValue)")
        }
        return StoredCity(city: city, language: language, validator: response.etag, time: now())
      } catch {
        throw .sync(.fetch(.unusable(error)))
      }
    case (.notModified, let known?):
      return StoredCity(
        city: known.city, language: language, validator: known.validator, time: now())
    case (.notFound(let problem), _) where problem.code == "unknownCity": throw .unknownCity(id)
    default: throw .sync(.fetch(FetchFailure(answer)))
    }
  }
}
