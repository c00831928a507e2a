import JSON

/// Sections of items from which the customer chooses one or, where a section allows it, several.
///
/// Source: Apple, Interactive Message Types, "List Picker Message". That page writes `ListPickerSection` and
/// `listPickerItem` where the wire has `sections` and `items`; the gateway accepts only the latter.
public struct ListPicker: CheckedFeature, Equatable {
    public let sections: [Section]

    public struct Section: Sendable, Equatable {
        public let title: String
        public let multipleSelection: Bool
        /// The section's position among the others; sections without it keep their order.
        public let order: Int?
        public let items: [Item]
    }

    public struct Item: Sendable, Equatable {
        public let identifier: String
        public let title: String
        public let subtitle: String?
        public let imageIdentifier: String?
        public let order: Int?
        /// The style. Apple's samples send `default`; there is no table of values.
        public let style: String?
    }

    public static let key = "listPicker"
    public static let misspellings = ["listpicker", "list-picker", "list_picker", "ListPicker", "ListPickerSection"]
    public static let capability: Capability? = .listPicker
    public static let kind = "list-picker"
    public static let hasBubbleTexts = true

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        sections = try fields.list("sections") { value throws(ValidationError) in try Section(checking: value, context)
        }
        guard !sections.isEmpty else { throw ValidationError("sections", "a list picker has at least one section") }
        try requireUnique(sections.flatMap(\.items).map(\.identifier), place)
    }

    /// Returns the path of an item's identifier, counted across all sections.
    private func place(ofItem index: Int) -> String {
        var left = index
        for (section, items) in sections.map(\.items.count).enumerated() {
            if left < items { return "sections[\(section)].items[\(left)].identifier" }
            left -= items
        }
        return "sections"
    }

    private static let known: Set<String> = ["sections"]
    private static let misspelt = [
        "listPickerItem": "sections", "ListPickerSection": "sections", "listPickerSection": "sections",
        "section": "sections", "items": "sections",
    ]
}

extension ListPicker.Section {
    private static let known: Set<String> = ["title", "multipleSelection", "order", "items"]
    private static let misspelt = [
        "listPickerItem": "items", "listPickerItems": "items", "ListPickerItem": "items", "item": "items",
        "multiSelection": "multipleSelection", "multiple": "multipleSelection",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        title = try fields.title("title", context)
        multipleSelection = try fields.optionalFlag("multipleSelection") ?? false
        order = try fields.optionalInteger("order")
        items = try fields.list("items") { value throws(ValidationError) in
            try ListPicker.Item(checking: value, context)
        }
        guard !items.isEmpty else { throw ValidationError("items", "a section has at least one item") }
    }
}

extension ListPicker.Item {
    private static let known: Set<String> = ["identifier", "title", "subtitle", "imageIdentifier", "order", "style"]
    private static let misspelt = [
        "id": "identifier", "subTitle": "subtitle", "description": "subtitle", "imageId": "imageIdentifier",
        "image": "imageIdentifier", "label": "title",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        identifier = try fields.text("identifier")
        title = try fields.title("title", context)
        subtitle = try fields.optionalTitle("subtitle", context)
        imageIdentifier = try fields.imageReference("imageIdentifier", context)
        order = try fields.optionalInteger("order")
        style = try fields.optionalText("style")
    }
}
