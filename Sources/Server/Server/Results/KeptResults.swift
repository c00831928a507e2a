import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import Logging
import ServiceLifecycle

/// Performs what flows do with the tables of a bot: keeping rows, reading them, changing their state.
struct KeptResults: Sendable {
    let store: any ResultStore
    let notices: ResultNoticeService?
    let clock: any WallClock
    let logger: Logger

    /// The largest number of rows that a conversation gets; as many as the engine keeps in a list.
    private static let most = 100
    private static let unreachable = "unreachable"
    private static let refused = "refused"

    func perform(_ results: ResultCall, on table: ResultTable, _ call: ActionCall) async -> ActionOutcome {
        // The rows are in the same database as the conversation: what cannot be written now can be written later.
        while true {
            do {
                return try await outcome(of: results.operation, on: table, call)
            } catch {
                logger.error(
                    "could not access results, retrying",
                    metadata: ["result": "\(table.name)", "key": "\(call.key)", "reason": "\(error)"])
                do {
                    try await cancelWhenGracefulShutdown { try await clock.sleep(until: clock.now + .seconds(1)) }
                } catch { return .failed(Self.unreachable) }
                if Task.isShuttingDownGracefully { return .failed(Self.unreachable) }
            }
        }
    }

    private func outcome(
        of operation: ResultOperation, on table: ResultTable, _ call: ActionCall
    ) async throws -> ActionOutcome {
        switch operation {
        case .keep: try await keep(table, call)
        case .read: try await read(table, call)
        case .change: try await change(table, call)
        }
    }

    private func ways(of table: ResultTable) -> Set<NoticeWay> { table.notifies ? notices?.ways ?? [] : [] }

    private func keep(_ table: ResultTable, _ call: ActionCall) async throws -> ActionOutcome {
        let row = NewResult(
            id: call.key, table: table, conversation: call.conversation, fields: call.inputs, at: clock.now,
            ways: ways(of: table))
        guard let kept = try await store.keep(row) else { return .failed(Self.refused) }
        notices?.wake()
        logger.info(
            "result kept", metadata: ["result": "\(table.name)", "number": "\(kept.row.number)", "key": "\(call.key)"])
        return .gave(kept.row.receipt)
    }

    private func read(_ table: ResultTable, _ call: ActionCall) async throws -> ActionOutcome {
        var filter = ResultFilter(table: table.name)
        filter.conversation = call.conversation
        if let state = call.inputs["state"]?.word { filter.states = [state] }
        let found = try await store.results(filter, after: nil, limit: Self.most)
        return .gave(Fields([("rows", .list(found.filter { $0.row.fits(table) }.map { $0.row.record(of: table) }))]))
    }

    /// A conversation changes only rows of its own customer.
    private func change(_ table: ResultTable, _ call: ActionCall) async throws -> ActionOutcome {
        guard let id = call.inputs["row"]?.word, let state = call.inputs["state"]?.word, table.states.contains(state),
            let row = try await store.result(id, of: table.name), row.row.id == id,
            row.conversation == call.conversation,
            let changed = try await store.change(id, to: state, at: clock.now, notifyingBy: ways(of: table))
        else { return .failed(ResultProblem.gone) }
        notices?.wake()
        return .gave(changed.row.receipt)
    }
}

extension Value {
    fileprivate var word: String? {
        switch self {
        case .text(let text): text
        case .choice(let choice): choice.id
        default: nil
        }
    }
}
