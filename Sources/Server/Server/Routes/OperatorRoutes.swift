package import Channels
package import ConversationRuntime
import Expressions
package import FlowModel
package import FlowPublishing
package import Hummingbird
import JSON
package import Logging

/// What people at a desk do with conversations, as routes that can be offered at several paths: by the operators' API,
/// and by pages with an admission of their own.
package struct OperatorRoutes: Sendable {
    package let stores: Stores
    package let conversations: Conversations
    package let clock: any WallClock
    package let logger: Logger
    /// Whether the web chat is enabled, at `/chat`.
    package let hasWebChat: Bool
    /// Those who are signed in in a browser; `nil` where no one signs in.
    package let accounts: AccountGate?
    /// Publishes flows; `nil` where none can be published.
    package let publishing: Publishing?
    let current: CurrentBot
    /// The largest file that people can send, in bytes, and for how long it is kept.
    let files: (largest: Int, kept: TimeLength)

    /// The bot that runs.
    package var bot: Bot { current.value.bot }

    /// Enters in the audit log that a request was refused, if its sender is known.
    package func record(_ refusal: OperatorRefusal, of act: AuditAct) async throws {
        guard let known = refusal.known else { return }
        try await stores.audit.record(
            AuditEntry(
                act, by: known.actor, at: clock.now, details: ["reason": .string(known.reason)], outcome: .refused))
    }

    /// Adds the routes for conversations with people, customers' files and kept rows.
    ///
    /// - Parameters:
    ///   - root: the path that they begin with.
    ///   - admission: decides who may use them.
    package func addDesk(
        to router: Router<BasicRequestContext>, at root: String, for admission: any OperatorAdmission
    ) {
        let gate = OperatorGate(admission: admission, audit: stores.audit, clock: clock, root: root)
        let desk = DeskRequests(inbox: HandoverInbox(stores), conversations: conversations)
        HandoverRoutes(requests: desk, content: stores.content, gate: gate).add(to: router)
        AgentRoutes(requests: desk, accounts: stores.accounts, bot: current, gate: gate).add(to: router)
        QueueRoutes(operators: stores.operators, accounts: stores.accounts, bot: current, clock: clock, gate: gate)
            .add(to: router)
        AgentFileRoute(
            requests: desk, stores: stores, largest: files.largest, kept: files.kept, clock: clock, gate: gate
        ).add(to: router)
        ResultRoutes(stores: stores, bot: current, clock: clock, gate: gate).add(to: router)
        ContentRoute(content: stores.content, clock: clock, gate: gate).add(to: router)
        // The API gets its refusals when it has all of its routes.
        if root != OperatorRoute.root { router.refuseOtherMethods(MethodRefusals(gate: gate).ofAll(below: root)) }
    }
}
