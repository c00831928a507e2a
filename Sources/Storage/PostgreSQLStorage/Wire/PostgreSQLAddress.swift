import CPostgreSQL
import Databases
import Foundation

/// Where a PostgreSQL database is, and how connections to it are made.
public struct PostgreSQLAddress: Sendable {
    /// libpq's connection parameters.
    let parameters: [(keyword: String, value: String)]
    let password: String?
    /// The schema with Usher's tables.
    let schema: String
    let node: String
    /// The server and its database, without the password, for messages.
    package let place: String
    /// Which of the servers takes writes.
    let primary = CurrentPrimary()
    /// What was acknowledged by it.
    let witness = CommitWitness()
    /// What is waited for while the process shuts down.
    let shutdown = ShutdownTimeouts()
    /// How long a connection waits for an answer before it counts as lost, while the process does not shut down. The server
    /// itself ends statements earlier.
    var patience = Duration.seconds(20)

    /// - Parameters:
    ///   - url: a URI or a list of keywords and values, as libpq takes them (PostgreSQL, 34.1.1), such as
    ///     `postgresql://usher@db.example/usher`. Several hosts may be listed.
    ///   - password: the password; `nil` when the URL, `PGPASSFILE` or the server's rules provide it.
    ///   - schema: the schema with Usher's tables.
    ///   - node: the name of this server among those that share the database, for the server's own lists.
    /// - Throws: `PostgreSQLOpeningError` when the URL cannot be read; without the URL, which may contain a password.
    public init(_ url: String, password: String? = nil, schema: String = "public", node: String = "usher")
        throws(PostgreSQLOpeningError)
    {
        var reason: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &reason) else {
            defer { PQfreemem(reason) }
            throw .badAddress(Self.fault(reason.map { String(cString: $0) } ?? "", in: url))
        }
        defer { PQconninfoFree(options) }
        var given: [(keyword: String, value: String)] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { given.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        let secret = password ?? given.first { $0.keyword == "password" }?.value
        let own: [(keyword: String, value: String)] = [
            ("application_name", ConnectionName.prefix + node), ("client_encoding", "UTF8"), ("connect_timeout", "5"),
            // A server that has vanished without a word is noticed after ten seconds.
            ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"), ("keepalives_interval", "3"),
            ("keepalives_count", "3"),
            // After a failover only the new primary takes writes.
            ("target_session_attrs", "read-write"),
        ]
        for parameter in own where !given.contains(where: { $0.keyword == parameter.keyword }) {
            given.append(parameter)
        }
        if let password {
            given.removeAll { $0.keyword == "password" }
            given.append(("password", password))
        }
        parameters = given
        self.password = secret
        self.schema = schema
        self.node = node
        place = Self.place(of: given)
    }

    /// libpq's reason, unless it repeats a part of the URL, which may be the password.
    private static func fault(_ reason: String, in url: String) -> String {
        let text = reason.trimmingCharacters(in: .whitespacesAndNewlines)
        let quoted = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        let parts = quoted.map { $0.offset % 2 == 1 && url.contains($0.element) ? "…" : String($0.element) }
        return text.isEmpty ? "it is not an address" : parts.joined(separator: "\"")
    }

    private static func place(of given: [(keyword: String, value: String)]) -> String {
        let value = { (keyword: String) in given.first { $0.keyword == keyword }?.value }
        let hosts = (value("host") ?? value("hostaddr") ?? "on this machine").split(separator: ",")
        // One port may be given for all; libpq writes those that are not given as empty.
        let ports = (value("port") ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let places = hosts.enumerated().map { index, host in
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return port.isEmpty ? String(host) : "\(host):\(port)"
        }
        return places.joined(separator: ", ")
            + (value("dbname").map { ", database \($0)" } ?? "")
    }

    /// The number of servers, of which one is the primary.
    public var hostCount: Int {
        let hosts = parameters.last { $0.keyword == "hostaddr" } ?? parameters.last { $0.keyword == "host" }
        return hosts.map { $0.value.split(separator: ",", omittingEmptySubsequences: false).count } ?? 1
    }

    /// The parameters for each server by itself.
    var single: [[(keyword: String, value: String)]] {
        guard hostCount > 1 else { return [parameters] }
        let lists = ["host", "hostaddr", "port"]
        return (0..<hostCount).map { index in
            parameters.map { parameter in
                guard lists.contains(parameter.keyword) else { return parameter }
                let values = parameter.value.split(separator: ",", omittingEmptySubsequences: false)
                // One port may be given for all.
                let own = values.count > 1 ? values[min(index, values.count - 1)] : values.first ?? ""
                return (parameter.keyword, String(own))
            }
        }
    }
}
