/// The keys of `bubble`.
enum BubbleTables {
    static let bubble = KeyTable(
        "`bubble`",
        always + [
            LanguageKey("size", .words(of: BubbleSize.self), about: "The size of the image.")
        ])

    static let ofApp = KeyTable(
        "the `bubble` of an app",
        always + [
            LanguageKey("right", .prose, about: "The text at the right of the title."),
            LanguageKey("right_note", .prose, about: "The text at the right of the note."),
            LanguageKey("image_title", .prose, about: "The title on the image."),
            LanguageKey("image_note", .prose, about: "The line below the title on the image."),
        ])

    private static let always = [
        LanguageKey(
            "title", .prose, about: "The title of the bubble; the question is then sent before it as a message."),
        LanguageKey("note", .prose, about: "The line below the title."),
        LanguageKey("image", .asset, about: "The picture in the bubble."),
        LanguageKey("alt", .prose, about: "A description of the image, which is read aloud."),
        LanguageKey("reply", .prose, about: "The title on the customer's side after the answer."),
    ]
}
