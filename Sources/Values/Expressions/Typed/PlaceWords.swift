/// A language's words for a place among times: `the earliest`, `as soon as possible`, `the next appointment`.
struct PlaceWords: Sendable {
    /// Words for the earliest time.
    private let earliest: Set<String>
    /// Words for it beside a word for a time: `next` alone may mean other times.
    private let nearest: Set<String>
    /// Words for a time that is offered.
    private let times: Set<String>
    /// Several words for the earliest time, without those that say nothing.
    private let phrases: Set<[String]>
    private let fillers: Set<String>
    /// Words beside which a number is that of a day: `on the fifth`, `am fünften`.
    private let ofDays: Set<String>
    private let common: CommonWords

    static func of(_ language: String) -> PlaceWords? { known[language] }

    private init(
        _ language: String, earliest: String, nearest: String, times: String, phrases: [String], ofDays: String = ""
    ) {
        let words = { (text: String) in TextWords(text, language: language).words }
        self.earliest = Set(words(earliest))
        self.nearest = Set(words(nearest))
        self.times = Set(words(times))
        let common = CommonWords.of(language)
        self.phrases = Set(phrases.map { words($0).filter { !common.fillers.contains($0) } })
        fillers = common.fillers
        self.ofDays = Set(words(ofDays))
        self.common = common
    }

    /// The index that the words of a text name among so many times.
    func place(_ all: [String], of count: Int) -> Int? {
        let words = all.filter { !fillers.contains($0) }
        let rest = words.filter { !times.contains($0) }
        if phrases.contains(words) || phrases.contains(rest) { return 0 }
        guard rest.count == 1 else { return nil }
        if common.last.contains(rest[0]) { return count - 1 }
        if earliest.contains(rest[0]) || nearest.contains(rest[0]) && words.count > 1 { return 0 }
        guard ofDays.isDisjoint(with: all) else { return nil }
        return common.ordinals[rest[0]].flatMap { $0 < count ? $0 : nil }
    }

    private static let known: [String: PlaceWords] = [
        "en": PlaceWords(
            "en", earliest: "earliest soonest asap", nearest: "next",
            times: "time slot appointment available free possible",
            phrases: ["as soon as possible", "soon as possible", "as early as possible", "asap"], ofDays: "on"),
        "de": PlaceWords(
            "de",
            earliest: """
                früheste frühesten frühester frühestes frühestmöglich frühestmögliche frühestmöglichen schnellstmöglich
                baldmöglichst
                """,
            nearest: "nächste nächsten nächster nächstes nächstmögliche nächstmöglichen",
            times: "termin zeit uhrzeit freie freien freier freies mögliche möglichen möglicher",
            phrases: [
                "so bald wie möglich", "so schnell wie möglich", "so früh wie möglich", "möglichst bald",
                "möglichst früh",
                "möglichst schnell",
            ], ofDays: "am zum"),
        "fr": PlaceWords(
            "fr", earliest: "", nearest: "prochain prochaine",
            times: "créneau rendez vous rdv heure horaire disponible libre",
            phrases: ["le plus tôt possible", "au plus vite", "le plus vite possible", "dès que possible"]),
        "es": PlaceWords(
            "es", earliest: "", nearest: "próximo próxima", times: "hora cita hueco turno disponible libre",
            phrases: ["lo antes posible", "cuanto antes", "lo más pronto posible"]),
        "ar": PlaceWords("ar", earliest: "", nearest: "اقرب أقرب", times: "موعد وقت ممكن متاح", phrases: []),
        "it": PlaceWords(
            "it", earliest: "", nearest: "prossimo prossima", times: "orario ora appuntamento disponibile libero",
            phrases: ["il prima possibile", "il più presto possibile", "appena possibile"]),
        "pt": PlaceWords(
            "pt", earliest: "", nearest: "próximo próxima", times: "horário hora consulta vaga disponível livre",
            phrases: ["o mais cedo possível", "quanto antes", "o mais rápido possível", "assim que possível"]),
        "nl": PlaceWords(
            "nl", earliest: "vroegste eerstvolgende", nearest: "volgende",
            times: "tijd afspraak vrije beschikbare moment",
            phrases: ["zo snel mogelijk", "zo vroeg mogelijk"]),
    ]
}

extension TypedWords {
    /// The place that a text names among times: `the first one`, `the last appointment`, `as soon as possible`.
    ///
    /// - Returns: an index below `count`; `nil` for any other text.
    public func place(_ text: String, of count: Int) -> Int? {
        guard count > 0 else { return nil }
        // The Portuguese `segunda` is Monday as well.
        let day = normal(text).trimmingSpaces(andFinal: ".")
        if WeekWords.of(language).meaning(of: day, DateWords.of(language)) != nil { return nil }
        let words = TextWords(text, language: language)
        if language == "ja" {
            // Every word has to belong to the place: `最初以外` is everything but the first.
            return Self.places.first { place in
                let word = TextWords.normal(place.word, language)
                return Self.behindPlaces.contains { words.joined == word + TextWords.normal($0, language) }
            }.map { $0.isLast ? count - 1 : 0 }
        }
        return PlaceWords.of(language)?.place(words.words, of: count)
    }

    private static let behindPlaces = [
        "", "で", "に", "の", "時間", "時間で", "の時間", "の時間で", "の枠", "の予約", "く", "くに", "め", "めに", "めで", "い時間", "い時間で",
        "でお願いします", "の時間でお願いします", "くお願いします", "がいいです", "の時間がいいです", "です",
    ]

    private static let places: [(word: String, isLast: Bool)] = [
        ("最初", false), ("一番早い", false), ("いちばん早い", false), ("最短", false), ("なるべく早", false), ("できるだけ早", false),
        ("最後", true), ("一番遅い", true),
    ]
}
