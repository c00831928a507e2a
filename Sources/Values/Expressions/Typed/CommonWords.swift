/// Words of a language that do not say which answer is meant, and words that mean yes or no.
struct CommonWords: Sendable {
    /// In the form of `TextWords`.
    let fillers: Set<String>
    /// Those that are also the number one.
    let articles: Set<String>
    /// Words that point at something.
    let pointing: Set<String>
    let yes: Set<String>
    let no: Set<String>
    /// `the first`, `the second`, and so on.
    let ordinals: [String: Int]
    let last: Set<String>
    /// In languages without spaces: what may follow or surround an answer.
    let endings: [String]

    /// The words of a language; none for languages without a table here.
    static func of(_ language: String) -> CommonWords { known[language] ?? none }

    private static let none = CommonWords("", fillers: "", yes: "", no: "", ordinals: [], last: "")

    private init(
        _ language: String, fillers: String, yes: String, no: String, ordinals: [String], last: String,
        endings: [String] = []
    ) {
        let words = { (text: String) in Set(TextWords(text, language: language).words) }
        self.fillers = words(fillers)
        articles = words(Self.articles[language] ?? "")
        pointing = words(Self.pointing[language] ?? "")
        self.yes = words(yes)
        self.no = words(no)
        self.last = words(last)
        self.ordinals = ordinals.enumerated().reduce(into: [:]) { all, item in
            for word in words(item.element) { all[word] = item.offset }
        }
        self.endings = endings.map { TextWords.normal($0, language) }
    }

    private static let articles = [
        "de": "ein eine einen einem einer eines", "fr": "un une", "es": "un una unos unas", "it": "un uno una",
        "pt": "um uma", "nl": "een",
    ]

    private static let pointing = [
        "en": "these those them", "de": "davon diese diesen dieser dieses denen", "fr": "ceux celles eux ci",
        "es": "estos estas esos esas ellos ellas", "it": "questi queste loro", "pt": "estes estas esses essas deles",
        "nl": "deze die hiervan",
    ]

    private static let known: [String: CommonWords] = [
        "en": CommonWords(
            "en",
            fillers: """
                the a an one ones option please i d id i'll would like want to take have choose my for with of it is in on
                at me that this give lets let s will go thanks thank you just
                """,
            yes: "yes yeah yep yup sure ok okay", no: "no nope nah",
            ordinals: ["first", "second", "third", "fourth", "fifth"], last: "last"),
        "de": CommonWords(
            "de",
            fillers: """
                der die das den dem des ein eine einen einem einer bitte ich möchte will würde hätte gern gerne nehme für
                mit am im zum zur in es ist mir mein meine danke mal
                """,
            yes: "ja jo jawohl klar gerne ok okay", no: "nein nö nee",
            ordinals: [
                "erste ersten erster erstes", "zweite zweiten zweiter zweites", "dritte dritten drittes",
                "vierte vierten viertes", "fünfte fünften fünftes",
            ], last: "letzte letzten letzter letztes"),
        "fr": CommonWords(
            "fr",
            fillers: """
                le la les l un une des du de d je j voudrais veux prends s il vous te plaît plait svp stp merci pour avec
                en au aux mon ma mes moi c est à
                """,
            yes: "oui ouais ok okay", no: "non",
            ordinals: ["premier première", "deuxième second seconde", "troisième", "quatrième", "cinquième"],
            last: "dernier dernière"),
        "es": CommonWords(
            "es",
            fillers: """
                el la los las un una unos unas de del por favor quiero quisiera querría gracias para con en al mi me es lo
                yo
                """,
            yes: "sí si vale claro ok", no: "no",
            ordinals: [
                "primero primera primer", "segundo segunda", "tercero tercera", "cuarto cuarta", "quinto quinta",
            ],
            last: "último última"),
        "ja": CommonWords(
            "ja", fillers: "", yes: "はい ええ うん", no: "いいえ いえ", ordinals: [], last: "",
            endings: [
                "でお願いします", "をお願いします", "お願いします", "をください", "ください", "がいいです", "がいい", "にします",
                "にする", "ですね", "です", "の方", "のほう", "の", "を", "で", "が",
            ]),
        "ar": CommonWords(
            "ar", fillers: "من فضلك لو سمحت اريد شكرا في على انا هذا هذه",
            yes: "نعم ايوه تمام", no: "لا كلا",
            ordinals: ["الاول الاولى", "الثاني الثانية", "الثالث الثالثة", "الرابع الرابعة", "الخامس الخامسة"],
            last: "الاخير الاخيرة"),
        "it": CommonWords(
            "it",
            fillers: "il lo la i gli le un uno una di del della per favore vorrei voglio grazie con in mi è l d",
            yes: "sì si ok certo", no: "no", ordinals: ["primo prima", "secondo seconda", "terzo terza"],
            last: "ultimo ultima"),
        "pt": CommonWords(
            "pt",
            fillers: "o a os as um uma de do da por favor quero queria gostaria obrigado obrigada para com em me é",
            yes: "sim ok claro", no: "não", ordinals: ["primeiro primeira", "segundo segunda", "terceiro terceira"],
            last: "último última"),
        "nl": CommonWords(
            "nl", fillers: "de het een ik wil graag alstublieft alsjeblieft voor met in op mij mijn is dank bedankt",
            yes: "ja jawel ok oké", no: "nee", ordinals: ["eerste", "tweede", "derde"], last: "laatste"),
    ]
}
