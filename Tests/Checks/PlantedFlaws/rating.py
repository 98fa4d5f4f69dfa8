#!/usr/bin/env python3
"""Flaws planted in the reviews, one at a time: the rule that each breaks has to be named.

    Tests/Checks/PlantedFlaws/rating.py [--only TEXT] [--seeds 600]

Works on a copy of the sources, which it builds and throws away. Says in how many simulated worlds a
flaw was found, and by which sentence. Needs the Swift toolchain.
"""
from planting import Flaw, plant

CALLS = "Modules/OrderRating/Reviews/LiveOrderReviews.swift"
MODEL = "Modules/OrderRating/Reviews/RatingModel.swift"
FACTS = "Modules/OrderRating/Contract/RatingEligibility.swift"
DRAFT = "Modules/OrderRating/Contract/ReviewDraft.swift"
CHANGE = "Modules/OrderRating/Queue/ReviewChange.swift"
SERVER = "Modules/OrderRating/Server/ReviewServer.swift"
FORM = "Modules/OrderRating/Server/FormDocument.swift"
FILES = "Modules/OrderRating/Persistence/RatingFiles.swift"
STORED = "Modules/OrderRating/Persistence/StoredRating.swift"
SENT = "Modules/OrderRating/Server/ReviewServer.swift"
WORLDS, SMALL = "ReviewModelTests/.No review is lost or doubled, and no photo is left behind", "ReviewModelTests/.A promise that was broken once is kept"
CONTRACT, DRAFTS = "OrderReviewsContractTests/.Every rule holds for reviews in files", "ReviewDraftTests"

FLAWS = [
    # How calls end.
    Flaw("a cancelled request is the server's failure",
         (CALLS, "      if Task.isCancelled, case .sync(.fetch(.noAnswer)) = error { throw .sync(.cancelled) }\n",
          ""),
         tests=CONTRACT, rule="A form that is cancelled while it is asked for says so"),
    Flaw("a form is asked for in a cancelled task",
         (CALLS, "    guard !Task.isCancelled else { throw .sync(.cancelled) }\n", ""),
         tests=CONTRACT, rule="In a canceled task every call ends"),
    # Whether to ask.
    Flaw("a window that nobody knows is over",
         (CALLS, "{ elapsed() >= $0 } ?? false", "{ elapsed() >= $0 } ?? true"), tests=CONTRACT,
         rule="The newest order is asked about, once, also after a restart"),
    Flaw("a window does not end while the app is open",
         (CALLS, "windowEnd = elapsed() + window", "windowEnd = elapsed() * 9 + window"),
         (CALLS, "{ elapsed() >= $0 }", "{ $0 <= .zero }"), tests=CONTRACT,
         rule="A window ends by the server's time and the time lived through since"),
    Flaw("what cannot be remembered is asked",
         (CALLS, "guard isAsked, case .failed = writeStatus else {",
          "guard isAsked, case .failed = writeStatus, false else {"),
         rule="asked twice"),
    Flaw("two callers ask at once",
         (CALLS, "let draft = try found(state, ratings) ?? begun", "let draft = begun"),
         rule="two orders are asked about in a life of the app"),
    Flaw("a question that was not kept leaves a draft",
         (CALLS, "{ ratings[order.id].draft = nil }\n", "{}\n"), tests=SMALL,
         rule="A question that could not be remembered leaves no draft behind"),
    Flaw("a no is forgotten",
         (CALLS, "      ratings.close(order, as: .skipped)\n", ""),
         rule="was skipped and forgotten"),
    Flaw("what was rated elsewhere is asked about again",
         (CALLS, "        ratings.close(order.id, as: standing)\n", ""), tests=CONTRACT,
         rule="An order that was rated on another device is passed over"),
    Flaw("an order on its way can be rated",
         (FACTS, "      case _ where !facts.isFinished: .notFinished\n", ""), tests="EligibilityTests",
         rule="An order that was rated, submitted or expired is never open"),
    # What is being written.
    Flaw("stars keep the tags of other stars",
         (DRAFT, "ratings[subject]?.tags = offered.filter(chosen.contains)",
          "ratings[subject]?.tags = chosen"), tests=DRAFTS,
         rule="After any taps every chosen tag goes with the stars"),
    Flaw("a comment is measured in letters",
         (DRAFT, "comment.unicodeScalars.count - form.commentLimit",
          "comment.count - form.commentLimit"), tests=CONTRACT,
         rule="Too long a comment is kept and not sent, and says by how much"),
    Flaw("an edit can take photos out",
         (CALLS, "      edited.photos = draft.photos\n", ""), tests=CONTRACT,
         rule="Stars, subjects and tags that the form does not have are refused at once"),
    Flaw("a draft is not kept",
         (FILES, "let writeStatus = await files.save(record)", "let writeStatus = WriteStatus.written"),
         rule="shown nil"),
    # What waits.
    Flaw("the draft stays when the queue has the review",
         (CALLS, "      ratings[order].draft = nil\n      return draft.photos",
          "      return draft.photos"),
         (MODEL, "draft.edition <= review.edition", "draft.edition < review.edition"), rule="places"),
    Flaw("a draft and its review both count after a crash",
         (MODEL, "draft.edition <= review.edition", "draft.edition < review.edition"), rule="places"),
    Flaw("what was taken back is no later edition",
         (CALLS, "      draft.edition += 1\n", ""), tests=SMALL,
         rule="A review that was withdrawn on a full disk and continued survives a crash"),
    Flaw("what was taken back is sent all the same",
         (MODEL, "guard !ratings.isSuperseded(review) else { return .applied(ServerUpdate()) }\n", "\n"),
         tests=SMALL,
         rule="A review that was withdrawn on a full disk and continued survives a crash"),
    Flaw("what was refused and taken back is not given up",
         (MODEL, "guard !ratings.isSuperseded(review) else { return true }",
          "guard !ratings.isSuperseded(review) else { return false }"), tests=SMALL,
         rule="A review that was refused and withdrawn on a full disk does not delay its next edition"),
    Flaw("what an earlier life has sent is not remembered",
         (MODEL, "    if item.isApplied { ratings.close(review.id, as: .rated) }\n", ""), tests=SMALL,
         rule="The draft of what the server has does not come back with a crash"),
    Flaw("a refusal says nothing of the order",
         (SERVER, ".rejected(.alreadyRated, closed(.rated))", ".rejected(.alreadyRated)"), tests=CONTRACT,
         rule="Of two devices that submit, one counts, and the other gives back what was written"),
    # Photos.
    Flaw("a review does not wait for its photos",
         (CHANGE, "return .lanes(Set(review.photos.map(Self.lane)))", "return .none"),
         rule="is complete before its photo"),
    Flaw("the file of what waits is cleared",
         (MODEL, "Set((named + queued).map(\\.slot))", "Set((named + queued.prefix(0)).map(\\.slot))"),
         rule="is gone too soon"),
    Flaw("the file of what was refused is cleared",
         (MODEL, "(record.draft?.photos ?? []) + record.photoNotices.compactMap(\\.photo)",
          "record.draft?.photos ?? []"), rule="is gone too soon"),
    Flaw("places of an earlier life are not looked at",
         (FILES, "if contents[slot] != \"\", await", "if contents[slot] ?? \"\" != \"\", await"),
         rule="is left"),
    Flaw("the temporary file of a photo stays",
         (FILES, "      try await file.remove()\n", "      if try await file.value() != nil { try await file.remove() }\n"),
         tests="ReviewPhotoTests", rule="The temporary file of a photo whose write was killed is removed"),
    Flaw("a photo leaves the queue before its notice is kept",
         (MODEL, " && snapshot.isStored\n", "\n"), tests=SMALL,
         rule="A refused photo leaves the queue when its notice is kept, and not before"),
    Flaw("another photo in its place is sent for a lost one",
         (MODEL, "guard let found, found.id == photo.id else", "guard let found else"), tests=SMALL,
         rule="A photo in a reused slot is not sent in place of the previous one"),
    Flaw("a lost photo is given up without asking the server",
         (MODEL, "return await server.find(photo, in: context)",
          "return .rejected(.lostPhoto)"), rule="nobody asked whether photo"),
    Flaw("what has no room is not tried again", (FILES, "where contents[slot] != photo.id {", "where contents[slot] != photo.id {\n      contents[slot] = photo.id"),
         (FILES, "contents[slot] = nil } else", "} else"),
         rule="photos wait, and there is room"),
    Flaw("all photos are in one file",
         (FILES, ".file(\"review-photo-\\(slot)\")", ".file(\"review-photo-1\")"), tests=CONTRACT,
         rule="Photos are at the server before their review, and leave the device after that"),
    # What the server says, and what is kept of it.
    Flaw("another review of the order ends its window",
         (SERVER, ".rejected(.alreadyRated, closed(.rated))", ".rejected(.windowOver, closed(.rated))"), tests=CONTRACT,
         rule="Of two devices that submit, one counts, and the other gives back what was written"),
    Flaw("somebody else's order is one that is over",
         (SERVER, ".rejected(.unknownOrder, closed(.over))", ".rejected(.windowOver, closed(.over))"),
         tests=CONTRACT,
         rule="An order of somebody else cannot be rated"),
    Flaw("any page is taken for a review that has come",
         (SERVER, "status == 204 && body.isEmpty", "(200...299).contains(status)"), tests=CONTRACT,
         rule="A review that is answered by anything but the service is sent again, and counts once"),
    Flaw("a photo is lost for every 404",
         (SERVER, "[404, 410].contains(problem.status) && problem.code == \"unknownPhoto\"",
          "[404, 410].contains(problem.status)"),
         tests="ReviewPhotoTests", rule="A photo is lost only by the word of the service"),
    Flaw("a form may name a tag twice",
         (FORM, "if let tag = tags.map(\\.id).firstRepeated { throw", "if false { let tag = \"\"; throw"),
         tests=CONTRACT, rule="A form that contradicts itself is an error, and no draft"),
    Flaw("a form for another order is believed",
         (FORM, "    guard self.order == order.id else { throw .badForm(.anotherOrder) }\n", ""),
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
         (STORED, "case open, asked, skipped,", "case open, asked = \"shown\", skipped,"),
         tests="KeptFilesTests", rule="Every rule holds for drafts and answers"),
    Flaw("a refusal is kept without saying that it is one",
         (CHANGE, "return \"refused: \\(reason)\"", "return reason"), tests=DRAFTS,
         rule="A refusal is the same after the queue has kept it as text"),
]

plant(FLAWS, "reviews", module="OrderRating", worlds="RATING", tests=WORLDS, seeds=600)
