import Databases
package import SQLStorage

extension PostgreSQLDatabase {
    /// What each of the servers in an address is at present, in their order.
    package static func roles(at address: PostgreSQLAddress) -> [ServerRole] {
        address.single.map { parameters in
            let own = parameters.filter { !["target_session_attrs", "connect_timeout"].contains($0.keyword) }
            let value = { (keyword: String) in own.first { $0.keyword == keyword }?.value }
            let host = (value("host") ?? value("hostaddr") ?? "this machine") + (value("port").map { ":\($0)" } ?? "")
            do throws(SQLError) {
                let connection = try PostgreSQLConnection(
                    own + [("connect_timeout", "2")], hiding: [address.password ?? ""])
                return ServerRole(host, try role(connection))
            } catch {
                return ServerRole(host, .unreachable(reason: error.description))
            }
        }
    }

    private static func role(_ connection: PostgreSQLConnection) throws(SQLError) -> ServerRole.Role {
        let rows: [Row]
        do {
            rows = try connection.rows(
                "SELECT pg_is_in_recovery(), current_setting('synchronous_standby_names')", [], keepsParsed: false)
        } catch {
            throw error as? SQLError ?? SQLError(.other, "\(error)")
        }
        guard let row = rows.first else { throw SQLError(.other, "the server does not describe itself") }
        if row[0] as Bool { return .standby(waitsFor: row[1]) }
        try connection.readTimeline()
        return .primary(timeline: connection.timeline)
    }
}
