public import JSON

/// Answers and the rules for choosing them: the same for a choice, for buttons, and for the options of a product.
public struct Choices: Sendable, Hashable {
    /// One answer.
    public struct Item: Sendable, Hashable {
        /// The id of the answer, which becomes the state.
        public var id: String
        /// The label.
        public var text: String
        /// The label while the answer is chosen, instead of `text`.
        public var selectedText: String?
        /// The label while the answer is not chosen, instead of `text`.
        public var unselectedText: String?
        /// The tooltip.
        public var tooltip: String?
        /// The address of the icon.
        public var icon: String?
        /// Data for servers that accompanies this choice.
        public var responseData: JSONObject
        /// A second line; like `section` and `imageURL` an extension of Usher, which other readers ignore.
        public var note: String?
        /// The heading above the answer.
        public var section: String?
        /// The address of a picture.
        public var imageURL: String?

        /// An answer with the given properties.
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

        /// The label for a state: `selectedText` or `unselectedText`, otherwise `text`.
        public func shownText(isChosen: Bool) -> String { (isChosen ? selectedText : unselectedText) ?? text }
    }

    /// The answers, in order.
    public var items: [Item]
    /// The state name under which the choice is stored.
    public var responseName = "selection"
    /// The name of the choice in the sentence that describes it.
    public var name: String?
    /// The identities that may choose; empty when the message does not restrict this.
    public var enabledFor: [String] = []
    /// Whether another answer can be chosen later.
    public var allowsReselect = false
    /// Whether a choice can be withdrawn.
    public var allowsDeselect = false
    /// Whether several answers can be chosen.
    public var allowsMultiselect = false
    /// Data for servers that accompanies every choice.
    public var responseData: JSONObject = [:]

    /// Answers with the default rules: one final choice.
    public init(_ items: [Item]) { self.items = items }

    /// The state type: which choices are effective when a participant chooses more than once.
    public var stateType: StateType {
        if allowsMultiselect { return .set }
        if allowsDeselect { return .lastWinsOrNone }
        return allowsReselect ? .lastWins : .firstWins
    }

    /// The ids that a participant has chosen, in order. Older states contain several in one text, separated by commas.
    public func chosen(by identity: String, in responses: ResponseSummary) -> [String] {
        responses.values(of: responseName, by: identity).compactMap(\.string).flatMap { value in
            items.contains { $0.id == value } ? [value] : value.split(separator: ",").map(String.init)
        }
    }

    /// The answer to show: that of the participants who may choose, otherwise of any participant.
    public func answer(in responses: ResponseSummary) -> [String] {
        let people = enabledFor.isEmpty ? responses.identities(with: responseName) : enabledFor
        return people.flatMap { chosen(by: $0, in: responses) }
    }
}

extension Choices {
    /// Reads the members of a choice; where they are nested under `data`, the caller passes that object.
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

    /// The members of a choice that cannot be used, by name.
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

    /// The settings in their transfer format; those that follow from others are left out.
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
