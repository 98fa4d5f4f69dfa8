extension DefaultCityCatalog {
  /// Clears up after a former app, as soon as its city or another one is kept here.
  ///
  /// Until then a crash finds everything as it was, and begins anew.
  func leaveFormerApp() async {
    guard let former, state.currentCity != nil, state.notKept == nil, state.removal == nil else {
      return
    }
    former.forgetCity()
    let removal = await former.removeDatabase()
    broadcast.update { $0.removal = removal }
  }

  /// Does not ask again for a city that the server has said it does not know.
  func forgetFormerCity(_ id: City.ID) {
    guard former?.stage == .migrating(id) else { return }
    former?.forgetCity()
  }
}

extension FormerApp {
  /// Where a launch without a kept city begins, if this has something to say about it.
  package var stage: CityState.Stage? {
    do {
      return try city().map(CityState.Stage.migrating)
    } catch {
      return .choosing(.formerCityUnreadable("\(error)"))
    }
  }
}
