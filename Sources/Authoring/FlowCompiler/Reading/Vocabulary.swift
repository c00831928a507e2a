/// The keys of the language.
enum Vocabulary {
    /// Keys whose value is the rest of their line, unchanged.
    static let proseKeys: Set<String> = [
        "say", "ask", "label", "note", "title", "line", "if_empty", "meanwhile", "reply", "hint", "example", "prefix",
        "alt", "section", "status", "product", "author", "artist", "brand", "button", "right", "right_note",
        "image_title", "image_note", "about", "unless",
    ]

    /// The outermost keys of a flow.
    static let flowKeys: Set<String> = [
        "flow", "start", "steps", "about", "needs", "gives", "anywhere", "if_silent", "if_other", "if_failed",
        "when_closed", "translation", "language", "texts",
    ]

    /// The outermost keys of bot.yaml.
    static let botKeys: Set<String> = [
        "bot", "business", "zone", "currency", "region", "languages", "start", "notice", "entries", "anywhere",
        "if_silent", "if_other", "if_failed", "hours", "people", "customer", "expires", "old_taps", "texts",
    ]

    /// Keys of one text of a translation.
    static let translatedKeys: Set<String> = ["of", "text"]

    /// Keys of a step, except those for payments.
    static let stepKeys: Set<String> = [
        "say", "show", "set", "ask", "call", "run", "when", "hand_over", "remind", "then", "was", "save", "if_silent",
        "if_other", "if_failed", "if_cancelled", "if_unable", "apple", "web", "bubble", "private", "optional",
        "answers", "times", "form", "text", "number", "money", "date", "photo", "file", "place", "sign_in", "pay",
        "app", "as", "several", "at_least", "at_most", "where", "zone", "title", "image", "alt", "intro", "summary",
        "using", "meanwhile", "note", "if_away", "go", "unless",
    ]

    /// Keys of the blocks below a key.
    private static let keysBelow: [String: Set<String>] = [
        "if_silent": ["after", "say", "repeats", "then"], "if_other": ["say", "tries", "then"],
        "if_failed": ["say", "retry_from", "tries", "then"], "if_cancelled": ["say", "then"],
        "if_unable": ["say", "then"], "where": ["name", "latitude", "longitude", "radius"],
        "times": ["every", "in", "lasting", "days", "notice", "except", "at_most"],
        "intro": ["title", "text", "button", "image", "alt"],
        "bubble": [
            "title", "note", "image", "alt", "size", "reply", "right", "right_note", "image_title", "image_note",
        ],
        "number": typedKeys, "money": typedKeys, "date": ["from", "to", "preset", "shows", "label", "hint"],
        "text": [
            "kind", "at_least", "at_most", "matches", "label", "prefix", "example", "hint", "keyboard", "content",
        ],
    ]

    /// Keys of queues and of form pages.
    private static let namedKeys: Set<String> = [
        "hours", "address", "ask", "title", "answers", "text", "number", "money", "date", "then", "optional", "as",
        "several", "at_least", "at_most", "label", "preset",
    ]

    private static let typedKeys: Set<String> = [
        "kind", "at_least", "at_most", "label", "prefix", "example", "hint", "keyboard", "content",
    ]

    /// Keys of the blocks that are list items below a key.
    private static let keysOfItems: [String: Set<String>] = [
        "answers": ["label", "note", "image", "alt", "id", "then", "section", "answers", "each"],
        "say": ["each", "line", "if_empty"], "pay": ["label", "price", "pending", "each"],
        "shipping": ["label", "note", "price", "id"],
    ]

    /// The keys of the block below `key`.
    static func keys(below key: String, in region: Region) -> Set<String> {
        if region == .translations { return translatedKeys }
        return region == .steps ? stepKeys : region == .named ? namedKeys : keysBelow[key] ?? keys
    }

    /// The keys of a block that is a list item below `key`.
    static func keys(ofItemsBelow key: String) -> Set<String> { keysOfItems[key] ?? keys }

    /// Every key of the language: in a list, `- word: …` is a block when the word is one of these, and a line of prose
    /// is not continued by a line that begins with one of them.
    static let keys: Set<String> = proseKeys.union(flowKeys).union(botKeys).union(stepKeys).union([
        "address", "size", "id", "each", "every", "in", "lasting", "days", "except", "name", "latitude", "longitude",
        "radius", "kind", "matches", "keyboard", "content", "from", "to", "preset", "shows", "scope", "extra", "price",
        "pending", "total", "shipping", "contact", "billing", "recalculate", "track", "countries", "merchant", "data",
        "live", "link", "zoom", "street", "street2", "city", "area", "postcode", "country", "quantity", "options",
        "receipt", "items", "subtotal", "tax", "method", "discounts", "created", "carousel", "card", "tap", "buttons",
        "after", "repeats", "tries", "retry_from", "otherwise",
    ])
}
