import Channels
import Logging

/// What the outbox repeats while the database does not respond, for each customer to whom messages wait.
struct OutboxFailures: Sendable {
    let search: FailureLog
    let read: FailureLog
    let attempt: FailureLog
    let renewal: FailureLog
    let deadLetter: FailureLog

    init(clock: any WallClock, logger: Logger) {
        search = FailureLog(
            "could not search for queued messages", end: "search for queued messages works again", clock: clock,
            logger: logger)
        read = FailureLog(
            "could not read queued messages", end: "queued messages read again", clock: clock, logger: logger)
        attempt = FailureLog(
            "could not record a delivery attempt", end: "delivery attempts recorded again", clock: clock,
            logger: logger)
        renewal = FailureLog(
            "could not renew what this server sends", end: "renewed again what this server sends", clock: clock,
            logger: logger)
        deadLetter = FailureLog(
            "could not store a dead letter", end: "dead letters stored again", clock: clock, logger: logger)
    }
}
