import Foundation

/// The address of a PostgreSQL database, as `storage.url` has it. It may contain a password, which its description omits.
public struct StorageURL: Sendable, Hashable {
    /// The address with everything in it.
    package let text: String
    /// The schema with the tables; `nil` is that of a bot which has the database for itself.
    public var schema: String?

    /// - Parameter text: a URI as libpq takes it (PostgreSQL documentation, 34.1.1.2), such as
    ///   `postgresql://usher@db.example/usher`. Several hosts may be listed.
    /// - Returns: `nil` when it is not the address of a PostgreSQL database.
    public init?(_ text: String) {
        guard Self.schemes.contains(where: text.hasPrefix) else { return nil }
        self.text = text
    }

    private static let schemes = ["postgresql://", "postgres://"]

    /// Whether a part has a character that ends it, which belongs to a password: libpq would look for a server whose name is
    /// the rest of the password.
    package var isMisread: Bool {
        let scheme = text.range(of: "://")?.upperBound ?? text.startIndex
        let authority = text[scheme...].prefix { $0 != "/" && $0 != "?" }
        let path = text[authority.endIndex...].prefix { $0 != "?" }
        let query = text[path.endIndex...].dropFirst().split(separator: "&")
        let at = authority.firstIndex(of: "@")
        let hosts = at.map { authority[authority.index(after: $0)...] } ?? authority
        return hosts.contains("@") || path.contains("@")
            || !query.allSatisfy { $0.contains("=") && !$0.prefix { $0 != "=" }.contains("@") }
            || !hosts.split(separator: ",").allSatisfy { Self.port(of: $0).allSatisfy(\.isWholeNumber) }
    }

    /// The port behind the name of a host; an address of version 6 stands in brackets, and has colons of its own.
    private static func port(of host: Substring) -> Substring {
        let name = host.lastIndex(of: "]") ?? host.startIndex
        guard let colon = host[name...].firstIndex(of: ":") else { return "" }
        return host[host.index(after: colon)...]
    }

    /// User, hosts, and path.
    private var parts: (user: Substring, hosts: Substring, path: Substring) {
        let scheme = text.range(of: "://")?.upperBound ?? text.startIndex
        let rest = text[scheme...]
        let front = rest.prefix { $0 != "?" }
        // A password with a slash belongs to the user, too.
        let at = front.lastIndex(of: "@")
        let user = at.map { front[..<$0] } ?? ""
        let behind = at.map { front[front.index(after: $0)...] } ?? front
        let hosts = behind.prefix { $0 != "/" }
        return (user, hosts, behind[hosts.endIndex...])
    }
}

extension StorageURL: CustomStringConvertible {
    /// The address without a password and without parameters, and the schema if there is one.
    public var description: String {
        let (user, hosts, path) = parts
        let name = user.prefix { $0 != ":" }
        let address = "postgresql://\(name.isEmpty ? "" : "\(name)@")\(hosts)\(path)"
        return schema.map { "\(address), schema \($0)" } ?? address
    }
}
