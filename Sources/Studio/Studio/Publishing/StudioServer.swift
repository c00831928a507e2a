package import ConversationRuntime
package import FlowPublishing

/// The server that customers of the project talk to, as far as the studio reaches it: by its database on this machine.
package struct StudioServer: Sendable {
    /// The stores of the server, open as long as a request needs them.
    package struct Open: Sendable {
        let publisher: Publisher
        let copies: any CopyingStore
        let operators: any OperatorStore
        let sessions: any SessionStore
        let audit: any AuditStore
        let nodes: any NodeStore

        /// Makes the stores of a server that are open.
        package init(
            publisher: Publisher, copies: any CopyingStore, operators: any OperatorStore, sessions: any SessionStore,
            audit: any AuditStore, nodes: any NodeStore
        ) {
            self.audit = audit
            self.nodes = nodes
            self.publisher = publisher
            self.copies = copies
            self.operators = operators
            self.sessions = sessions
        }
    }

    /// The path of its database, for the author; `nil` for the server that shows the studio.
    let database: String?
    /// Who publishes, for the list of versions; `nil` where authors have accounts.
    let author: String?
    /// The saved files of the project, as `usher publish` takes them.
    let sources: @Sendable () throws -> FlowSources
    /// Checks that flows can be served there.
    let validator: @Sendable () throws -> PublishValidator
    /// Opens the database; `nil` when there is none. With `true` it is made.
    let open: @Sendable (_ makes: Bool) throws -> Open?
    /// Whether a server runs on the database.
    let isServed: @Sendable () async -> Bool

    /// Its database in a sentence.
    var place: String { database ?? "the server" }

    /// Makes a server of the project; each parameter is described at the property of its name.
    package init(
        database: String?, author: String?, sources: @escaping @Sendable () throws -> FlowSources,
        validator: @escaping @Sendable () throws -> PublishValidator,
        open: @escaping @Sendable (_ makes: Bool) throws -> Open?, isServed: @escaping @Sendable () async -> Bool
    ) {
        self.database = database
        self.author = author
        self.sources = sources
        self.validator = validator
        self.open = open
        self.isServed = isServed
    }
}
