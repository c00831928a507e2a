import Channels
import ConversationRuntime
import Hummingbird
import JSON

/// `GET /admin/api/queues`, and the same in the desk: how much there is to do in each queue, and for each agent.
struct QueueRoutes: Sendable {
    let operators: any OperatorStore
    let accounts: any AccountStore
    let bot: CurrentBot
    let clock: any WallClock
    let gate: OperatorGate

    func add(to router: Router<BasicRequestContext>) {
        gate.add(.listQueues, to: router) { _, _, act in .json(try await json(for: act.caller)) }
    }

    private func json(for caller: Caller) async throws -> JSONValue {
        let summary = QueueSummary(try await operators.deskLoad(), of: bot.value.bot, at: clock.now)
        return [
            "queues": .array(summary.queues.map(\.json)), "agents": .array(try await agents(summary.load, caller)),
            "me": .string(caller.agent),
        ]
    }

    /// The accounts that may answer customers, others who have conversations, and the caller.
    private func agents(_ load: DeskLoad, _ caller: Caller) async throws -> [JSONValue] {
        let known = try await accounts.agents()
        let names = Set(known.map(\.name) + load.agents.map(\.name) + [caller.agent]).sorted()
        return names.map { name in
            [
                "name": .string(name),
                "conversations": .int(load.agents.first { $0.name == name }?.conversations ?? 0),
            ]
        }
    }
}
