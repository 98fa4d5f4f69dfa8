import Addresses
import Commerce
import Sandbox
import ShowcaseKit
import Sync

/// An app that has nothing but an address book.
final class AddressApp: DemoApp {
  private let launch: Launch<AddressesServerModel>
  private let book: any AddressBook
  private let city: SettledCity
  private var place = Place.almaty
  private var language: DemoLanguage
  /// The search text; `nil` if the user is not searching.
  private var search: String?
  private var form: AddressForm?

  init(_ launch: Launch<AddressesServerModel>) throws {
    self.launch = launch
    language = try DemoLanguage(launch.options)
    city = launch.city(place.context(language))
    book = launch.environment(city: city).makeAddressBook(templates: try .bundled())
    launch.run("The address book", book.run)
    launch.follow(book.states())
  }

  func scene() -> Scene {
    if let form { return scene(of: form) }
    let state = book.state
    let field = search.map { text in TextField("Search", text) { [self] in search = $0 } }
    return scene(
      "Addresses", field: field,
      [list(search.map(state.search) ?? state.addresses), Part(below: AddressPage.below(state))],
      commands: search == nil
        ? listCommands : [.now(.escape, "end") { [self] in search = nil }])
  }

  private func scene(
    _ title: String, field: TextField? = nil, _ parts: [Part], commands: [Command<Void>]
  ) -> Scene {
    Scene(
      title, "\(place.name), \(place.country)", activity: book.state.sync.fetch.words,
      field: field, parts, commands: commands + [nextLanguage], events: events)
  }

  // MARK: The list

  private func list(_ addresses: [SavedAddress]) -> Part {
    let empty =
      switch (search, book.state.template) {
      case (_?, _): "Nothing found: change the text."
      case (nil, nil): "No address in this city, and no form for one yet."
      case (nil, _?): "No address in this city: n adds one."
      }
    return Part(
      addresses, empty: empty, id: { $0.id.rawValue },
      commands: [.now(.enter, "change", open)] + (search == nil ? addressCommands : [])
    ) { [language] saved in
      let tone: Tone = saved.status == .confirmed ? .plain : saved.status.isFailed ? .bad : .pending
      return Screen.Row(
        AddressPage.heading(saved), tone: tone,
        lines: AddressPage.notes(saved, in: language).map {
          Line($0, tone == .bad ? .bad : .pending)
        })
    }
  }

  private var addressCommands: [Command<SavedAddress>] {
    [
      .run(.backspace, "remove") { [book] in
        try await book.remove($0.id)
        return book.words(of: "remove \(AddressPage.short($0))", \.sync)
      },
      .run("u", "use for an order") { [book] in
        try await book.use($0.id)
        return book.words(of: "an order to \(AddressPage.short($0))", \.sync)
      },
      .run("d", "default") { [book] in
        try await book.makeDefault($0.id)
        return book.words(of: "\(AddressPage.short($0)) as the default", \.sync)
      },
      .now(.control("e"), "rename on another device") { [launch] saved in
        guard !saved.serverID.isEmpty else { return "The server does not have this address yet." }
        let renamed = saved.address.labeled(saved.address.label + "!")
        launch.sandbox.change { $0.editElsewhere(saved.serverID, renamed.content) }
        return "Another device has renamed this address: ^R refreshes the book."
      }.inSandbox,
      .now(.control("d"), "remove there") { [launch] saved in
        launch.sandbox.change { $0.removeElsewhere(saved.serverID) }
        return "Another device has removed this address: ^R refreshes the book."
      }.inSandbox,
    ]
  }

  private var listCommands: [Command<Void>] {
    [
      .now("n", "new") { [self] in open(nil) },
      .now("/", "search") { [self] in search = "" },
      .now(.control("g"), "country") { [self] in
        place = place.next
        city.settle(in: place.context(language))
      },
    ]
      + Command.common(to: book) { [book] in
        book.state.pending.first(where: \.status.isFailed).map { change in
          (change.id, AddressPage.subject(of: change, in: book.state))
        }
      }
  }

  private var nextLanguage: Command<Void> {
    .now(.control("l"), "language") { [self] in
      language = language.next
      city.settle(in: place.context(language))
      return "The language is \(language.title)."
    }
  }

  // MARK: The form

  private func open(_ saved: SavedAddress?) -> String {
    guard let template = book.state.template else { return "There is no form for this city yet." }
    let form = AddressForm(template, city: place.city, of: saved)
    self.form = form
    launch.select(form.fields[0].rawValue)
    return ""
  }

  private func scene(of form: AddressForm) -> Scene {
    let check = form.template.check(form.address)
    let preview = form.template.lines(of: form.address, in: language.rawValue)
    let choose: Command<AddressFieldType> = .step("choice") { [self] in
      self.form?.choose($0, by: $1)
    }
    let hasChoices = form.fields.contains { !form.choices(of: $0).isEmpty }
    let fields = Part(
      form.fields, id: \.rawValue,
      edit: { [self] in self.form?[$0] = $1 }, commands: hasChoices ? [choose] : []
    ) { [language] field in
      var remark = Line()
      for problem in check.errors + check.warnings where problem.field == field {
        // The error of an empty field is not red, because the user may still fill it in.
        let tone: Tone = check.warnings.contains(problem) ? .pending : .bad
        remark.append(language.words(problem.issue), form[field].isEmpty ? .faint : tone)
      }
      return Screen.Row(
        language.name(of: field) + form.mark(of: field), text: form[field], remark: remark)
    }
    return scene(
      form.id == nil ? "New address" : "Address", [fields, Part(below: preview)],
      commands: [
        .run(.enter, "save", save),
        .now(.escape, "cancel") { [self] in self.form = nil },
      ])
  }

  private func save() async throws -> String {
    guard let form else { return "" }
    let problems = form.template.check(form.address).errors
    guard problems.isEmpty else { return DemoMessage.failed(AddressPage.words(problems)) }
    if let id = form.id {
      try await book.change(id, to: form.address)
    } else {
      try await book.add(form.address)
    }
    self.form = nil
    let lines = form.template.lines(of: form.address, in: language.rawValue)
    return book.words(of: AddressPage.name(form.address, lines), \.sync)
  }

  // MARK: The sandbox server

  /// The commands for the effects of other people at the server.
  private var events: [Command<Void>] {
    [
      .now(.control("x"), "close the city") { [self] in
        let city = place.city.rawValue
        let isClosed = launch.sandbox.change { server in
          server.closedCities.formSymmetricDifference([city])
          return server.closedCities.contains(city)
        }
        return "The city is \(isClosed ? "closed" : "open"): ^R refreshes the book."
      },
      .now(.control("n"), "add on another device") { [self] in
        launch.sandbox.change { $0.addElsewhere(place.example.content) }
        return "Another device has added an address: ^R refreshes the book."
      },
    ]
  }
}
