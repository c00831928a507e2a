import JSON

/// Pages that the customer fills in one after another and sends together.
///
/// Source: Apple, Interactive Message Types, "Form Message". The key is `dynamic`. The table requires a subtitle, but
/// its own sample omits one, so it is optional here.
public struct Form: CheckedFeature {
    public let splash: Splash?
    public let startPage: String
    /// Whether the reply is marked as private.
    public let isPrivate: Bool
    public let showsSummary: Bool
    public let pages: [FormPage]
    let version: String

    /// The screen before the first page.
    public struct Splash: Sendable {
        public let header: String?
        public let text: String?
        public let button: String
        public let imageIdentifier: String?
    }

    public static let key = "dynamic"
    public static let misspellings = ["form", "forms", "messageForms", "Dynamic"]
    public static let capability: Capability? = .form
    public static let kind = "form"
    public static let hasBubbleTexts = true
    /// A form is filled in, not tapped.
    public var options: [Option] { [] }

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let outer = try Fields(
            value, known: ["version", "template", "data"], misspelt: ["pages": "data", "Template": "template"])
        version = try outer.text("version")
        let template = try outer.text("template")
        guard template == "messageForms" else {
            throw ValidationError("template", "`\(template)` is not known; it is `messageForms`")
        }
        let data = try outer.required("data") { value throws(ValidationError) in
            try Fields(value, known: Self.known, misspelt: Self.misspelt)
        }
        (splash, isPrivate, showsSummary) = try within("data") { () throws(ValidationError) in
            (
                try data.optional("splash") { value throws(ValidationError) in try Splash(checking: value, context) },
                try data.optionalFlag("private") ?? false, try data.optionalFlag("showSummary") ?? false
            )
        }
        (pages, startPage) = try within("data") { () throws(ValidationError) in try Self.pages(in: data, context) }
    }

    private static let known: Set<String> = ["splash", "startPageIdentifier", "private", "showSummary", "pages"]
    private static let misspelt = [
        "startPage": "startPageIdentifier", "startPageId": "startPageIdentifier", "summary": "showSummary",
        "page": "pages",
    ]

    /// Returns the page with this identifier.
    func page(_ identifier: String) -> FormPage? { pages.first { $0.identifier == identifier } }

    private static func pages(
        in data: Fields, _ context: PayloadContext
    ) throws(ValidationError) -> ([FormPage], start: String) {
        let pages = try data.list("pages") { value throws(ValidationError) in try FormPage(checking: value, context) }
        guard !pages.isEmpty else { throw ValidationError("pages", "a form has at least one page") }
        try requireUnique(pages.map(\.identifier)) { "pages[\($0)].pageIdentifier" }
        let places = pages.enumerated().flatMap { page, content in
            content.items.indices.map { "pages[\(page)].items[\($0)].identifier" }
        }
        try requireUnique(pages.flatMap(\.items).map(\.identifier)) { places[$0] }
        let names = Set(pages.map(\.identifier))
        for (index, page) in pages.enumerated() {
            try within("pages[\(index)]") { () throws(ValidationError) in
                try page.checkWays(among: names, isStrict: context.limits == .strict)
            }
        }
        let start = try data.text("startPageIdentifier")
        guard names.contains(start) else {
            throw ValidationError("startPageIdentifier", "the form has no page with the identifier `\(start)`")
        }
        return (pages, start)
    }
}

extension Form.Splash {
    private static let misspelt = [
        "splashText": "splashtext", "text": "splashtext", "title": "header", "button": "buttonTitle",
    ]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(
            value, known: ["header", "splashtext", "buttonTitle", "imageIdentifier"], misspelt: Self.misspelt)
        header = try fields.optionalTitle("header", context)
        text = try fields.optionalTitle("splashtext", context)
        button = try fields.title("buttonTitle", context)
        imageIdentifier = try fields.imageReference("imageIdentifier", context)
    }
}
