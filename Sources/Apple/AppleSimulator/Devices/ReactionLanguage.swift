/// The words of tapbacks in one language, as recorded by programs that parse them. Apple publishes no list; for a
/// language without a record, or with a gap in it, the simulator writes English.
struct ReactionLanguage {
    private let verbs: [Reaction: String]
    /// The text for emoji reactions, with `{}` for the emoji.
    private let emoji: String?
    private let quotes: (String, String)
    private let image: String

    /// Selects the language of a locale if it has a word for `reaction`.
    init(_ locale: String?, knowing reaction: Reaction) {
        let language = Self.all[String(locale?.prefix(2) ?? "en").lowercased()]
        self = if let language, language.knows(reaction) { language } else { .english }
    }

    private init(
        _ verbs: [Reaction: String], emoji: String? = nil, quotes: (String, String), image: String = "an image"
    ) {
        (self.verbs, self.emoji, self.quotes, self.image) = (verbs, emoji, quotes, image)
    }

    private static let english = ReactionLanguage(
        [
            .loved: "Loved", .liked: "Liked", .disliked: "Disliked", .laughed: "Laughed at",
            .emphasized: "Emphasized", .questioned: "Questioned",
        ], emoji: "Reacted {} to", quotes: ("“", "”"))

    private static let all: [String: ReactionLanguage] = [
        "en": english,
        "de": ReactionLanguage([.liked: "Gefällt", .disliked: "Gefällt nicht"], quotes: ("„", "“")),
        "fr": ReactionLanguage(
            [
                .loved: "A adoré", .liked: "A aimé", .disliked: "N’a pas aimé", .laughed: "A ri de",
                .emphasized: "A mis en évidence", .questioned: "A posé une question sur",
            ], emoji: "A réagi avec {} à", quotes: ("«", "»"), image: "une image"),
        "es": ReactionLanguage(
            [
                .loved: "Le encantó", .liked: "Le gustó", .disliked: "No le gustó", .laughed: "Se rió de",
                .emphasized: "Enfatizó", .questioned: "Dudó sobre",
            ], emoji: "Reaccionó con {} a", quotes: ("“", "”"), image: "una imagen"),
    ]

    private func knows(_ reaction: Reaction) -> Bool {
        if case .emoji = reaction { emoji != nil } else { verbs[reaction] != nil }
    }

    func words(for reaction: Reaction) -> String {
        if case .emoji(let sign) = reaction { return (emoji ?? "").replacing("{}", with: sign) }
        return verbs[reaction] ?? ""
    }

    /// Returns the name of the message in the reaction: the text itself, or the kind of message.
    func name(of entry: TranscriptEntry) -> String {
        if let file = entry.files.first {
            return switch file.mimeType.split(separator: "/").first {
            case "image": image
            case "video": "a movie"
            case "audio": "an audio message"
            default: "an attachment"
            }
        }
        guard case .received(.text(let said)) = entry.content else { return "1 Business Message" }
        return quotes.0 + said + quotes.1
    }
}
