#!/usr/bin/env python3
"""Flaws planted in the reviews, one at a time: the rule that each breaks has to be named.

    Tests/PlantedFlaws/rating.py [--only TEXT] [--seeds 600]

Works on a copy of the sources, which it builds and throws away. Says in how many simulated worlds a
flaw was found, and by which sentence. Needs the Swift toolchain.
"""
from planting import Flaw, plant

REVIEWS = "Modules/OrderRating/Reviews/DefaultOrderReviews"
MAIN, ASKING, STATE = REVIEWS + ".swift", REVIEWS + "+Asking.swift", REVIEWS + "+State.swift"
WRITING, DECIDING = REVIEWS + "+Writing.swift", REVIEWS + "+Deciding.swift"
SENDING, TIDYING = REVIEWS + "+Sending.swift", REVIEWS + "+Tidying.swift"
FACTS = "Modules/OrderRating/Form/RatingEligibility+Facts.swift"
DRAFT = "Modules/OrderRating/Contract/ReviewDraft.swift"
CHANGE = "Modules/OrderRating/Queue/ReviewChange.swift"
SERVER = "Modules/OrderRating/Server/ReviewServer.swift"
FORM = "Modules/OrderRating/Server/FormDocument.swift"
SHELF = "Modules/OrderRating/Persistence/PhotoShelf.swift"
KEPT = "Modules/OrderRating/Persistence/KeptRating.swift"
SENT = "Modules/OrderRating/Server/ReviewDocument.swift"
WORLDS, SMALL = "ReviewModelTests/kept", "ReviewModelTests/mended"
CONTRACT, DRAFTS = "OrderReviewsContractTests/live", "ReviewDraftTests"

FLAWS = [
    # How calls end.
    Flaw("a cancelled request is the server's failure",
         (ASKING, "      if Task.isCancelled, case .unreachable = error { throw .cancelled }\n", ""),
         tests=CONTRACT, rule="A form that is cancelled while it is asked for says so"),
    Flaw("a form is asked for in a cancelled task",
         (ASKING, "    guard !Task.isCancelled else { throw .cancelled }\n", ""),
         tests=CONTRACT, rule="In a cancelled task every call ends"),
    # Whether to ask.
    Flaw("a window that nobody knows is over",
         (STATE, "guard let fetched = forms[order] else { return false }",
          "guard let fetched = forms[order] else { return true }"), tests=CONTRACT,
         rule="The newest order is asked about, once, also after a restart"),
    Flaw("a window does not end while the app is open",
         (STATE, "fetched.serverTime.addingTimeInterval(passed)", "fetched.serverTime"),
         tests=CONTRACT,
         rule="A window ends by the server's time and the time lived through since"),
    Flaw("what cannot be remembered is asked",
         (ASKING, "      guard case .pending = persistence else { return draft }\n",
          "      guard case .pending = persistence, false else { return draft }\n"),
         rule="asked twice"),
    Flaw("two callers ask at once",
         (ASKING, "      guard RatingEligibility(facts(of: order)) == .eligible else { return nil }\n",
          ""),
         rule="two orders are asked about in a life of the app"),
    Flaw("a question that was not kept leaves a draft",
         (ASKING, "        rating.draft = begun\n", ""), tests=SMALL,
         rule="A question that could not be remembered leaves no draft behind"),
    Flaw("a no is forgotten",
         (ASKING, "        rating.standing = max(rating.standing, .skipped)\n", ""),
         rule="was skipped and forgotten"),
    Flaw("what was rated elsewhere is asked about again",
         (ASKING, "      await close(order.id, as: .rated)\n", ""), tests=CONTRACT,
         rule="An order that was rated on another device is passed over"),
    Flaw("an order on its way can be rated",
         (FACTS, "      case _ where !facts.isFinished: .notFinished\n", ""), tests="EligibilityTests",
         rule="What was rated, submitted or is over is never open, whatever else is known"),
    # What is being written.
    Flaw("stars keep the tags of other stars",
         (DRAFT, "marks[subject]?.tags = offered.filter(chosen.contains)",
          "marks[subject]?.tags = chosen"), tests=DRAFTS,
         rule="After any taps every chosen tag goes with the stars"),
    Flaw("a comment is measured in letters",
         (DRAFT, "comment.unicodeScalars.count - form.commentLimit",
          "comment.count - form.commentLimit"), tests=CONTRACT,
         rule="Too long a comment is kept and not sent, and says by how much"),
    Flaw("an edit can take photos out",
         (WRITING, "      edited.photos = draft.photos\n", ""), tests=CONTRACT,
         rule="Stars, subjects and tags that the form does not have are refused at once"),
    Flaw("a draft is not kept",
         (MAIN, "    return await shelf.keep(rating)\n", "    return .persisted\n"), rule="shown nil"),
    # What waits.
    Flaw("the draft goes before the queue has the review",
         (WRITING, "      var persistence = Persistence.persisted\n      do throws(OutboxError) {\n",
          "      await change(order) { $0.draft = nil }\n"
          "      var persistence = Persistence.persisted\n      do throws(OutboxError) {\n"),
         rule="is lost in the middle of a call"),
    Flaw("the draft stays when the queue has the review",
         (WRITING, "      try await readItems()\n      await change(order) { $0.draft = nil }\n",
          "      try await readItems()\n"), rule="places"),
    Flaw("a draft and its review both count after a crash",
         (MAIN, "draft.edition <= $0.edition", "draft.edition < $0.edition"), rule="places"),
    Flaw("what was taken back is no later edition",
         (DECIDING, "    next.edition += 1\n", ""), tests=SMALL,
         rule="What was taken back on a full disk and written on is not lost with a crash"),
    Flaw("what is taken back while it is sent is lost",
         (DECIDING, "if !unsent.contains(review) {", "if true {"), tests=SMALL,
         rule="What is taken back while its turn comes is kept"),
    Flaw("what was taken back is sent all the same",
         (SENDING, "      guard !isSuperseded(review) else {\n        unsent.insert(review)\n"
          "        return .applied()\n      }\n", ""), tests=SMALL,
         rule="What was taken back on a full disk and written on is not lost with a crash"),
    Flaw("what was refused and taken back is not given up",
         (TIDYING, "where item.refusal != nil && item.review.map(isSuperseded) == true",
          "where false"), tests=SMALL,
         rule="What was refused and taken back on a full disk does not hold its next edition up"),
    Flaw("a review is forgotten before its order is remembered",
         (TIDYING, "          rating.draft = nil\n        }\n"
          "        if case .pending = persistence { continue }\n",
          "          rating.draft = nil\n        }\n"), tests=SMALL,
         rule="The draft of what the server has does not come back with a crash"),
    Flaw("what the server has leaves the queue at once",
         (SERVER, "      return .applied(version: ReviewChange.rated)", "      return .applied()"),
         tests=SMALL,
         rule="The draft of what the server has does not come back with a crash"),
    Flaw("a refusal says nothing of the order",
         (SENDING, "      if let standing = delivery.standing { await close(review.id, as: standing) }\n",
          ""), tests=CONTRACT,
         rule="Of two devices that submit, one counts, and the other gives back what was written"),
    # Photos.
    Flaw("a review does not wait for its photos",
         (CHANGE, "return .lanes(Set(review.photos.map(Self.lane)))", "return .none"),
         rule="is complete before its photo"),
    Flaw("the file of what waits is cleared",
         (TIDYING, "return drafts + notices + items.flatMap { $0.change?.photos ?? [] }",
          "return drafts + notices"), rule="is gone too soon"),
    Flaw("the file of what was refused is cleared",
         (TIDYING, "return drafts + notices + items.flatMap",
          "return drafts + items.flatMap"), rule="is gone too soon"),
    Flaw("places of an earlier life are not looked at",
         (MAIN, "var usedSlots = Set(1...ReviewLimits.photos)", "var usedSlots: Set<Int> = []"),
         rule="is left"),
    Flaw("a photo leaves the queue before its notice is kept",
         (TIDYING, "        // Nothing leaves the queue before the notice of it is kept.\n"
          "        if case .pending = persistence { continue }\n", ""), tests=SMALL,
         rule="A refused photo leaves the queue when its notice is kept, and not before"),
    Flaw("another photo in its place is sent for a lost one",
         (SENDING, "guard let found, found.id == photo.id else", "guard let found else"), tests=SMALL,
         rule="A photo in a place that was used anew is not sent for the one before it"),
    Flaw("a lost photo is given up without asking the server",
         (SENDING, "return await server.find(photo, in: context)",
          "return .rejected(Refusal.lost.text)"), rule="nobody asked whether photo"),
    Flaw("what has no room is not tried again", (MAIN, "      await keepPhotosAgain()\n", ""),
         rule="photos wait, and there is room"),
    Flaw("all photos are in one file",
         (SHELF, ".file(\"review-photo-\\(slot)\")", ".file(\"review-photo-1\")"), tests=CONTRACT,
         rule="Photos are at the server before their review, and leave the device after that"),
    # What the server says, and what is kept of it.
    Flaw("another review of the order ends its window",
         (SERVER, "case \"rated\": .rejected(Refusal.alreadyRated.text)",
          "case \"rated\": .rejected(Refusal.windowOver.text)"), tests=CONTRACT,
         rule="Of two devices that submit, one counts, and the other gives back what was written"),
    Flaw("somebody else's order is one that is over",
         (SERVER, "case \"unknownOrder\": .rejected(Refusal.unknownOrder.text)",
          "case \"unknownOrder\": .rejected(Refusal.windowOver.text)"),
         tests=CONTRACT,
         rule="An order of somebody else cannot be rated"),
    Flaw("any page is taken for a review that has come",
         (SERVER, "status == 204 && body.isEmpty", "(200...299).contains(status)"), tests=CONTRACT,
         rule="A review that is answered by anything but the service is sent again, and counts once"),
    Flaw("a photo is lost for every 404",
         (SERVER, "    case .notModified, .conflict, .gone, .rejected: return .busy()",
          "    case .gone, .tryLater: return .rejected(Refusal.lost.text)\n"
          "    case .notModified, .conflict, .rejected: return .busy()"),
         tests="ReviewPhotoTests", rule="A photo is lost only by the word of the service"),
    Flaw("a form may name a tag twice",
         (FORM, "if let tag = tags.map(\\.id).firstRepeated { throw", "if false { let tag = \"\"; throw"),
         tests=CONTRACT, rule="A form that contradicts itself is an error, and no draft"),
    Flaw("a form for another order is believed",
         (FORM, "    guard self.order == order.id else { throw .badForm(\"it is for another order\") }\n", ""),
         tests=CONTRACT, rule="A form that contradicts itself is an error, and no draft"),
    Flaw("lines are rated that the server does not ask about",
         (FORM, "order.lines.filter { lines.contains($0.id) }.map", "order.lines.map"),
         tests=CONTRACT,
         rule="A form asks what goes with the fulfilment, and about the lines by their own names"),
    Flaw("a blank comment is sent",
         (SENT, "review.comment.allSatisfy(\\.isWhitespace) ? nil : review.comment", "review.comment"),
         tests=DRAFTS,
         rule="A comment that is only white space is not sent, and any other to the letter"),
    Flaw("what an earlier release has kept is called otherwise",
         (KEPT, "case open, asked, skipped,", "case open, asked = \"shown\", skipped,"),
         tests="KeptFilesTests", rule="Every rule holds for drafts and answers"),
    Flaw("a refusal is kept without saying that it is one",
         (CHANGE, "return \"refused: \\(reason)\"", "return reason"), tests=DRAFTS,
         rule="A refusal is the same after the queue has kept it as text"),
]

plant(FLAWS, "reviews", module="OrderRating", worlds="RATING", tests=WORLDS, seeds=600)
