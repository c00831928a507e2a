/// An address at which a server may listen, and what answers `GET /health/ready` there.
struct AskedAddress: Sendable, Equatable {
    let address: ListeningAddress
    let answer: ReadyAnswer
    /// Whether the server says, ready or not, that its data are in a PostgreSQL database. Of several bots the one of the
    /// settings has to say so, and of those of the whole server every one.
    let usesPostgreSQL: Bool
}
