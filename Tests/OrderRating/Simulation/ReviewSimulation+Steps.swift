import OrderRatingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport

@testable import OrderRating

extension ReviewSimulation {
  func perform(_ step: RatingStep) {
    switch step {
    case .prompt: prompt()
    case .open(let index): open(index)
    case .stars(let index, let stars):
      let subject = ["food", "line:l-1"][stars % 2]
      edit(index, { draft throws(ReviewError) in try draft.setStars(stars, of: subject) }) {
        $0.stars[subject] = stars
      }
    case .tag(let index):
      edit(
        index,
        { draft throws(ReviewError) in
          guard let tag = draft.tags(of: "food").last else { return }
          try draft.setTag(tag.id, isChosen: true, of: "food")
        }
      ) { _ in }
    case .comment(let index):
      comments += 1
      let text = "comment \(comments)"
      edit(index, { $0.comment = text }) { $0.comment = text }
    case .attach(let index): attach(index)
    case .removePhoto(let index): removePhoto(index)
    case .submit(let index): submit(index)
    case .skip(let index): skip(index)
    case .withdraw(let index): withdraw(index)
    case .dismiss: dismiss()
    case .killSubmitting(let index, let count):
      let order = Self.orders[index].id
      die(after: count, about: index) { _ = try await $0.submit(order) }
    case .killTakingBack(let index, let count):
      let order = Self.orders[index].id
      die(after: count, about: index) { _ = try await $0.withdraw(order) }
    case .finish(let index): finished.insert(index)
    case .rateElsewhere(let index):
      pages[index].isHindered = true
      network.change { $0.model.rateElsewhere(Self.orders[index].id) }
    case .endWindow(let index):
      pages[index].isHindered = true
      network.change { $0.model.orders[Self.orders[index].id]?.closesAt = 0 }
    case .refusePhotos(let isSo):
      network.change { $0.model.refusesPhotos = isSo ? "no" : nil }
    case .refuseReviews(let isSo):
      network.change { $0.model.refusesReviews = isSo ? "no" : nil }
    case .setClock(let seconds):
      for index in pages.indices { pages[index].isHindered = true }
      network.change { $0.model.now += seconds }
    case .sleep(let seconds): clock.jump(by: .seconds(seconds))
    case .fillDisk(let room):
      wasEverFull = true
      disk.room = room
    case .freeDisk: disk.room = .enough
    case .device(let step): perform(onDevice: step)
    }
  }

  /// Performs an action of the user, and returns its result, or `nil` if it failed.
  private func tap<Answer: Sendable>(
    _ call: @escaping @Sendable (LiveOrderReviews) async throws -> Answer
  ) -> Answer? {
    ask { [reviews] in try await call(reviews) }
  }

  private func prompt() {
    let orders = finished.map { Self.orders[$0] }
    @Sendable func ask(_ reviews: LiveOrderReviews) async -> ReviewDraft? {
      do throws(ReviewError) { return try await reviews.prompt(among: orders) } catch { return nil }
    }
    // Two screens ask at the same time.
    let drafts = tap { reviews in
      async let first = ask(reviews)
      async let second = ask(reviews)
      return await [first, second].compactMap(\.self)
    }
    ledger.expect((drafts ?? []).count <= 1, "two orders are asked about in a life of the app")
    for draft in drafts ?? [] {
      asked.append(draft.id)
      begun(draft)
    }
  }

  private func open(_ index: Int) {
    guard finished.contains(index) else { return }
    let order = Self.orders[index]
    if let draft = tap({ try await $0.draft(for: order) }) { begun(draft) }
  }

  private func begun(_ draft: ReviewDraft) {
    guard let index = Self.orders.firstIndex(where: { $0.id == draft.id }) else { return }
    guard pages[index].draft == nil else { return }
    pages[index].draft = Written()
    pages[index].submitted = nil
    pages[index].isUnsure = disk.room < .forText
    pages[index].isStored = false
  }

  private func edit(
    _ index: Int, _ change: @escaping @Sendable (inout ReviewDraft) throws(ReviewError) -> Void,
    _ book: (inout Written) -> Void
  ) {
    let order = Self.orders[index].id
    guard tap({ try await $0.edit(order, change) }) != nil else { return }
    let isStored = reviews.state.sync.isDurable
    pages[index].isUnsure = !isStored
    if isStored { pages[index].isStored = true }
    guard var written = pages[index].draft else { return }
    book(&written)
    pages[index].draft = written
  }

  private func attach(_ index: Int) {
    let order = Self.orders[index].id
    let mark = UInt8(attached.count % 250)
    guard tap({ try await $0.attach(.jpeg(4, mark), to: order) }) != nil,
      let photo = reviews.state.drafts.first(where: { $0.id == order })?.photos.last
    else { return }
    let isUnsure = !reviews.state.sync.isDurable
    attached[photo.id] = Attached(order: index, slot: photo.slot, mark: mark, isUnsure: isUnsure)
    pages[index].draft?.photos.append(photo.id)
    if isUnsure { pages[index].isUnsure = true }
  }

  private func removePhoto(_ index: Int) {
    let order = Self.orders[index].id
    guard let photo = pages[index].draft?.photos.first,
      tap({ try await $0.remove(photo, from: order) }) != nil
    else { return }
    letGo { $0 == photo }
    pages[index].draft?.photos.removeFirst()
    if disk.room < .forText { pages[index].isUnsure = true }
  }

  private func submit(_ index: Int) {
    move(index, from: \.draft, to: \.submitted) { try await $0.submit($1) }
  }

  private func skip(_ index: Int) {
    let order = Self.orders[index].id
    guard tap({ try await $0.skip(order) }) != nil else { return }
    let isStored = reviews.state.sync.isDurable
    if pages[index].draft != nil {
      letGo { self.attached[$0]?.order == index }
      pages[index].isStored = false
    }
    pages[index].draft = nil
    pages[index].isSkipped = true
    let isQueueUnsure = pages[index].submitted != nil && pages[index].isUnsure
    pages[index].isUnsure = isQueueUnsure || !isStored
  }

  private func withdraw(_ index: Int) {
    move(index, from: \.submitted, to: \.draft) { try await $0.withdraw($1) }
  }

  /// Performs a call that turns a draft into a submitted review, or a submitted review into a draft.
  private func move(
    _ index: Int, from old: WritableKeyPath<Page, Written?>,
    to new: WritableKeyPath<Page, Written?>,
    _ call: @escaping @Sendable (LiveOrderReviews, RatableOrder.ID) async throws -> Void
  ) {
    let order = Self.orders[index].id
    guard tap({ try await call($0, order) }) != nil else { return }
    let isStored = reviews.state.sync.isDurable
    pages[index][keyPath: new] = pages[index][keyPath: old]
    pages[index][keyPath: old] = nil
    pages[index].isUnsure = !isStored
    if isStored { pages[index].isStored = true }
  }

  /// Kills the app in the middle of a call, and checks that the review is in one place with its
  /// whole content.
  private func die(
    after count: Int, about index: Int,
    _ call: @escaping @Sendable (LiveOrderReviews) async throws -> Void
  ) {
    let (order, page, reviews) = (Self.orders[index].id, pages[index], reviews)
    Task(executorPreference: executor) { do { try await call(reviews) } catch {} }
    for _ in 0..<count { executor.step() }
    kill()
    let isUnsure = page.isUnsure || disk.room < .enough
    pages[index].isUnsure = true
    begin()
    guard !isUnsure, let written = page.draft ?? page.submitted else { return }
    let found = [pages[index].draft, pages[index].submitted].compactMap(\.self)
    // A queued review may have arrived meanwhile.
    if found.isEmpty, server.reviews[order] != nil {
      pages[index].submitted = written
    } else {
      ledger.expect(found == [written], "\(order) is lost in the middle of a call: \(found)")
    }
  }

  private func dismiss() {
    guard let notice = reviews.state.notices.first,
      let index = Self.orders.firstIndex(where: { $0.id == notice.order }),
      tap({ try await $0.dismiss(notice.id) }) != nil
    else { return }
    let isShown = reviews.state.notices.contains { $0.id == notice.id }
    ledger.expect(!isShown, "the notice \(notice.id) was dismissed and is shown")
    if let photo = notice.cause.photo {
      letGo { $0 == photo.id }
    } else {
      pages[index].submitted = nil
      pages[index].isStored = false
      letGo { self.attached[$0]?.order == index }
    }
    if disk.room < .forText { pages[index].isUnsure = true }
  }

  /// Removes from the record the photos that the user no longer wants.
  private func letGo(_ isUnwanted: (String) -> Bool) {
    let unwanted = attached.keys.filter(isUnwanted)
    for photo in unwanted { attached[photo] = nil }
    network.change { $0.excused.formUnion(unwanted) }
  }
}
