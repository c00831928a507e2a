import ArgumentParser

/// `usher events`.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Report events from outside, such as a parcel that was shipped.",
        discussion: """
            `events` of bot.yaml declares them. Works beside a running server, which sends what the flows say.

            Examples:
              usher events send "parcel shipped" --to urn:mbid:3f2a-19 --values '{"number": 17, "carrier": "DHL"}'
            """,
        subcommands: [SendEvent.self])
}
