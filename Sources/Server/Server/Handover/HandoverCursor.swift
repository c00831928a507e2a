import ConversationRuntime
import Expressions

/// The position after a page of the inbox, which clients send back to get the next page.
public struct HandoverCursor: Sendable, Hashable, LosslessStringConvertible {
    let place: HandoverPlace

    init(_ place: HandoverPlace) { self.place = place }

    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 2, let since = parts[0], let id = parts[1] else { return nil }
        place = HandoverPlace(since: Moment(milliseconds: Int(since)), id: SessionID(id))
    }

    public var description: String { "\(place.since.milliseconds)-\(place.id.number)" }
}
