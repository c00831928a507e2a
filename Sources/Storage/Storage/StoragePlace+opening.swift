import Channels
public import ConversationRuntime
import Expressions
public import SQLStorage
import SQLiteStorage
public import ServerMetrics

#if PostgreSQL
    import Concurrency
    import PostgreSQLStorage
#endif

/// Who opens a bot's data, and how.
public struct StorageUse: Sendable {
    /// Whether this process serves the bot. An SQLite file has one server.
    public var isServer: Bool
    /// The name of this server among those that share a database.
    public var node = "usher"
    /// Whether an empty SQLite file may replace one that is missing.
    public var beginsAnew = false
    /// Whether the previous content of an SQLite file is discarded.
    public var startsEmpty = false
    /// Seals private answers; without one, a turn with a private answer becomes a dead letter.
    public var key: StorageKey?
    /// Where customers' new files go.
    public var contentPlace = ContentPlace.folder
    /// The space limits of customers' files.
    public var contentLimits = ContentLimits()
    /// The maximum number of turns in a transaction.
    public var largestGroup = 128
    /// Whether several database servers may be used although the loss of one may lose acknowledged messages.
    public var acceptsLoss = false
    /// Receives the reason when a database server delays the opening for more than a moment.
    public var onDelay: (@Sendable (String) -> Void)?

    public init(isServer: Bool, key: StorageKey?) {
        self.isServer = isServer
        self.key = key
    }
}

extension StoragePlace {
    /// Opens the data, and creates what is missing.
    ///
    /// - Parameter registry: where the metrics are registered.
    /// - Throws: `StorageError`, which includes what to do about it.
    public func open(
        _ use: StorageUse, measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) throws(StorageError) -> StoredData {
        switch self {
        case .file(let path):
            let database = try SQLiteDatabase(
                path: path, isOwner: use.isServer, startsEmpty: use.startsEmpty, beginsAnew: use.beginsAnew,
                key: use.key, contentPlace: use.contentPlace, contentLimits: use.contentLimits,
                largestGroup: use.largestGroup, measuredIn: registry)
            return try marked(database.data, try use.startsEmpty ? nil : database.movedAway(), use)
        case .server(let url, let files):
            #if PostgreSQL
                let (database, mark, doubt, facts, hosts) = try waiting(for: url, node: use.node) {
                    address throws(PostgreSQLOpeningError) in
                    let facts = try await PostgreSQLDatabase.facts(at: address)
                    if let flaw = facts.flaw { throw .unfit(address.place, lack: flaw) }
                    // A command promises nothing to customers. What it changes must not be changed on a former primary, and
                    // a process that has just started has seen no timeline with which to compare.
                    let acceptsLoss = use.acceptsLoss || !use.isServer
                    if let refusal = facts.refusal(hosts: address.hostCount, acceptsLoss: acceptsLoss) {
                        throw .exposed(address.place, reason: refusal)
                    }
                    let doubt = use.isServer ? nil : PostgreSQLDatabase.doubt(facts, at: address)
                    async let _: Void = PostgreSQLDatabase.explainDelay(at: address, to: use.onDelay)
                    let database = try await PostgreSQLDatabase(
                        address, key: use.key, files: files, isServer: use.isServer,
                        refusal: use.acceptsLoss ? nil : doubt?.refusal)
                    return (database, try await database.movedAway(), doubt, facts, address.hostCount)
                }
                var data: StoredData
                do {
                    data = try StoredData(
                        database, key: use.key, files: files, in: use.contentPlace, limits: use.contentLimits,
                        measuredIn: registry)
                } catch {
                    throw StorageError.server(
                        "the folder of files \(files) cannot be used: \(error)", isTemporary: false)
                }
                data.doubt = doubt?.warning
                data.clockAhead = .milliseconds(-facts.clockAhead)
                data.acceptsLossNeedlessly = use.isServer && use.acceptsLoss && facts.keepsAll(hosts: hosts)
                return try marked(data, mark, use)
            #else
                throw Self.lacksPostgreSQL(url)
            #endif
        }
    }

    /// - Throws: `StorageError.moved` for a server of data that are elsewhere now.
    private func marked(
        _ data: StoredData, _ mark: MovedMark?, _ use: StorageUse
    ) throws(StorageError) -> StoredData {
        guard let mark else { return data }
        if use.isServer { throw .moved("\(self)", mark) }
        var data = data
        data.moved = mark
        return data
    }

    /// The flows published last, with their publication; `nil` when none were.
    ///
    /// - Throws: `StorageError`.
    public func published() throws(StorageError) -> (publication: Publication, version: FlowVersion)? {
        switch self {
        case .file(let path): return try SQLiteDatabase.published(at: path)
        case .server(let url, let files):
            #if PostgreSQL
                return try waiting(for: url, node: ConnectionName.reader) { address throws(PostgreSQLOpeningError) in
                    try await PostgreSQLDatabase.published(at: address, files: files)
                }
            #else
                throw Self.lacksPostgreSQL(url)
            #endif
        }
    }

    /// What the database server says of itself; `nil` for a file.
    ///
    /// - Throws: `StorageError`, also when the server cannot be reached.
    package func facts() throws(StorageError) -> ServerFacts? {
        guard case .server(let url, _) = self else { return nil }
        #if PostgreSQL
            return try waiting(for: url, node: ConnectionName.doctor) { address throws(PostgreSQLOpeningError) in
                try await PostgreSQLDatabase.facts(at: address)
            }
        #else
            throw Self.lacksPostgreSQL(url)
        #endif
    }

    /// What each of the servers in the address is; empty for a file, and where there is one server.
    ///
    /// - Throws: `StorageError` when the address cannot be read.
    package func roles() throws(StorageError) -> [ServerRole] {
        guard case .server(let url, _) = self, hostCount > 1 else { return [] }
        #if PostgreSQL
            return PostgreSQLDatabase.roles(at: try address(url, node: ConnectionName.doctor))
        #else
            throw Self.lacksPostgreSQL(url)
        #endif
    }

    /// The number of servers in the address; 1 for a file.
    package var hostCount: Int {
        #if PostgreSQL
            if case .server(let url, _) = self, let address = try? address(url, node: "") { return address.hostCount }
        #endif
        return 1
    }

    #if PostgreSQL
        func address(_ url: StorageURL, node: String) throws(StorageError) -> PostgreSQLAddress {
            do throws(PostgreSQLOpeningError) {
                return try PostgreSQLAddress(url.text, schema: url.schema ?? "public", node: node)
            } catch {
                throw .server("\(error)", isTemporary: error.isTemporary)
            }
        }

        /// Asks a database server while the calling thread waits, as it does for a file.
        private func waiting<Outcome: Sendable>(
            for url: StorageURL, node: String,
            _ work: @escaping @Sendable (PostgreSQLAddress) async throws(PostgreSQLOpeningError) -> Outcome
        ) throws(StorageError) -> Outcome {
            let address = try address(url, node: node)
            do throws(PostgreSQLOpeningError) {
                return try waitingForTask { () async throws(PostgreSQLOpeningError) in try await work(address) }
            } catch {
                throw .server("\(error)", isTemporary: error.isTemporary)
            }
        }
    #else
        static func lacksPostgreSQL(_ url: StorageURL) -> StorageError {
            .unusable(
                "\(url)",
                "this program was built without PostgreSQL; the packages have it, and so does a build with "
                    + "`swift build --traits PostgreSQL`")
        }
    #endif

    /// Whether a server uses the data at present.
    ///
    /// - Parameter data: the opened data, which has the names of servers that share it; a file is not opened.
    public func isServed(_ data: @autoclosure () throws -> StoredData) async throws -> Bool {
        switch self {
        case .file(let path): SQLiteDatabase.isOwned(path)
        case .server: try await data().nodes.all(at: SystemClock().now).contains(where: \.isRunning)
        }
    }
}
