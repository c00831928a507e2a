public import JSON

/// What can be chosen, and by which rules: the same in a choice of its own, in buttons, and as the options of a product.
public struct Choices: Sendable, Hashable {
    public struct Item: Sendable, Hashable {
        public var id: String
        public var text: String
        /// Instead of `text` while it is chosen, and while it is not.
        public var selectedText: String?
        public var unselectedText: String?
        public var tooltip: String?
        public var icon: String?
        /// Sent with the choice.
        public var responseData: JSONObject
        /// A second line, a heading above it, and a picture: members of our own, which other readers pass over.
        public var note: String?
        public var section: String?
        public var imageURL: String?

        public init(
            id: String, text: String, note: String? = nil, section: String? = nil, imageURL: String? = nil
        ) {
            self.id = id
            self.text = text
            self.note = note
            self.section = section
            self.imageURL = imageURL
            responseData = [:]
        }

        /// What stands on it. The text of the unchosen state is not used while it is chosen.
        public func shownText(isChosen: Bool) -> String { (isChosen ? selectedText : unselectedText) ?? text }
    }

    public var items: [Item]
    /// The state under which the choice is kept.
    public var responseName = "selection"
    /// For the sentence that tells of a choice.
    public var name: String?
    /// The identities that may choose; empty where the message does not say.
    public var enabledFor: [String] = []
    public var allowsReselect = false
    public var allowsDeselect = false
    public var allowsMultiselect = false
    /// Sent with every choice.
    public var responseData: JSONObject = [:]

    public init(_ items: [Item]) { self.items = items }

    /// Which choices count when somebody chooses more than once.
    public var stateType: StateType {
        if allowsMultiselect { return .set }
        if allowsDeselect { return .lastWinsOrNone }
        return allowsReselect ? .lastWins : .firstWins
    }

    /// The ids that somebody has chosen, in their order. Older states have several in one text, with commas between them.
    public func chosen(by identity: String, in responses: ResponseSummary) -> [String] {
        responses.values(of: responseName, by: identity).compactMap(\.string).flatMap { value in
            items.contains { $0.id == value } ? [value] : value.split(separator: ",").map(String.init)
        }
    }

    /// The answer that is shown: that of the people who may choose, else of anybody.
    public func answer(in responses: ResponseSummary) -> [String] {
        let people = enabledFor.isEmpty ? responses.identities(with: responseName) : enabledFor
        return people.flatMap { chosen(by: $0, in: responses) }
    }
}

extension Choices {
    /// Reads the members of a choice; where they stand under `data`, that object is given.
    init(items: [JSONValue], settings: JSONObject) {
        func setting(_ name: String, _ camel: String) -> JSONValue? { settings[name] ?? settings[camel] }
        self.init(items.prefix(PartLimits.items).compactMap(Item.init))
        responseName = setting("response_name", "responseName")?.string.nonEmpty ?? "selection"
        name = settings["name"]?.string.nonEmpty
        let enabled = setting("enabled_for", "enabledFor")
        enabledFor = enabled?.string.map { [$0] } ?? (enabled?.array ?? []).compactMap(\.string)
        allowsMultiselect = setting("allow_multiselect", "allowMultiselect")?.bool ?? false
        allowsDeselect = allowsMultiselect || setting("allow_deselect", "allowDeselect")?.bool ?? false
        allowsReselect = allowsDeselect || setting("allow_reselect", "allowReselect")?.bool ?? false
        responseData = setting("custom_response_data", "customResponseData")?.object ?? [:]
    }

    /// What of the members of a choice cannot be used, by its name.
    static func problems(items: [JSONValue], settings: JSONObject) -> [String] {
        let nameless = items.indices.filter { items[$0]["id"]?.string == nil }.map { "`choices[\($0)]` has no `id`" }
        let flags = countNames.filter { settings[$0].map { $0.bool == nil } ?? false }.map {
            "`\($0)` is not true or false"
        }
        let texts = ["response_name", "name"].filter { settings[$0].map { $0.string == nil } ?? false }
            .map { "`\($0)` is not a text" }
        let isObject = settings["custom_response_data"].map { $0.object != nil } ?? true
        return nameless + flags + texts + (isObject ? [] : ["`custom_response_data` is not an object"])
    }

    static let settingNames = [
        "response_name", "name", "enabled_for", "allow_multiselect", "allow_deselect", "allow_reselect",
        "custom_response_data",
    ]

    /// The settings as they are written; what follows from another is left out.
    var settings: JSONObject {
        var object = JSONObject()
        if responseName != "selection" { object["response_name"] = .string(responseName) }
        object.set("name", name.map { .string($0) })
        if !enabledFor.isEmpty { object["enabled_for"] = .array(enabledFor.map { .string($0) }) }
        if allowsMultiselect {
            object["allow_multiselect"] = true
        } else if allowsDeselect {
            object["allow_deselect"] = true
        } else if allowsReselect {
            object["allow_reselect"] = true
        }
        if !responseData.isEmpty { object["custom_response_data"] = .object(responseData) }
        return object
    }
}

extension Choices.Item {
    fileprivate init?(json: JSONValue) {
        guard let id = json["id"]?.string else { return nil }
        self.init(
            id: id, text: json["text"]?.string ?? "", note: json["note"]?.string.nonEmpty,
            section: json["section"]?.string.nonEmpty, imageURL: json["image_url"]?.string.nonEmpty)
        tooltip = json["tooltip"]?.string.nonEmpty
        icon = json["icon"]?.string.nonEmpty
        selectedText = json["states"]?["selected"]?["text"]?.string.nonEmpty
        unselectedText = json["states"]?["default"]?["text"]?.string.nonEmpty
        responseData = (json["custom_response_data"] ?? json["customResponseData"])?.object ?? [:]
    }

    var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "text": .string(text)]
        object.set("tooltip", tooltip.map { .string($0) })
        object.set("icon", icon.map { .string($0) })
        var states = JSONObject()
        if let unselectedText { states["default"] = ["text": .string(unselectedText)] }
        if let selectedText { states["selected"] = ["text": .string(selectedText)] }
        if !states.isEmpty { object["states"] = .object(states) }
        if !responseData.isEmpty { object["custom_response_data"] = .object(responseData) }
        object.set("note", note.map { .string($0) })
        object.set("section", section.map { .string($0) })
        object.set("image_url", imageURL.map { .string($0) })
        return .object(object)
    }
}
