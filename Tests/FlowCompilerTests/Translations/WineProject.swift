import Diagnostics
import Expressions
import FlowCompiler

/// A project with texts of every kind, and its translations.
enum WineProject {
    static let bot = """
        bot: Cellar
        zone: Europe/Berlin
        currency: EUR
        languages: [en, de, ar]
        start: wine
        notice: You are writing with our assistant.
        anywhere:
          agent, help, support: wine/person
        people:
          cellar:
        if_silent:
          after: 10 minutes
          say: Are you still there?
          then: wine/person
        if_other: wine/person
        if_failed: wine/person
        texts:
          goodbye: Cheers!

        """

    static let wine = """
        flow: wine
        start: hello
        about: For colleagues.
        anywhere:
          list, menu please: hello
        if_other:
          say: Please choose.
          then: person
        steps:
          hello:
            say:
              - Hello!
              - "{bot.name}"
            set:
              greeting: Good day
            ask: Which wine?
            answers:
              Red: many
              White: many
          many:
            ask: Which bottle?
            as: list
            answers:
              - label: Pinot
                id: p
                note: Dry
              - section: Sweet ones
                answers:
                  - Port
                  - label: Sherry
                    note: Old
            bubble:
              title: Our bottles
            if_silent:
              after: 1 hour
              say: No hurry.
              then: person
            then: count
          count:
            ask: How many?
            number:
              kind: whole
              hint: A number
            then: visit
          visit:
            ask: When do you come?
            times:
              - 2026-03-03 10:00
              - 2026-03-04 10:00
            where: The old cellar
            then: done
          done:
            say: "{count, plural, one {One bottle} other {# bottles}} of {many} on {visit, date}."
            then: end
          person:
            say: One moment.
            note: Called from a flow.
            hand_over: cellar

        """

    /// All names of the flow, in the order of its file, with their source texts.
    static let names = [
        "anywhere.hello": "list, menu please", "if_other.say": "Please choose.", "hello.say.1": "Hello!",
        "hello.ask": "Which wine?", "hello.answers.Red": "Red", "hello.answers.White": "White",
        "many.ask": "Which bottle?", "many.answers.p": "Pinot", "many.answers.p.note": "Dry",
        "many.answers.2.section": "Sweet ones", "many.answers.Port": "Port", "many.answers.Sherry": "Sherry",
        "many.answers.Sherry.note": "Old", "many.bubble.title": "Our bottles", "many.if_silent.say": "No hurry.",
        "count.ask": "How many?", "count.number.hint": "A number", "visit.ask": "When do you come?",
        "visit.where": "The old cellar",
        "done.say": "{count, plural, one {One bottle} other {# bottles}} of {many} on {visit, date}.",
        "person.say": "One moment.",
    ]

    /// The German translation of the whole flow.
    static let german = [
        "anywhere.hello": "liste, karte", "if_other.say": "Bitte wähle.", "hello.say.1": "Hallo!",
        "hello.ask": "Welcher Wein?", "hello.answers.Red": "Rot", "hello.answers.White": "Weiß",
        "many.ask": "Welche Flasche?", "many.answers.p": "Burgunder", "many.answers.p.note": "Trocken",
        "many.answers.2.section": "Süße", "many.answers.Port": "Portwein", "many.answers.Sherry": "Jerez",
        "many.answers.Sherry.note": "Alt", "many.bubble.title": "Unsere Flaschen", "many.if_silent.say": "Keine Eile.",
        "count.ask": "Wie viele?", "count.number.hint": "Eine Zahl", "visit.ask": "Wann kommst du?",
        "visit.where": "Der alte Keller",
        "done.say": "{count, plural, one {Eine Flasche} other {# Flaschen}} {many} am {visit, date}.",
        "person.say": "Einen Moment.",
    ]

    /// Returns a translation in which every text has the fingerprint of its source.
    static func translation(
        _ texts: [String: String], of part: String = "wine", language: String = "de", sources: [String: String] = names
    ) -> String {
        let lines = texts.sorted { $0.key < $1.key }.map { name, text in
            "  \"\(name)\":\n    of: \"\(Fingerprint.of(sources[name] ?? ""))\"\n    text: '\(text)'\n"
        }
        return "translation: \(part)\nlanguage: \(language)\ntexts:\n\(lines.joined())"
    }

    static func files(_ others: [String: String] = [:]) -> ProjectFiles {
        var files = ["Flows/bot.yaml": bot, "Flows/wine.yaml": wine]
        files.merge(others) { $1 }
        return ProjectFiles(
            texts: files.keys.sorted().map { SourceFile(path: $0, text: files[$0] ?? "") }, assets: [:], version: "test"
        )
    }

    static func compile(_ others: [String: String] = [:]) -> Compilation {
        Compiler.compile(files(others), options: Fixtures.options)
    }
}

extension DiagnosticReport {
    /// The diagnostics without those that the project of wines has on purpose: a language without any translation, and
    /// a name that nothing asks for.
    var ofTranslations: [Diagnostic] {
        diagnostics.filter { ![.languageUntranslated, .nameNeverUsed].contains($0.code) }
    }
}
