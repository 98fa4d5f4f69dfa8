import OrderRating
import ShowcaseKit

/// Reviews as lines of text, for the screen and for transcripts.
enum RatingPage {
  static func lines(_ state: ReviewsState) -> [String] {
    let all = state.drafts.flatMap { draft($0, in: state) } + below(state)
    return all.isEmpty ? ["No draft, and no pending review"] : all
  }

  /// Returns the lines below the drafts: the pending reviews and the notices.
  static func below(_ state: ReviewsState) -> [String] {
    state.pending.map { waiting in
      let photos = waiting.photosLeft.count
      let lack = waiting.photosLeft.count { state.photosWithoutRoom.contains($0.id) }
      let mark = waiting.mayBeApplied ? ChangeWords.maybeApplied : ChangeWords.pending
      return "Review of order \(waiting.id): \(mark), \(waiting.reason.wordsOfReview)"
        + (photos > 0 ? ", photos to send: \(photos)" : "")
        + (lack > 0 ? ", not stored because the disk is full: \(lack)" : "")
    }
      + state.notices.flatMap { notice in
        let lines = notice.review.map { content($0).map { "  \($0)" } } ?? []
        return ["Message about order \(notice.order): \(notice.cause.words)"] + lines
      }
  }

  /// Returns the lines of a draft, with its subjects, tags and problems.
  static func draft(_ draft: ReviewDraft, in state: ReviewsState) -> [String] {
    let lines = draft.form.subjects.map { row($0, of: draft) } + rest(draft, in: state)
    return ["Draft for order \(draft.id)"] + lines.map { "  \($0)" }
  }

  /// Returns the lines below the subjects of a draft: its comment, photos and problems.
  static func rest(_ draft: ReviewDraft, in state: ReviewsState) -> [String] {
    let lack = draft.photos.count { state.photosWithoutRoom.contains($0.id) }
    return written(draft)
      + (lack > 0 ? ["Photos not stored because the disk is full: \(lack)"] : [])
      + draft.problems.map { "To submit it: \($0)" }
  }

  /// Returns the line of a subject: its stars, its title, and the tags for this number of stars.
  static func row(_ subject: RatingSubject, of draft: ReviewDraft) -> String {
    let mark = draft.ratings[subject.id]
    let stars = String(repeating: "★", count: mark?.stars ?? 0)
    let empty = String(repeating: "☆", count: draft.form.scale - (mark?.stars ?? 0))
    let tags = draft.tags(of: subject.id).map { tag in
      mark?.tags.contains(tag.id) == true ? "[\(tag.title)]" : tag.title
    }
    let name = subject.title + (subject.isRequired ? " *" : "")
    return ([stars + empty, name] + tags).joined(separator: "  ")
  }

  private static func content(_ review: ReviewDraft) -> [String] {
    let marks = review.form.subjects.compactMap { subject in
      review.ratings[subject.id].map { "\(subject.title): \($0.stars) of \(review.form.scale)" }
    }
    return [marks.joined(separator: ", ")] + written(review)
  }

  private static func written(_ review: ReviewDraft) -> [String] {
    let comment = review.comment
    let shown =
      comment.count > 60
      ? "a comment of \(comment.unicodeScalars.count) characters"
      : "“\(comment.debugDescription.dropFirst().dropLast())”"
    return (comment.isEmpty ? [] : [shown])
      + (review.photos.isEmpty ? [] : ["photos: \(review.photos.count)"])
  }
}
