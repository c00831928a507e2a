import JSON

/// One page of a form: one question.
///
/// Source: Apple, Interactive Message Types, "Form Message", "Data Dictionary Objects" and "Types of Pages".
public struct FormPage: Sendable {
    /// The identifier, with fewer than 20 characters.
    public let identifier: String
    public let title: String?
    public let subtitle: String?
    /// The page after this one, unless the chosen item leads elsewhere.
    public let next: String?
    /// Whether the form is sent after this page.
    public let submits: Bool
    public let kind: Kind

    public enum Kind: Sendable {
        /// Choices, one or several of which may be selected.
        case select([Item], several: Bool)
        /// A wheel with one choice preselected.
        case picker([Item], title: String?, selected: Int)
        case date(FormDate)
        case input(FormInput)
    }

    /// One choice.
    public struct Item: Sendable {
        public let identifier: String
        public let title: String
        public let value: String
        public let imageIdentifier: String?
        /// The page to which this choice leads, on a page with a single choice.
        public let next: String?
    }

    /// The type on the wire.
    public var type: String {
        switch kind {
        case .select: "select"
        case .picker: "picker"
        case .date: "datePicker"
        case .input: "input"
        }
    }

    public var items: [Item] {
        switch kind {
        case .select(let items, _), .picker(let items, _, _): items
        case .date, .input: []
        }
    }

    /// The keys that all pages may have; each type adds its own.
    private static let common: Set<String> = [
        "pageIdentifier", "type", "title", "subtitle", "nextPageIdentifier", "submitForm",
    ]
    private static let added: [String: Set<String>] = [
        "select": ["multipleSelection", "items"], "picker": ["pickerTitle", "selectedItemIndex", "items"],
        "datePicker": ["hintText", "options"], "input": ["hintText", "options"],
    ]
    private static let misspelt = [
        "identifier": "pageIdentifier", "pageId": "pageIdentifier", "nextPage": "nextPageIdentifier",
        "nextPageId": "nextPageIdentifier", "submit": "submitForm", "subTitle": "subtitle", "hint": "hintText",
        "multiSelection": "multipleSelection",
    ]
    private static let types = ["select", "picker", "datePicker", "input"]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        guard let word = value["type"]?.string, let added = Self.added[word] else {
            _ = try Fields(
                value, known: Self.added.values.reduce(Self.common) { $0.union($1) }, misspelt: Self.misspelt
            )
            .required("type")
            let known = Self.types.map { "`\($0)`" }.joined(separator: ", ")
            throw ValidationError("type", "`\(value["type"]?.text ?? "")` is none of \(known)")
        }
        let fields = try Fields(value, known: Self.common.union(added), misspelt: Self.misspelt)
        identifier = try fields.text("pageIdentifier")
        guard identifier.count < 20 else {
            throw ValidationError(
                "pageIdentifier", "\(identifier.count) characters are too long; it has fewer than 20")
        }
        title = try fields.optionalTitle("title", context)
        subtitle = try fields.optionalTitle("subtitle", context)
        next = try fields.optionalText("nextPageIdentifier")
        submits = try fields.optionalFlag("submitForm") ?? false
        kind = try Self.kind(word, in: fields, context)
    }

    private static func kind(
        _ word: String, in fields: Fields, _ context: PayloadContext
    ) throws(ValidationError) -> Kind {
        switch word {
        case "select":
            let several = try fields.optionalFlag("multipleSelection") ?? false
            return .select(try items(in: fields, context, mayLead: !several), several: several)
        case "picker":
            let items = try items(in: fields, context, mayLead: false)
            let selected = try fields.optionalInteger("selectedItemIndex") ?? 0
            guard items.indices.contains(selected) else {
                throw ValidationError("selectedItemIndex", "there is no item \(selected); they count from 0")
            }
            return .picker(items, title: try fields.optionalTitle("pickerTitle", context), selected: selected)
        case "datePicker": return .date(try FormDate(in: fields, context))
        default: return .input(try FormInput(in: fields, context))
        }
    }

    private static func items(
        in fields: Fields, _ context: PayloadContext, mayLead: Bool
    ) throws(ValidationError) -> [Item] {
        let items = try fields.list("items") { value throws(ValidationError) in
            try Item(checking: value, context, mayLead: mayLead)
        }
        guard !items.isEmpty else { throw ValidationError("items", "there is at least one item to choose") }
        return items
    }
}

extension FormPage {
    /// Checks that every branch leads to an existing page, and that the page has a continuation: a next page, or
    /// sending the form.
    ///
    /// Apple's table allows a page without a continuation to end the form. Under the strict limits it must declare that
    /// explicitly, unless one of its items leads to another page, which makes the other items ends.
    func checkWays(among pages: Set<String>, isStrict: Bool) throws(ValidationError) {
        let ways =
            [("nextPageIdentifier", next)]
            + items.enumerated().map { ("items[\($0)].nextPageIdentifier", $1.next) }
        for case (let place, let way?) in ways where !pages.contains(way) {
            throw ValidationError(place, "the form has no page with the identifier `\(way)`")
        }
        if submits, next != nil {
            throw ValidationError("submitForm", "a page has a `nextPageIdentifier` or sends the form, not both")
        }
        if isStrict, !submits, ways.allSatisfy({ $0.1 == nil }) {
            throw ValidationError("nextPageIdentifier", "this or `submitForm` is required and is missing")
        }
    }
}

extension Fields {
    /// Reads an optional object; an absent one counts as empty.
    func fields(_ key: String, known: Set<String>, misspelt: [String: String]) throws(ValidationError) -> Fields {
        try within(key) { () throws(ValidationError) in
            try Fields(optional(key) ?? [:], known: known, misspelt: misspelt)
        }
    }
}

extension FormPage.Item {
    private static let misspelt = [
        "id": "identifier", "label": "title", "image": "imageIdentifier", "imageId": "imageIdentifier",
        "nextPage": "nextPageIdentifier",
    ]

    init(checking value: JSONValue, _ context: PayloadContext, mayLead: Bool) throws(ValidationError) {
        let fields = try Fields(
            value, known: ["identifier", "title", "value", "imageIdentifier", "nextPageIdentifier"],
            misspelt: Self.misspelt)
        identifier = try fields.text("identifier")
        title = try fields.title("title", context)
        self.value = try fields.text("value")
        imageIdentifier = try fields.imageReference("imageIdentifier", context)
        next = try fields.optionalText("nextPageIdentifier")
        guard mayLead || next == nil else {
            throw ValidationError(
                "nextPageIdentifier", "only an item of which one is chosen leads to a page of its own")
        }
    }
}
