import Cities
import Sandbox
import ShowcaseKit

extension Scenario {
  static let languageSwitch = Scenario(
    "language-switch",
    "A change of the language translates the list and the city without a new choice."
  ) { (script: Script) in
    let catalog = try await script.launch(in: "ru")
    try await script.choose(.almaty, in: catalog)
    for language in ["kk", "en", "xx"] as [Language] {
      try await script.switchLanguage(of: catalog, to: language)
    }
    script.setFault(.offline, of: script.sandbox)
    try await script.switchLanguage(of: catalog, to: "ru")
    script.setFault(nil, of: script.sandbox)
    let restarted = try await script.launch(in: "ru")
    try await script.tellList(of: restarted)
  }
}

extension Script {
  fileprivate func switchLanguage(of catalog: any CityCatalog, to language: Language) async throws {
    await change(catalog, "Switch to \(language.words)") { catalog throws(CitiesError) in
      try await catalog.setLanguage(language)
    }
    try await tellList(of: catalog)
  }
}
