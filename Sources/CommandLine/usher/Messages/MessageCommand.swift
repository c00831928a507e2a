import ArgumentParser

/// `usher message`: inspects or converts one message.
struct MessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Inspect a message, or convert it to another format.",
        discussion: """
            Reads a message of up to 5 MB from a file, or from standard input if FILE is `-`; it may be compressed with gzip.

            Examples:
              usher message inspect receipt.json
              usher message inspect tap.json --sent picker.json
              usher message convert receipt.json --to text
              usher message convert choice.json --to apple --capabilities LIST
            """,
        subcommands: [InspectMessage.self, ConvertMessage.self])
}
