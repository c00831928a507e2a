import Expressions
import Foundation
import Testing

@Suite struct NumberWordsTests {
    @Test(arguments: [
        ("twelve", "en", 12), ("Twenty-two", "en", 22), ("twenty two", "en", 22), ("a hundred and five", "en", 105),
        ("one hundred and five", "en", 105), ("two thousand", "en", 2_000), ("a dozen", "en", 12), ("zero", "en", 0),
        ("zwölf", "de", 12), ("zwoelf", "de", 12), ("zweiundzwanzig", "de", 22), ("hundertfünf", "de", 105),
        ("eine", "de", 1), ("vingt-deux", "fr", 22), ("quatre-vingt-onze", "fr", 91), ("une", "fr", 1),
        ("treinta y cinco", "es", 35), ("veintidós", "es", 22), ("veintidos", "es", 22), ("二十二", "ja", 22),
        ("三人", "ja", 3), ("اثنا عشر", "ar", 12), ("خمسة وعشرون", "ar", 25), ("خمسة وعشرين", "ar", 25),
        ("واحد", "ar", 1), ("ventidue", "it", 22), ("vinte e dois", "pt", 22), ("tweeëntwintig", "nl", 22),
    ])
    func `a number is read in words`(text: String, language: String, number: Int) {
        #expect(TypedWords(language: language, region: .unknown).numberInWords(text) == Decimal(number))
    }

    @Test(arguments: [("many", "en"), ("two or three", "en"), ("", "en"), ("zwei", "en"), ("two", "sv")])
    func `other words are no number`(text: String, language: String) {
        #expect(TypedWords(language: language, region: .unknown).numberInWords(text) == nil)
    }
}
