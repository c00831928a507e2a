import Expressions
import Testing

/// What a typed text means among offered answers.
@Suite struct OfferedLabelsTests {
    private static let services = ["Puncture", "Brakes", "Full service", "Quick service"]

    @Test(arguments: [
        ("the full service, please", "Full service", true), ("I'd like brakes", "Brakes", true),
        ("brake", "Brakes", true),
        ("full", "Full service", false), ("the quick one", "Quick service", false), ("punture", "Puncture", false),
        ("Pucnture", "Puncture", false), ("fulll service", "Full service", false), ("the second one", "Brakes", false),
        ("two", "Brakes", false), ("last", "Quick service", false), ("PUNCTURES!", "Puncture", true),
    ])
    func `one answer is meant`(text: String, label: String, isWhole: Bool) {
        expect(text, Self.services, means: [label], isWhole: isWhole)
    }

    @Test func `several answers are meant by a part that they share`() {
        expect("service", Self.services, means: ["Full service", "Quick service"], isWhole: false)
    }

    @Test(arguments: [
        "no", "not the brakes", "brakes and lights", "please", "", "?", "ful", "service for my car", "the ninth", "42",
    ])
    func `what says more or less than an answer means none`(text: String) {
        expect(text, Self.services, means: [], isWhole: false)
    }

    @Test func `the exact word hides answers that only look alike`() {
        expect("right", ["Light", "Right"], means: ["Right"], isWhole: true)
        expect("red", ["Red wine", "Red"], means: ["Red"], isWhole: true)
        expect("the red wine", ["Red wine", "Red"], means: ["Red wine"], isWhole: true)
    }

    @Test func `numbers are the same in digits and in words, and never slips`() {
        expect("two", ["2 people", "3 people"], means: ["2 people"], isWhole: false)
        expect("3 people", ["Two people", "Three people"], means: ["Three people"], isWhole: true)
        expect("one litre", ["Two litres", "One litre"], means: ["One litre"], isWhole: true)
        expect("one", ["Two litres", "One litre"], means: ["One litre"], isWhole: false)
        expect("four", ["2 people", "3 people"], means: [], isWhole: false)
        expect("room 1012", ["Room 1011", "Room 1013"], means: [], isWhole: false)
    }

    @Test(arguments: [
        ("yeah", "en", ["Yes please", "No thanks"], "Yes please"),
        ("nope", "en", ["Yes please", "No thanks"], "No thanks"),
        ("klar", "de", ["Ja, bitte", "Nein"], "Ja, bitte"), ("ouais", "fr", ["Oui", "Non"], "Oui"),
        ("vale", "es", ["Sí", "No"], "Sí"), ("うん", "ja", ["はい", "いいえ"], "はい"), ("ايوه", "ar", ["نعم", "لا"], "نعم"),
        ("den grünen", "de", ["Grün", "Rot"], "Grün"), ("gruen", "de", ["Grün", "Rot"], "Grün"),
        ("die volle Wartung bitte", "de", ["Volle Wartung", "Bremsen"], "Volle Wartung"),
        ("la rouge s'il vous plaît", "fr", ["Rouge", "Bleue"], "Rouge"),
        ("la segunda", "es", ["Roja", "Azul"], "Azul"),
        ("フルでお願いします", "ja", ["フルサービス", "パンク"], "フルサービス"), ("الثاني", "ar", ["احمر", "ازرق"], "ازرق"),
    ])
    func `every language has its words`(text: String, language: String, labels: [String], label: String) {
        let meaning = OfferedLabels(labels.map { [.init($0, language: language)] }).meaning(of: text)
        #expect(meaning.places.map { labels[$0] } == [label])
    }

    @Test(arguments: [
        ("die zweite", "de", ["Impfung", "Zahnkontrolle", "Ich meine ein anderes Tier"], "Zahnkontrolle"),
        ("zwei", "de", ["Impfung", "Zahnkontrolle", "Ich meine ein anderes Tier"], "Zahnkontrolle"),
        ("eins", "de", ["Impfung", "Ich meine ein anderes Tier"], "Impfung"),
        ("la deuxième", "fr", ["Un vaccin", "Une radio"], "Une radio"),
        ("radio", "fr", ["Un vaccin", "Une radio"], "Une radio"),
        ("la segunda", "es", ["Una vacuna", "Otra cosa"], "Otra cosa"),
        ("twee", "nl", ["Een prik", "Iets anders"], "Iets anders"),
        ("ein Vogel", "de", ["Ein Hund", "Ein Vogel"], "Ein Vogel"), ("these", "en", ["These", "Those"], "These"),
    ])
    func `an article in a label is no number`(text: String, language: String, labels: [String], label: String) {
        let meaning = OfferedLabels(labels.map { [.init($0, language: language)] }).meaning(of: text)
        #expect(meaning.places.map { labels[$0] } == [label])
    }

    @Test func `under the rules of before it is one`() {
        let labels = ["Impfung", "Zahnkontrolle", "Ich meine ein anderes Tier"].map {
            OfferedLabels.Label($0, language: "de")
        }
        #expect(OfferedLabels(labels.map { [$0] }, rules: .first).meaning(of: "zwei").places == [])
    }

    @Test(arguments: [
        ("I need a vaccination", "en", 0), ("can I have a vaccination?", "en", 0),
        ("it's about a vaccination", "en", 0),
        ("vaccination pls", "en", 0), ("number two", "en", 1), ("Hello, I need teeth", "en", 1), ("no. 2", "en", nil),
        ("I need two", "en", nil),
        ("I need a plumber", "en", nil), ("I need", "en", nil), ("can I have a", "en", nil),
    ])
    func `words with which people ask for something say nothing`(text: String, language: String, place: Int?) {
        let labels = ["Vaccination", "Teeth", "Something else"].map { [OfferedLabels.Label($0, language: language)] }
        #expect(OfferedLabels(labels).meaning(of: text).places == [place].compactMap { $0 }, "\(text)")
        #expect(!OfferedLabels(labels).meaning(of: text).isWhole, "who asks has not chosen yet")
        #expect(OfferedLabels(labels, rules: .second).meaning(of: text).places == [])
    }

    @Test(arguments: [
        ("ich brauche eine Impfung", "de", ["Impfung", "Zähne"], 0),
        ("es geht um die Zähne", "de", ["Impfung", "Zähne"], 1),
        ("Nummer zwei", "de", ["Impfung", "Zähne"], 1), ("j'ai besoin d'un vaccin", "fr", ["Vaccin", "Dents"], 0),
        ("il s'agit des dents", "fr", ["Vaccin", "Dents"], 1), ("numéro deux", "fr", ["Vaccin", "Dents"], 1),
        ("necesito una vacuna", "es", ["Vacuna", "Dientes"], 0), ("número dos", "es", ["Vacuna", "Dientes"], 1),
        ("ho bisogno di un vaccino", "it", ["Vaccino", "Denti"], 0),
        ("preciso de uma vacina", "pt", ["Vacina", "Dentes"], 0),
        ("ik heb een vaccinatie nodig", "nl", ["Vaccinatie", "Tanden"], 0),
        ("nummer twee", "nl", ["Vaccinatie", "Tanden"], 1),
        ("予防接種が必要です", "ja", ["予防接種", "歯"], 0), ("二番目", "ja", ["予防接種", "歯"], 1),
        ("احتاج تطعيم", "ar", ["تطعيم", "اسنان"], 0), ("رقم اثنين", "ar", ["تطعيم", "اسنان"], 1),
    ])
    func `every language asks in its own words`(text: String, language: String, labels: [String], place: Int) {
        let meaning = OfferedLabels(labels.map { [.init($0, language: language)] }).meaning(of: text)
        #expect(meaning.places == [place], "\(language): \(text)")
    }

    @Test func `polite words in labels count`() {
        expect("about us", ["About us", "Can you help us?"], means: ["About us"], isWhole: true)
        expect("number", ["A number", "A name"], means: ["A number"], isWhole: true)
    }

    @Test func `answers without places have none`() {
        let labels = OfferedLabels(
            [[.init("Later", language: "en")], [.init("None", language: "en")]],
            rules: OfferedLabels.Rules.newest.withoutPlaces)
        #expect(labels.meaning(of: "the second").places == [])
        #expect(labels.meaning(of: "none of them").places == [1])
    }

    @Test func `the label of the flow counts as well as the one that is shown`() {
        let labels = OfferedLabels([
            [.init("Rot", language: "de"), .init("Red", language: "en")],
            [.init("Blau", language: "de"), .init("Blue", language: "en")],
        ])
        #expect(labels.meaning(of: "the blue one").places == [1])
        #expect(labels.meaning(of: "blauu").places == [1])
    }

    private func expect(
        _ text: String, _ labels: [String], means wanted: [String], isWhole: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let meaning = OfferedLabels(labels.map { [.init($0, language: "en")] }).meaning(of: text)
        #expect(meaning.places.map { labels[$0] } == wanted, sourceLocation: sourceLocation)
        #expect(meaning.isWhole == isWhole, sourceLocation: sourceLocation)
    }
}
