import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import SQLStorage
import SQLiteStorage
import Server

/// `usher bookings`: the slots that customers have taken.
struct BookingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookings",
        abstract: "Show the times that customers have taken, and give them back.",
        discussion: """
            Works with or without a running server.

            Examples:
              usher bookings list
              usher bookings list --calendar chair
              usher bookings give-back 5b1e…
            """,
        subcommands: [ListBookings.self, GiveBookingBack.self])
}

/// `usher bookings list`.
struct ListBookings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the times that customers have taken and that have not passed.",
        discussion: """
            Examples:
              usher bookings list
              usher bookings list --calendar chair
              usher bookings list --format json | jq '.bookings[].customer'
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Show only the times of this calendar.")
    var calendar: String?

    @OptionGroup var list: ListOptions

    func run() async throws {
        let database = try access.open()
        let found = try await database.bookings.bookings(
            in: calendar, from: SystemClock().now, skipping: list.skipping, limit: list.limit)
        try await database.record(.listBookings)
        list.show(
            found, named: "bookings", columns: ["start", "end", "calendar", "customer", "id"],
            row: { [$0.start.iso, $0.end.iso, $0.calendar, $0.conversation.customer, $0.id] }, json: \.shown)
    }
}

/// `usher bookings give-back`.
struct GiveBookingBack: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "give-back",
        abstract: "Give a time back, so that other customers can take it.",
        discussion: """
            The customer is not informed, and their conversation does not change.

            Example:
              usher bookings give-back 5b1e…

            Exit code 0: given back. 1: no customer has taken it.
            """)

    @Argument(help: "The id that `usher bookings list` shows.")
    var id: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let entry = AuditEntry.ofCommand(.giveBackBooking) { $0.object = "booking \(id)" }
        guard try await access.open().bookings.giveBack(booking: id, recording: entry) else {
            Console.note("usher: no customer has taken a time with the id \(id); `usher bookings list` lists them")
            throw ExitCode(1)
        }
        Console.note("\(id) was given back")
    }
}
