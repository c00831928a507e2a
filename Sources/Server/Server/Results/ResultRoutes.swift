import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import FlowModel
import Foundation
import Hummingbird
import JSON

/// `/admin/api/results`, and the same in the desk: the rows that flows kept.
///
/// - `GET /admin/api/results`: the tables, with how many rows each has.
/// - `GET /admin/api/results/{name}`: the rows of a table, newest first, filtered and paged; with
///   `format=csv` all of them, as a file for spreadsheets.
/// - `GET /admin/api/results/{name}/{row}`: one row, by its number or id.
/// - `POST /admin/api/results/{name}/{row}`: gives it another state.
struct ResultRoutes: Sendable {
    let stores: Stores
    private var store: any ResultStore { stores.results }
    let bot: CurrentBot
    let clock: any WallClock
    let gate: OperatorGate

    private static let mostAtATime = 500
    /// More rows do not fit into the memory of usual spreadsheets.
    private static let mostInFile = 100_000

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listTables, to: router) { request, _, _ in
            try await answering {
                try request.refuseParameters(but: [])
                return try await tables()
            }
        }
        gate.add(.listResults, to: router) { request, context, act in
            try await answering { try await list(request, try table(context), act) }
        }
        gate.add(.showResult, to: router) { request, context, act in
            try await answering {
                try request.refuseParameters(but: ["private"])
                let wantsPrivate = try request.wantsPrivate(act)
                let row = try await row(context)
                act.concerns(row)
                return .json(row.json(isOpen: wantsPrivate, in: bot.value.bot.zone))
            }
        }
        gate.add(.changeResult, to: router) { request, context, act in
            try await answering {
                let body = try await request.operatorBody(upTo: 1 << 16)
                let row = try await row(context)
                act.concerns(row)
                return try await change(row, body, act)
            }
        }
    }

    private struct Unknown: Error {
        var reason = "there is no such row"
    }

    private func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let unknown as Unknown {
            return .refusal(.notFound, unknown.reason)
        } catch let mistake as QueryMistake {
            return .refusal(.badRequest, mistake.reason)
        }
    }

    private func tables() async throws -> Response {
        let counts = try await store.resultTables()
        let declared = bot.value.bot.results
        let names = declared.map(\.name) + counts.map(\.table).filter { name in !declared.contains { $0.name == name } }
        return .json([
            "results": .array(
                names.map { name in
                    [
                        "name": .string(name), "rows": .int(counts.first { $0.table == name }?.rows ?? 0),
                        "states": .array(states(of: name).map { .string($0) }),
                    ]
                })
        ])
    }

    private func states(of table: String) -> [String] {
        bot.value.bot.results.first { $0.name == table }?.states ?? ResultTable.standardStates
    }

    private func list(_ request: Request, _ table: String, _ act: OperatorAct) async throws -> Response {
        try request.refuseParameters(but: ["since", "state", "customer", "private", "format", "after", "limit"])
        let given = request.uri.queryParameters
        let isOpen = try request.wantsPrivate(act)
        var filter = ResultFilter(table: table)
        filter.customer = given["customer"].map(String.init)
        act.add { entry in
            entry.object = "table \(table)"
            entry.add("format", given["format"].map(String.init))
        }
        if let mistake = try await store.mistake(inTable: table, of: bot.value.bot) { throw Unknown(reason: mistake) }
        if let state = given["state"].map(String.init) {
            if let mistake = try await store.mistake(inState: state, of: table, states(of: table)) {
                throw QueryMistake(mistake)
            }
            filter.states = [state]
        }
        if let since = given["since"].map(String.init) {
            guard let moment = PastMoment.reading(since, now: clock.now) else {
                throw QueryMistake("`since` must be \(PastMoment.expected)")
            }
            filter.since = moment
        }
        switch given["format"] {
        case nil, "json": break
        case "csv": return try await file(filter, isOpen: isOpen, act)
        default: throw QueryMistake("`format` must be `json` or `csv`")
        }
        let limit = try request.limit(1...Self.mostAtATime, else: 50)
        let after = try given["after"].map { words throws(QueryMistake) in try ResultPlace(cursor: String(words)) }
        let found = try await store.results(filter, after: after, limit: limit)
        act.concerns(found, of: filter.customer)
        let next = found.count == limit ? found.last?.place.cursor : nil
        let zone = bot.value.bot.zone
        return .json([
            "rows": .array(found.map { $0.json(isOpen: isOpen, in: zone) }), "next": next.map { .string($0) } ?? .null,
        ])
    }

    /// All rows that match, as a file. It begins with a byte order mark, by which spreadsheets know that it is UTF-8.
    private func file(_ filter: ResultFilter, isOpen: Bool, _ act: OperatorAct) async throws -> Response {
        var rows: [StoredResult] = []
        repeat {
            let page = try await store.results(filter, after: rows.last?.place, limit: Self.mostAtATime)
            rows += page
            if page.count < Self.mostAtATime { break }
        } while rows.count < Self.mostInFile
        act.concerns(rows, of: filter.customer)
        let list = ResultList(rows: rows, isOpen: isOpen, zone: bot.value.bot.zone)
        var headers = HTTPFields.file(named: "\(filter.table ?? "results").csv", kind: "text/csv")
        headers[.cacheControl] = "private, no-store"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\u{feff}" + CSVText.lines(list.table))))
    }

    private func change(_ row: StoredResult, _ body: JSONObject?, _ act: OperatorAct) async throws -> Response {
        let known = states(of: row.table)
        guard let state = body?["state"]?.string, known.contains(state) else {
            return .refusal(
                .badRequest, "the body must be JSON with a `state`, which is one of \(known.joined(separator: ", "))")
        }
        act.add { $0.add("state", state) }
        let changed = try await store.change(
            row.row.id, to: state, at: clock.now, notifyingBy: [], recording: act.entry)
        guard let changed else { throw Unknown() }
        act.isSaved()
        return .json(changed.json(isOpen: false, in: bot.value.bot.zone))
    }

    private func table(_ context: BasicRequestContext) throws -> String {
        guard let name = context.parameters.get("name").map({ $0.removingPercentEncoding ?? $0 }) else {
            throw Unknown(reason: "there is no such table")
        }
        return name
    }

    private func row(_ context: BasicRequestContext) async throws -> StoredResult {
        guard let name = context.parameters.get("row"), let row = try await store.result(name, of: try table(context))
        else { throw Unknown() }
        return row
    }
}

extension OperatorAct {
    fileprivate func concerns(_ row: StoredResult) { add { $0.concern(row) } }

    /// The customer is named only when there are rows: one who was erased must not reappear.
    fileprivate func concerns(_ rows: [StoredResult], of customer: String?) {
        if !rows.isEmpty { add { $0.customer = customer } }
    }
}

/// The cursor of a page, which clients send back to get the next one.
extension ResultPlace {
    var cursor: String { "\(keptAt.milliseconds)-\(id)" }

    init(cursor: String) throws(QueryMistake) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let moment = Int(parts[0]) else {
            throw QueryMistake("`after` must be `next` of the previous page")
        }
        self.init(keptAt: Moment(milliseconds: moment), id: String(parts[1]))
    }
}
