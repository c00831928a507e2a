import Databases
import SQLStorage

/// Why a PostgreSQL database cannot be used.
public enum PostgreSQLOpeningError: Error, Equatable, CustomStringConvertible {
    /// `storage.url` cannot be read.
    case badAddress(String)
    /// There is no answer from the server, or it has no connection left.
    case unreachable(String, reason: String)
    /// The server does not let this user in.
    case refused(String, reason: String)
    /// The server has no such database.
    case noDatabase(String, reason: String)
    /// The user may not create the tables.
    case forbidden(String, reason: String)
    /// The tables cannot be used, or the server lacks something.
    case unusable(String, reason: String)
    /// It takes no writes at present.
    case notWritable(String, reason: String)
    /// It would lose what it acknowledges, or is too old.
    case unfit(String, lack: String)
    /// No other server has what it acknowledges, although several are listed.
    case exposed(String, reason: String)
    /// It does not store every character.
    case wrongEncoding(String, encoding: String)
    /// Another program has a table there whose name is one of ours.
    case otherTables(String, table: String)
    /// It was written by a newer version of Usher.
    case tooNew(layout: Int64, known: Int64)
    /// It was written by an older version of Usher, which may be running.
    case tooOld(layout: Int64, wanted: Int64)
    /// Its private answers were sealed with another key.
    case wrongKey
    /// Some of its private answers are still sealed with a former key.
    case formerKeyMissing

    /// Whether a later attempt may succeed.
    public var isTemporary: Bool {
        switch self {
        // A standby may return.
        case .unreachable, .notWritable, .exposed: true
        default: false
        }
    }

    public var description: String {
        switch self {
        case .badAddress(let reason):
            "`storage.url` cannot be read: \(reason); write an address such as `postgresql://usher:PASSWORD@db.example/usher`, "
                + "with `@`, `:`, `/` and `%` in the password as `%40`, `%3A`, `%2F` and `%25`"
        case .unreachable(let place, let reason) where reason.contains("session is read-only"):
            "no PostgreSQL server of \(place) takes writes: \(reason); if the primary is lost, promote the standby with the larger "
                + "position (Docs/Scaling.md, Failover)"
        case .unreachable(let place, let reason):
            "the PostgreSQL server \(place) cannot be reached: \(reason); check `storage.url`, and that the server runs and has "
                + "connections left"
        case .refused(let place, let reason):
            "the PostgreSQL server \(place) refuses the connection: \(reason); check the user in `storage.url`, its password, and the "
                + "server's `pg_hba.conf`"
        case .noDatabase(let place, let reason):
            "there is no such PostgreSQL database (\(place)): \(reason); create it with `createdb`, restore a backup if it was "
                + "dropped, or correct `storage.url`"
        case .forbidden(let place, let reason):
            "the user in `storage.url` may not create tables in the PostgreSQL database \(place): \(reason); make that user the owner "
                + "(`ALTER DATABASE name OWNER TO user`), or let the owner grant the right (`GRANT CREATE ON DATABASE name TO user`, and "
                + "in it `GRANT CREATE ON SCHEMA public TO user`)"
        case .unusable(let place, let reason):
            "the PostgreSQL database \(place) cannot be used: \(reason); let its owner grant the user in `storage.url` the right to create "
                + "tables"
        case .notWritable(let place, let reason):
            "the PostgreSQL database \(place) cannot be written at present: \(reason)"
        case .unfit(let place, let reason), .exposed(let place, let reason):
            "the PostgreSQL server \(place) cannot be used: \(reason)"
        case .wrongEncoding(let place, let encoding):
            "the PostgreSQL database \(place) has the encoding \(encoding), in which not every text can be stored; create one with "
                + "`createdb --encoding=UTF8 --template=template0`"
        case .otherTables(let place, let table):
            "the PostgreSQL database \(place) has a table `\(table)` of another program; create a database for Usher alone with "
                + "`createdb`, and name it in `storage.url`"
        case .tooNew(let layout, let known):
            "the PostgreSQL database was written by a newer version of Usher: its layout is \(layout), and this version supports layouts "
                + "up to \(known); run that version"
        case .tooOld(let layout, let wanted):
            "the PostgreSQL database has the layout \(layout) of an older version of Usher, and this version requires \(wanted): start a "
                + "server of this version, which migrates it, or use the commands of the running version"
        case .wrongKey:
            "the private answers in the PostgreSQL database were sealed with another `storage.key`; set that key, or add it to "
                + "`storage.former_keys` if `storage.key` replaces it"
        case .formerKeyMissing:
            "not all private values in the PostgreSQL database are sealed with the new `storage.key` yet; keep the previous key "
                + "in `storage.former_keys` until the log reports that it can be removed"
        }
    }
}

extension PostgreSQLOpeningError {
    /// - Parameters:
    ///   - error: what ended the opening.
    ///   - place: the server and its database.
    init(_ error: SQLError, at place: String) {
        let reason = error.description
        // libpq reports no code for a refused connection, and servers write these sentences in English unless they
        // are set to another language.
        let refusals = [
            "authentication failed", "no password supplied", "pg_hba.conf", "role \"", "permission denied for database",
        ]
        let rights = ["permission denied for database", "permission denied for schema"]
        if ServerRole.isFull(reason) {
            // Also the limit of a role, whose sentence names it.
            self = .unreachable(place, reason: reason)
        } else if error.kind == .other, rights.contains(where: reason.contains) {
            // Once it is connected. The same words refuse a user who may not connect.
            self = .forbidden(place, reason: reason)
        } else if reason.contains("database \""), reason.contains("does not exist") {
            self = .noDatabase(place, reason: reason)
        } else if refusals.contains(where: reason.contains) {
            self = .refused(place, reason: reason)
        } else if error.kind == .unavailable {
            self = .unreachable(place, reason: reason)
        } else if error.kind == .conflict || error.kind == .unknown {
            self = .notWritable(place, reason: "\(reason); try again")
        } else {
            self = .unusable(place, reason: reason)
        }
    }
}
