import AppleMessages
import ArgumentParser
import JSON
import MessageParts

/// `usher message inspect`: shows the contents of a message as JSON.
struct InspectMessage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Tells what a message says, as JSON.",
        discussion: """
            FILE holds message parts (a list, or an object with `parts`), or a body that Apple posts; `-` is standard input.
            A type that is not known is `unknown`, and no error.

            Examples:
              usher message inspect receipt.json
              usher message inspect tap.json --sent picker.json
              gunzip < body.gz | usher message inspect - | jq .kind

            Exit code 0: it is read. 1: it cannot be read; where and why is said. 2: wrong use.
            """)

    @Argument(help: "The message; - for standard input.", completion: .file())
    var file: String

    @Option(help: "The message that it answers, as it was sent to Apple.", completion: .file())
    var sent: String?

    func run() async throws {
        let message = try MessageFile(file)
        switch message.form {
        case .parts(let parts, _):
            if sent != nil { try Bootstrap.refuse("--sent goes with a body that Apple posts, and \(file) has parts") }
            print(try message.orFinding { () throws(PartsProblem) in try MessageInspection(of: parts) }.json.prettyText)
        case .apple(let body):
            let sent = try self.sent.map { try MessageFile($0).json }
            print(AppleInspection(of: body, answering: sent).json.prettyText)
        }
    }
}
