import Channels
import Testing

/// Tapbacks arrive as texts. They must never answer a question, and a customer's text must never be taken for one.
@Suite struct TapbackTests {
    @Test(arguments: [
        "Loved an image", "Disliked an image", "Laughed at a movie", "Liked an attachment",
        "Loved 1 Business Message", "Liked 12 Business Messages", "Questioned a Business Message",
        "Reacted ❤️ to an image", "Reacted 🤔 to 1 Business Message", "Le encantó una imagen", "A adoré une image",
    ])
    func `a reaction to what cannot be quoted is passed over`(_ text: String) async throws {
        #expect(try await Post.text(text).arrival().content == .passing("a tapback"))
    }

    @Test(arguments: [
        ("Liked “See you then”", "See you then"), ("Disliked “See you then”", "See you then"),
        ("Laughed at “See you then”", "See you then"), ("Emphasized “See you then”", "See you then"),
        ("Emphasised “See you then”", "See you then"), ("Questioned “See you then”", "See you then"),
        ("Liked \"See you then\"", "See you then"), ("Loved \"Blue\"", "Blue"),
        ("Liked “We have “Blue” and “Red””", "We have “Blue” and “Red”"),
        ("Liked “See you at the…”", "See you at the…"), ("Liked “One line\nand another”", "One line\nand another"),
        ("Reacted 🎉 to “See you then”", "See you then"), ("Reacted 👍🏽 to “See you then”", "See you then"),
        ("Reacted with a sticker to “See you then”", "See you then"),
        ("Removed a heart from “See you then”", "See you then"), ("Removed 😂 from “See you then”", "See you then"),
        ("Gefällt „Bis dann“", "Bis dann"), ("A adoré « à demain »", " à demain "),
        ("N’a pas aimé « à demain »", " à demain "), ("N'a pas aimé «\u{A0}à demain\u{A0}»", "\u{A0}à demain\u{A0}"),
        ("A réagi avec 🔥 à « à demain »", " à demain "), ("Le gustó “Hasta luego”", "Hasta luego"),
        ("Reaccionó con 😂 a “Hasta luego”", "Hasta luego"), ("Ha reagito con 👍 a “A domani”", "A domani"),
        ("Reagiu com 👍 a “Até logo”", "Até logo"), ("Reagierte mit ❤️ auf „Bis dann“", "Bis dann"),
        ("Reageerde met 👍 op ‘Tot straks’", "Tot straks"), ("👍 「では後ほど」", "では後ほど"),
    ])
    func `a reaction that quotes is one if that was sent`(_ text: String, _ quoted: String) async throws {
        #expect(try await Post.text(text).arrival().content == .reaction(words: text, quoting: quoted))
    }

    @Test(arguments: [
        "Liked it", "Liked it a lot", "Loved the blue one", "Loved Blue", "Liked", "Liked “", "Liked “”",
        "Loved “Blue” best", "I liked “See you then”", "liked “See you then”", "“Blue”", "Blue",
        "Reacted well to “your plan”", "Reacted 5 to “your plan”", "Reacted 🎉", "Removed a wheel from “my bike”",
        "Removed it", "Liked an imagination", "Loved my Business Message", "Loved Business Message",
        "Questioned everything", "Laughed at an image of you", "J'ai adoré « le film »", "A aimé ça",
        "Gefällt mir", "Le gustó mucho", "Dislikes “Blue”", "", "What do you mean by “See you then”", "🎉 at last",
        "🎉“See you then”", "I wrote you so many words and then 🎉 before “See you then”",
    ])
    func `what a customer types is heard`(_ text: String) async throws {
        #expect(try await Post.text(text).heardText() == text)
    }
}
