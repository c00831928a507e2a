import ConversationRuntime
import Expressions
import FlowEngine
import Hummingbird
import JSON

/// What `GET /admin/api/sessions` is asked for.
struct SessionQuery: Sendable {
    var filter = SessionFilter()
    var limit = 50

    static let mostAtATime = 500
    private static let names: Set<String> = [
        "status", "flow", "step", "customer", "text", "since", "waiting_longer_than", "limit", "after",
    ]

    /// - Throws: `QueryMistake`.
    init(_ request: Request, now: Moment) throws(QueryMistake) {
        let given = request.uri.queryParameters
        if let strange = given.first(where: { !Self.names.contains(String($0.key)) }) {
            let known = Self.names.sorted().joined(separator: ", ")
            throw QueryMistake("there is no parameter `\(strange.key)`; there are \(known)")
        }
        let text = { (name: String) in given[name[...]].map { String($0) } }
        filter.status = text("status")
        filter.flow = text("flow")
        filter.step = text("step")
        filter.customer = text("customer")
        filter.text = text("text")
        filter.activeSince = try Self.moment("since", text("since"), now)
        filter.waitingSince = try Self.length("waiting_longer_than", text("waiting_longer_than")).map { now - $0 }
        filter.after = try text("after").map { words throws(QueryMistake) in try SessionPlace(cursor: words) }
        if let status = filter.status, Session.Status(rawValue: status) == nil {
            throw QueryMistake("there is no status `\(status)`")
        }
        guard let words = text("limit") else { return }
        guard let number = Int(words), (1...Self.mostAtATime).contains(number) else {
            throw QueryMistake("`limit` must be a number from 1 to \(Self.mostAtATime)")
        }
        limit = number
    }

    private static func moment(_ name: String, _ words: String?, _ now: Moment) throws(QueryMistake) -> Moment? {
        guard let words else { return nil }
        if let moment = PastMoment.reading(words, now: now) { return moment }
        throw QueryMistake("`\(name)` must be \(PastMoment.expected)")
    }

    private static func length(_ name: String, _ words: String?) throws(QueryMistake) -> TimeLength? {
        guard let words else { return nil }
        if let length = Literal.duration(words) { return length }
        throw QueryMistake("`\(name)` must be a length of time such as `2 days`")
    }
}

/// Why a query is refused, in a sentence.
struct QueryMistake: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// As programs hand it back to get the next page.
extension SessionPlace {
    var cursor: String { "\(activeAt.milliseconds)-\(id.number)" }

    init(cursor: String) throws(QueryMistake) {
        let parts = cursor.split(separator: "-").map { Int64($0) }
        guard parts.count == 2, let moment = parts[0], let id = parts[1] else {
            throw QueryMistake("`after` must be what `next` of the page before says")
        }
        self.init(activeAt: Moment(milliseconds: Int(moment)), id: SessionID(id))
    }
}
