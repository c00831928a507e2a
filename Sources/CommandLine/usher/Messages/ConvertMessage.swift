import AppleMessages
import ArgumentParser
import Channels
import Expressions
import FlowModel
import Foundation
import JSON
import Logging
import MessageModel
import MessageParts

/// `usher message convert`: writes a message in another format.
struct ConvertMessage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a message to another format.",
        discussion: """
            FILE contains message parts (a list, or an object with `parts`), or a message as it is sent to Apple; `-` is
            standard input. --to apple writes what is sent to a device with the given capabilities; several messages are
            written as a list.

            Examples:
              usher message convert receipt.json --to text
              usher message convert picker.json --to parts
              usher message convert choice.json --to apple --capabilities QUICK,LIST

            Exit code 0: written. 1: it cannot be read, or Apple has no format for it; the reason is shown. 2: wrong use.
            """)

    @Argument(help: "The message; - for standard input.", completion: .file())
    var file: String

    @Option(help: "Write the message in this format.")
    var to: MessageForm

    @Option(
        help: "Write for a device with these capabilities of Apple: QUICK, LIST, TIME, FORM, AUTH2. Default: all.")
    var capabilities: String?

    func validate() throws {
        if capabilities != nil, to != .apple { throw ValidationError("`--capabilities` requires `--to apple`.") }
        let known = ["QUICK", "LIST", "TIME", "FORM", "AUTH2"]
        let words = (capabilities ?? "").split { $0 == "," || $0 == " " }.map { $0.uppercased() }
        if let unknown = words.first(where: { !known.contains($0) }) {
            throw ValidationError(
                "There is no capability `\(unknown)`; the capabilities are \(known.joined(separator: ", ")).")
        }
    }

    func run() async throws {
        let file = try MessageFile(file)
        var names = NodeNames(seed: file.json.text)
        let bridge = PartsBridge()
        let message: RichMessage
        var address: String?
        switch file.form {
        case .parts(let parts, let id):
            let read = try file.orFinding { () throws(PartsProblem) in try TypeRegistry.standard.message(of: parts) }
            for remark in read.remarks { file.note(remark) }
            message = read.message
            address = id ?? parts.compactMap { $0.id?.addressOfMessage }.first
        case .apple(let body):
            message = try file.orFinding { () throws(JSONError) in try SentMessage(body, bridge).message() }
        }
        switch to {
        case .parts:
            let parts = TypeRegistry.standard.parts(
                of: message, message: address ?? "layer:///messages/\(names.next())", &names)
            print(JSONValue.array(parts.map(\.json)).prettyText)
        case .text:
            for remark in message.leftOut(of: "a text", showsChosen: true) { file.note(remark) }
            print(MessagePresenter().text(of: message))
        case .html: print(MessagePresenter().html(of: message).text)
        case .apple: try await printForApple(message, bridge, file)
        }
    }

    private func printForApple(_ message: RichMessage, _ bridge: PartsBridge, _ file: MessageFile) async throws {
        let abilities = capabilities.map { Capabilities(list: $0) } ?? [.quick, .list, .time, .form, .auth2]
        let device = Device(channel: .apple, capabilities: abilities)
        for remark in message.leftOut(of: "a message of Apple's", showsChosen: false) { file.note(remark) }
        let services = UnopenedServices()
        let writer = AppleWriter(
            pictures: PicturesInside(), signIns: services, payments: services, logger: Bootstrap.logger(.notice))
        let hint = BotTexts().phrase(.numberHint, in: "en").source.constant ?? ""
        var bodies: [JSONValue] = []
        for message in bridge.messages(of: message, on: device, numberHint: hint) {
            if let remark = UnopenedServices.remark(about: message) { file.note(remark) }
            do throws(DeliveryFailure) {
                bodies += try await writer.bodies(of: message)
            } catch {
                try file.orFinding { () throws(DeliveryFailure) in throw error }
            }
        }
        print((bodies.count == 1 ? bodies[0] : .array(bodies)).prettyText)
    }
}

/// The output format of a message.
enum MessageForm: String, ExpressibleByArgument, CaseIterable {
    case apple, parts, text, html
}

/// Provides pictures embedded in the message; it downloads none.
private struct PicturesInside: PictureSource {
    func bytes(of picture: Picture) async -> [UInt8]? { PartData(address: picture.source)?.bytes.map { [UInt8]($0) } }
}

extension String {
    /// The part of a part's id that identifies the message.
    fileprivate var addressOfMessage: String? {
        guard let end = range(of: "/parts/") else { return nil }
        return String(self[..<end.lowerBound])
    }
}
