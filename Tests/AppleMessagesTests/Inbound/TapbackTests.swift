import Channels
import Testing

/// Tapbacks come as texts. They must never answer a question, and what a customer types must never be taken for one.
@Suite struct TapbackTests {
    @Test(arguments: [
        "Liked “See you then”", "Loved “See you then”", "Disliked “See you then”", "Laughed at “See you then”",
        "Emphasized “See you then”", "Emphasised “See you then”", "Questioned “See you then”",
        "Liked \"See you then\"", "Loved “Blue”", "Liked “We have “Blue” and “Red””", "Liked “See you at the…”",
        "Liked “One line\nand another”",
        "Loved an image", "Disliked an image", "Laughed at a movie", "Liked an attachment",
        "Loved 1 Business Message", "Liked 12 Business Messages", "Questioned a Business Message",
        "Reacted 🎉 to “See you then”", "Reacted 👍🏽 to “See you then”", "Reacted ❤️ to an image",
        "Reacted 🤔 to 1 Business Message", "Reacted with a sticker to “See you then”",
        "Removed a heart from “See you then”", "Removed an exclamation from “See you then”",
        "Removed 😂 from “See you then”",
        "Gefällt „Bis dann“", "A adoré « à demain »", "N’a pas aimé « à demain »", "N'a pas aimé « à demain »",
        "A réagi avec 🔥 à « à demain »", "Le gustó “Hasta luego”", "Reaccionó con 😂 a “Hasta luego”",
        "Le encantó una imagen",
    ])
    func `a reaction is passed over`(_ text: String) async throws {
        #expect(try await Post.text(text).arrival().content == .passing("a tapback"))
    }

    @Test(arguments: [
        "Liked it", "Liked it a lot", "Loved the blue one", "Loved Blue", "Liked", "Liked “", "Liked “”",
        "Loved \"Blue\"", "Loved “Blue” and “Red”", "Loved \"Blue\" and \"Red\"", "Loved “Blue” best",
        "I liked “See you then”", "liked “See you then”", "“Blue”", "Blue",
        "Reacted well to “your plan”", "Reacted 5 to “your plan”", "Reacted 🎉", "Removed a wheel from “my bike”",
        "Removed it", "Liked an imagination", "Loved my Business Message", "Loved Business Message",
        "Questioned everything", "Laughed at an image of you", "J'ai adoré « le film »", "A aimé ça",
        "Gefällt mir", "Le gustó mucho", "Dislikes “Blue”", "",
    ])
    func `what a customer types is heard`(_ text: String) async throws {
        #expect(try await Post.text(text).heardText() == text)
    }
}
