/// The name under which a PostgreSQL server lists a connection (`application_name`): that of the server of a bot, or of what
/// connects beside servers.
package enum ConnectionName {
    /// What precedes the name.
    static let prefix = "usher "

    /// `usher doctor`, and what else asks a server for its facts.
    package static let doctor = "doctor"
    /// Reads the published flows.
    package static let reader = "reader"
    /// `usher move`.
    package static let move = "move"

    /// The names that belong to no server of a bot.
    static let besideServers = [doctor, reader, move]
}
