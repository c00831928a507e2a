import AppleMessages
import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts
import Simulation

/// Writes the bubbles of messages as the pages of the chat show them.
struct BubbleWriter {
    private let zone: Zone
    private let files: String
    private var presenters: [Formats: (bridge: PartsBridge, presenter: MessagePresenter)] = [:]
    let standardWording: Wording

    /// On what the wording of numbers, dates and amounts depends.
    private struct Formats: Hashable {
        let language: String
        let region: RegionCode?
    }

    init(zone: Zone, files: String) {
        self.zone = zone
        self.files = files
        standardWording = Wording(language: "en", zone: zone)
    }

    /// `{"from": "bot", "id", "type", "form", "text", "html", "step"}`.
    mutating func object(of message: PlayedMessage) -> JSONObject {
        let (bridge, presenter) = self.presenter(for: message)
        let rich = bridge.message(of: message.message)
        var object: JSONObject = [
            "from": "bot", "id": .string(message.id), "type": .string(type(of: rich.content).type),
            "text": .string(presenter.text(of: rich)), "html": .string(presenter.html(of: rich).text),
            "flow": .string(message.step.flow), "step": .string(message.step.step),
        ]
        object.set("form", message.form.map { .string($0) })
        return object
    }

    private mutating func presenter(for message: PlayedMessage) -> (bridge: PartsBridge, presenter: MessagePresenter) {
        let formats = Formats(language: message.language, region: message.region)
        if let known = presenters[formats] { return known }
        let wording = Wording(language: formats.language, zone: zone, region: formats.region)
        let files = files
        let bridge = PartsBridge(
            wording: wording, page: { UnopenedServices.address(of: $0) }, file: { Self.address(of: $0, below: files) })
        let presenter = (bridge: bridge, presenter: MessagePresenter(.standard, wording))
        presenters[formats] = presenter
        return presenter
    }

    /// The address of a picture of the project in the page.
    private static func address(of source: String, below files: String) -> String {
        guard !source.contains("://"), !source.hasPrefix("data:") else { return source }
        return files + (source.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? source)
    }
}
