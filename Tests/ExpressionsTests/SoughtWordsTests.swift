import Expressions
import Testing

/// Words inside free text: whole words, in which case, accents and the endings of a plural make no difference.
@Suite struct SoughtWordsTests {
    @Test(arguments: [
        ("poison", "en", "He ate POISON!"), ("poison", "en", "two poisons"), ("poisons", "en", "poison."),
        ("injury", "en", "old injuries"), ("knife", "en", "Knives"), ("box", "en", "boxes"),
        ("cannot breathe", "en", "She cannot, breathe"), ("can't breathe", "en", "I can’t breathe"),
        ("bleed*", "en", "it is bleeding"), ("bleed*", "en", "bleed"), ("24", "en", "open 24 hours"),
        ("Wunde", "de", "Er hat Wunden"), ("Zahn", "de", "die Zähne"), ("vergiftet", "de", "VERGIFTET?"),
        ("Übelkeit", "de", "Uebelkeit"), ("Gift", "de", "Gifte"), ("Straße", "de", "in der Strasse"),
        ("animal", "fr", "deux animaux"), ("blessé", "fr", "il est blesse"), ("veneno", "es", "venenos"),
        ("luz", "es", "las luces"), ("urgência", "pt", "urgencia"), ("出血", "ja", "犬が出血しています"),
        ("どく", "ja", "どくを食べた"), ("سم", "ar", "أكل السم"), ("طبيب", "ar", "الطبيب"),
    ])
    func `words stand in a text`(words: String, language: String, text: String) throws {
        let sought = try #require(SoughtWords(words, language: language))
        #expect(sought.stand(in: TextWords(text, language: language)))
    }

    @Test(arguments: [
        ("bleed", "en", "bleeding"), ("as", "en", "a"), ("cat", "en", "education"), ("ate poison", "en", "poison ate"),
        ("poison", "ja", "poisons"), ("か", "ja", "が"), ("cannot breathe", "en", "I cannot see him breathe"),
        ("x", "en", ""),
    ])
    func `words do not stand in a text`(words: String, language: String, text: String) throws {
        let sought = try #require(SoughtWords(words, language: language))
        #expect(!sought.stand(in: TextWords(text, language: language)))
    }

    @Test func `signs alone are no words`() { #expect(SoughtWords("?!", language: "en") == nil) }
}
