public import ConversationRuntime
public import Expressions
import Foundation
public import Logging
public import SQLStorage

#if PostgreSQL
    import PostgreSQLStorage
#endif

extension StoragePlace {
    /// How a server shares its data with others; `nil` for a file, which has one server.
    ///
    /// - Parameters:
    ///   - use: names the server.
    ///   - ahead: by how much this machine's clock is ahead of the database server's.
    ///   - version: the version of the program.
    /// - Throws: `StorageError` when the address cannot be read.
    public func sharing(
        _ use: StorageUse, clockAhead ahead: TimeLength, times: Sharing.Times, version: String, logger: Logger
    ) throws(StorageError) -> Sharing? {
        guard case .server(let url, _) = self else { return nil }
        #if PostgreSQL
            return Sharing(
                Node(name: use.node, start: UUID().uuidString, version: version), times: times,
                standing: NodeStanding(clockAhead: ahead),
                doorbell: PostgreSQLDoorbell(try address(url, node: use.node), logger: logger))
        #else
            throw Self.lacksPostgreSQL(url)
        #endif
    }
}
