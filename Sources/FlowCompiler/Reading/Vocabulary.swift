/// The key words of the language.
enum Vocabulary {
    /// Keys that take the rest of their line as it is.
    static let proseKeys: Set<String> = [
        "say", "ask", "label", "note", "title", "line", "if_empty", "meanwhile", "reply", "hint", "example", "prefix",
        "alt", "section", "status", "product", "author", "artist", "brand", "button", "right", "right_note",
        "image_title", "image_note", "about", "unless",
    ]

    /// The outermost keys of a flow and of bot.yaml.
    static let fileKeys: Set<String> = [
        "flow", "start", "steps", "about", "needs", "gives", "anywhere", "if_silent", "if_other", "if_failed",
        "when_closed", "bot", "business", "zone", "currency", "languages", "notice", "entries", "hours", "people",
        "customer", "expires", "old_taps", "texts", "translation", "language",
    ]

    /// Every key of the language: in a list, `- word: …` is a block when the word is one of these, and a line of prose
    /// does not go on with one of them.
    static let keys: Set<String> = proseKeys.union(fileKeys).union([
        "address", "if_cancelled", "if_unable", "show", "set", "call", "run", "when", "hand_over", "remind", "then",
        "was", "save", "apple", "web", "bubble", "image", "size", "private", "optional", "answers", "times", "form",
        "text", "number", "money", "date", "photo", "file", "place", "sign_in", "pay", "app", "id", "each", "as",
        "several", "at_least", "at_most", "every", "in", "lasting", "days", "except", "where", "name", "latitude",
        "longitude", "radius", "intro", "summary", "kind", "matches", "keyboard", "content", "from", "to", "preset",
        "shows", "scope", "extra", "price", "pending", "total", "shipping", "contact", "billing", "recalculate",
        "track", "countries", "merchant", "data", "live", "link", "zoom", "street", "street2", "city", "area",
        "postcode", "country", "quantity", "options", "receipt", "items", "subtotal", "tax", "method", "discounts",
        "created", "carousel", "card", "tap", "buttons", "using", "if_away", "go", "after", "repeats", "tries",
        "retry_from", "otherwise",
    ])
}
