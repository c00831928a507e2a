import Expressions
import Testing

/// Typed times: which of the offered ones they fit. Today is Monday, 2 March 2026.
@Suite struct TypedTimeTests {
    private static let today = CalendarDate(year: 2026, month: 3, day: 2)
    private static let slots = [
        "2026-03-02 16:00", "2026-03-03 09:00", "2026-03-03 10:30", "2026-03-03 15:00", "2026-03-09 10:30",
        "2026-03-10 10:30",
    ]

    @Test(arguments: [
        ("tomorrow morning", "en", [1, 2]), ("tomorrow", "en", [1, 2, 3]), ("today", "en", [0]),
        ("Monday at 10:30", "en", [4]), ("monday 10.30", "en", [4]), ("on Tuesday at half past ten", "en", [2, 5]),
        ("tomorrow at 3 pm", "en", [3]), ("tomorrow at three", "en", [3]), ("tomorrow after 10", "en", [2, 3]),
        ("next Monday", "en", [0, 4]), ("next week", "en", [4, 5]), ("10 March at 10:30", "en", [5]),
        ("10:30 on the 10th of March", "en", [5]), ("the afternoon", "en", [0, 3]), ("4pm", "en", [0]),
        ("ten thirty tomorrow", "en", [2]), ("3 March, 9 o'clock please", "en", [1]),
        ("tomorrow before noon", "en", [1, 2]),
        ("quarter past ten", "en", []), ("morgen früh", "de", [1, 2]), ("Montag morgen", "de", [4]),
        ("morgen um halb elf", "de", [2]), ("Dienstag 9 Uhr", "de", [1]), ("am 10.3. um 10:30", "de", [5]),
        ("morgen um 15 Uhr", "de", [3]), ("nächste Woche", "de", [4, 5]), ("heute Nachmittag", "de", [0]),
        ("demain matin", "fr", [1, 2]), ("mardi à 10h30", "fr", [2, 5]), ("demain à dix heures et demie", "fr", [2]),
        ("demain après-midi", "fr", [3]), ("mañana por la mañana", "es", [1, 2]), ("el lunes a las 10:30", "es", [4]),
        ("mañana a las diez y media", "es", [2]), ("mañana por la tarde", "es", [3]), ("明日の午前", "ja", [1, 2]),
        ("明日10時半", "ja", [2]), ("3月10日の10時30分", "ja", [5]), ("月曜日10:30", "ja", [4]), ("明日の午後3時", "ja", [3]),
        ("غدا صباحا", "ar", [1, 2]), ("غدا الساعة التاسعة", "ar", [1]), ("domani alle 10:30", "it", [2]),
        ("amanhã de manhã", "pt", [1, 2]), ("terça", "pt", [1, 2, 3, 5]), ("demain dans la matinée", "fr", [1, 2]),
        ("morgen om half elf", "nl", [2]),
    ])
    func `a typed time fits some of the slots`(text: String, language: String, places: [Int]) throws {
        let today = try #require(Self.today)
        let readings = TypedWords(language: language, region: .unknown).times(text, today: today)
        let fitting = try Self.slots.indices.filter { index in
            let parts = Self.slots[index].split(separator: " ")
            let digits = parts[1].split(separator: ":").compactMap { Int($0) }
            let date = try #require(CalendarDate(iso: String(parts[0])))
            let time = try #require(TimeOfDay(hour: digits[0], minute: digits[1]))
            return readings.contains { $0.fits(date, time) }
        }
        #expect(fitting == places)
    }

    /// Words that were added later do not change how a conversation of before is played again.
    @Test(arguments: [
        ("any time tomorrow", "en"), ("irgendwann morgen", "de"), ("demain dans la matinée", "fr"), ("terça", "pt"),
    ])
    func `under the rules of before, later words are none`(text: String, language: String) throws {
        let (today, tomorrow) = (try #require(Self.today), try #require(CalendarDate(iso: "2026-03-03")))
        let time = try #require(TimeOfDay(hour: 10, minute: 30))
        let words = TypedWords(language: language, region: .unknown)
        #expect(words.times(text, today: today).contains { $0.fits(tomorrow, time) })
        var before = words
        before.readsMoreDays = false
        #expect(!before.times(text, today: today).contains { $0.fits(tomorrow, time) })
    }

    @Test func `a text of many dates is not read as a time`() throws {
        let words = TypedWords(language: "en", region: .unknown)
        let text = String(repeating: "the 5th or ", count: 900)
        #expect(words.times(text, today: try #require(Self.today)).isEmpty)
    }

    @Test(arguments: [
        ("second", "en", 1), ("the last time", "en", 5), ("on the fifth", "en", nil), ("am fünften", "de", nil),
        ("segunda", "pt", nil), ("最初", "ja", 0), ("最初の時間で", "ja", 0), ("最初以外", "ja", nil), ("最初の金曜日", "ja", nil),
        ("最後の週", "ja", nil), ("一番早い時間で", "ja", 0),
    ])
    func `a place among times is one only when nothing else is said`(text: String, language: String, place: Int?) {
        #expect(TypedWords(language: language, region: .unknown).place(text, of: 6) == place)
    }

    @Test(arguments: [
        ("3", "en"), ("hello", "en"), ("not tomorrow", "en"), ("tomorrow or Friday", "en"), ("tomorrow at 25", "en"),
        ("in a while", "en"), ("tomorrow with my brother", "en"), ("", "en"), ("nicht morgen", "de"),
        ("dans 3", "fr"), ("dans 10 heures", "fr"), ("nel 10", "it"),
    ])
    func `other words are no time`(text: String, language: String) throws {
        let readings = TypedWords(language: language, region: .unknown).times(text, today: try #require(Self.today))
        #expect(
            readings.allSatisfy { reading in
                Self.slots.allSatisfy { slot in
                    !reading.fits(CalendarDate(iso: String(slot.prefix(10)))!, TimeOfDay(hour: 10, minute: 30)!)
                }
            })
    }
}
