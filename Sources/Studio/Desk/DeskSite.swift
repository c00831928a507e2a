package import Hummingbird
package import Server

/// The desk: the page on which people answer conversations that were handed over to them, and see what flows keep for
/// them.
package struct DeskSite: Sendable {
    let gate: any DeskGate
    /// The address of a chat in which an author can be the customer; `nil` where customers are real.
    let chat: String?

    /// The first component of its paths.
    package static let root = "desk"

    /// - Parameters:
    ///   - gate: decides who may use it.
    ///   - chat: the address of a chat in which people can play the customer, on the same server.
    package init(gate: any DeskGate, chat: String?) {
        self.gate = gate
        self.chat = chat
    }

    /// Adds the page and what is behind it.
    ///
    /// - Parameter routes: the server's routes for people, which the desk offers to those whom its gate admits.
    package func add(to router: Router<BasicRequestContext>, _ routes: OperatorRoutes) {
        DeskRoutes(site: self, routes: routes).add(to: router)
        routes.addDesk(to: router, at: "\(Self.root)/api", for: gate)
    }
}
