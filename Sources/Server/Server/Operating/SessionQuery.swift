import ConversationRuntime
import Expressions
import FlowEngine
import Hummingbird
import JSON

/// The parameters of `GET /admin/api/sessions`.
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
        try request.refuseParameters(but: Self.names)
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
            let known = Session.Status.allCases.map(\.rawValue)
            throw QueryMistake("there is no status `\(status)`; it is one of \(known.joined(separator: ", "))")
        }
        limit = try request.limit(1...Self.mostAtATime, else: limit)
    }

    private static func moment(_ name: String, _ words: String?, _ now: Moment) throws(QueryMistake) -> Moment? {
        guard let words else { return nil }
        if let moment = PastMoment.reading(words, now: now) { return moment }
        throw QueryMistake("`\(name)` must be \(PastMoment.expected)")
    }

    private static func length(_ name: String, _ words: String?) throws(QueryMistake) -> TimeLength? {
        guard let words else { return nil }
        if let length = Literal.duration(words) { return length }
        throw QueryMistake("`\(name)` must be a duration such as `2 days`")
    }
}

/// A sentence that says why a query is refused.
struct QueryMistake: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Request {
    /// - Throws: `QueryMistake` when the request has a parameter of another name.
    func refuseParameters(but names: Set<String>) throws(QueryMistake) {
        guard let strange = uri.queryParameters.first(where: { !names.contains(String($0.key)) }) else { return }
        let known = names.sorted().joined(separator: ", ")
        throw QueryMistake(
            "there is no parameter `\(strange.key)`; "
                + (known.isEmpty ? "there are none" : "the parameters are \(known)"))
    }

    /// Whether private values are wanted.
    ///
    /// - Throws: `QueryMistake` when `private` is neither true nor false, and `OperatorRefusal` when the caller may not see
    ///   them.
    func wantsPrivate(_ act: OperatorAct) throws -> Bool {
        switch uri.queryParameters["private"] {
        case nil, "false": return false
        case "true":
            try act.caller.require(.seePrivate)
            act.add { $0.add("private", "true") }
            return true
        default: throw QueryMistake("`private` must be `true` or `false`")
        }
    }

    /// Returns the page size of a list.
    ///
    /// - Throws: `QueryMistake` when `limit` is not a number in `range`.
    func limit(_ range: ClosedRange<Int>, else standard: Int) throws(QueryMistake) -> Int {
        guard let words = uri.queryParameters["limit"] else { return standard }
        guard let number = Int(words), range.contains(number) else {
            throw QueryMistake("`limit` must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// The cursor of a page, which clients send back to get the next one.
extension SessionPlace {
    var cursor: String { "\(activeAt.milliseconds)-\(id.number)" }

    init(cursor: String) throws(QueryMistake) {
        let parts = cursor.split(separator: "-").map { Int64($0) }
        guard parts.count == 2, let moment = parts[0], let id = parts[1] else {
            throw QueryMistake("`after` must be `next` of the previous page")
        }
        self.init(activeAt: Moment(milliseconds: Int(moment)), id: SessionID(id))
    }
}
