public import FlowCompiler

/// The files of a project whose keys the language knows.
public enum FileSchema: String, Sendable, CaseIterable {
    case flow, bot, translation, actions, services

    /// The place of the outermost keys.
    public var place: KeyPlace {
        switch self {
        case .flow: .flow
        case .bot: .bot
        case .translation: .translation
        case .actions: .actionsFile
        case .services: .services
        }
    }

    /// The JSON Schema (draft-07) of such a file, made from the tables of keys.
    public var schema: Schema {
        let places = KeyPlace.reached(from: [place])
        let written = places.flatMap(\.table.forms).flatMap(\.channelParts).map(\.definition)
        let parts = ChannelPart.allCases.filter { written.contains($0.definition) }
        return place.schema.ofFile(
            title: title, about,
            definitions: places.dropFirst().map { ($0.definition, $0.schema) }
                + parts.map { ($0.definition, $0.schema) })
    }

    private var title: String {
        switch self {
        case .flow: "A flow of Usher"
        case .bot: "bot.yaml of Usher"
        case .translation: "A translation of Usher"
        case .actions: "actions.yaml of Usher"
        case .services: "services.yaml of Usher"
        }
    }

    private var about: String {
        switch self {
        case .flow: "A conversation: steps, and where each of them leads."
        case .bot: "What holds for all flows of a bot."
        case .translation: "The texts of a flow, or of bot.yaml, in another language."
        case .actions: "What flows can call in other systems."
        case .services: "Sign-in providers, merchants, apps and custom cards."
        }
    }
}

extension KeyPlace {
    /// The name of the place in `definitions`, from its title: `a step` is `step`.
    var definition: String {
        let words = table.title.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map { $0.lowercased() }
        let name = words.drop { ["a", "an", "the"].contains($0) }.joined(separator: "-")
        // A card in a list has keys that a card by itself does not have.
        if case .listedCard = self { return "\(name)-in-a-list" }
        return name
    }
}

extension ChannelPart {
    /// The name of the format in `definitions`.
    var definition: String {
        switch self {
        case .appleMessage: "apple-message"
        case .appleLink: "apple-link"
        case .webMessage: "web-message"
        case .webQuestion: "web-question"
        }
    }
}
