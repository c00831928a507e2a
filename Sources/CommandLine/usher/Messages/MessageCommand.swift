import ArgumentParser

/// `usher message`: inspects or converts one message.
struct MessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Looks at one message, or writes it in another form.",
        discussion: """
            Messages are read from a file, or from standard input where FILE is `-`; up to 5 MB, also packed with gzip.

            Examples:
              usher message inspect receipt.json
              usher message inspect tap.json --sent picker.json
              usher message convert receipt.json --to text
              usher message convert choice.json --to apple --capabilities LIST
            """,
        subcommands: [InspectMessage.self, ConvertMessage.self])
}
