package import Channels
package import ConversationRuntime
package import FlowModel
package import Hummingbird

/// What people at a desk do with conversations, as routes that can be offered at several paths: by the operators' API,
/// and by pages with an admission of their own.
package struct OperatorRoutes: Sendable {
    package let stores: Stores
    package let conversations: Conversations
    package let clock: any WallClock
    /// Whether the web chat is enabled, at `/chat`.
    package let hasWebChat: Bool
    let current: CurrentBot

    /// The bot that runs.
    package var bot: Bot { current.value.bot }

    /// Adds the routes for conversations with people, customers' files and kept rows.
    ///
    /// - Parameters:
    ///   - root: the path that they begin with.
    ///   - admission: decides who may use them.
    package func addDesk(
        to router: Router<BasicRequestContext>, at root: String, for admission: any OperatorAdmission
    ) {
        let gate = OperatorGate(admission: admission, audit: stores.audit, clock: clock, root: root)
        HandoverRoutes(inbox: HandoverInbox(stores), conversations: conversations, gate: gate).add(to: router)
        ResultRoutes(stores: stores, bot: current, clock: clock, gate: gate).add(to: router)
        ContentRoute(content: stores.content, clock: clock, gate: gate).add(to: router)
    }
}
