import AppleMessages
import ArgumentParser
import JSON
import MessageParts

/// `usher message inspect`: shows the contents of a message as JSON.
struct InspectMessage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the contents of a message as JSON.",
        discussion: """
            FILE contains message parts (a list, or an object with `parts`), or the body of a webhook of Apple; `-` is
            standard input. A type that is not known is shown as `unknown`, without an error.

            Examples:
              usher message inspect receipt.json
              usher message inspect tap.json --sent picker.json
              gunzip < body.gz | usher message inspect - | jq .kind

            Exit code 0: shown. 1: it cannot be read; the location and the reason are shown. 2: wrong use.
            """)

    @Argument(help: "The message; - for standard input.", completion: .file())
    var file: String

    @Option(help: "Read the message that it replies to from this file, as it was sent to Apple.", completion: .file())
    var sent: String?

    func run() async throws {
        let message = try MessageFile(file)
        switch message.form {
        case .parts(let parts, _):
            if sent != nil {
                try Bootstrap.refuse("`--sent` requires the body of a webhook of Apple, and \(file) contains parts")
            }
            print(try message.orFinding { () throws(PartsProblem) in try MessageInspection(of: parts) }.json.prettyText)
        case .apple(let body):
            let sent = try self.sent.map { try MessageFile($0).json }
            print(AppleInspection(of: body, answering: sent).json.prettyText)
        }
    }
}
