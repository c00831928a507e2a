import FlowCompiler
import FlowModel
import Foundation
import Testing

/// The pages describe the keys that the compiler knows, and no others.
@Suite struct KeyReferenceTests {
    @Test(arguments: KeyReference.all)
    func `a table of a page lists the keys of its place`(_ reference: KeyReference) throws {
        let table = try #require(DocumentTable.all.first(where: reference.describes), "no table begins like this")
        let written = Set(table.rows.flatMap { $0[0].code })
        #expect(written.symmetricDifference(reference.keys).sorted() == [])
    }

    @Test func `every table of keys is one of these`() {
        for table in DocumentTable.all where table.head[0].hasPrefix("key") {
            #expect(KeyReference.all.contains { $0.describes(table) }, "\(table.page): \(table.section): \(table.head)")
        }
    }

    @Test func `the table of cards lists the keys of each kind`() throws {
        let table = try #require(DocumentTable.all.first { $0.head[0] == "card" })
        let usual = CardTemplate.Kind.allCases.map { names(.cardOf($0)) }.reduce(names(.card)) { $0.intersection($1) }
        #expect(table.rows.flatMap { $0[0].code.prefix(1) } == CardTemplate.Kind.allCases.map(\.rawValue))
        for row in table.rows {
            let kind = try #require(row[0].code.first.flatMap { CardTemplate.Kind(rawValue: $0) })
            let own = names(.cardOf(kind)).subtracting(usual).subtracting([kind.rawValue])
            #expect(own.subtracting(row[1].code).sorted() == [], "\(kind)")
            #expect(Set(row[1].code).subtracting(names(.cardOf(kind))).sorted() == [], "\(kind)")
        }
    }

    @Test func `the tables of typed answers list the keys of their blocks`() throws {
        let fields = try #require(DocumentTable.all.first { $0.head[0] == "key of a field" })
        let kinds = try #require(DocumentTable.all.first { $0.head == ["kind", "words", "in a block"] })
        let field = Set(fields.rows.flatMap { $0[0].code })
        let places: [String: KeyPlace] = ["number": .number, "money": .money, "date": .date]
        #expect(kinds.rows.flatMap { $0[0].code }.sorted() == places.keys.sorted())
        for row in kinds.rows {
            let place = try #require(row[0].code.first.flatMap { places[$0] })
            let keys = place.table.keys.map(\.name).filter { !field.contains($0) }
            #expect(Array(row[2].code.prefix(keys.count)) == keys, "\(place)")
        }
        #expect(field.isSubset(of: names(.text).union(names(.date))))
    }

    @Test func `every key of a flow stands on the page of the language`() {
        let words = Set(DocumentPage.language.words)
        let isElsewhere: (KeyPlace) -> Bool = { place in
            KeyPlace.files.contains(place) && ![.flow, .bot, .translation].contains(place)
        }
        var places: [KeyPlace] = [.flow, .bot, .translation]
        var next = 0
        while next < places.count {
            let table = places[next].table
            for key in table.keys {
                #expect(words.contains(key.name), "`\(key.name)` of \(table.title)")
            }
            let forms = table.keys.flatMap(\.forms) + (table.chosen?.forms ?? [])
            places += Set(forms.flatMap(\.places)).filter { !places.contains($0) && !isElsewhere($0) }
            next += 1
        }
        #expect(places.count > 40)
    }

    private func names(_ place: KeyPlace) -> Set<String> { Set(place.table.keys.map(\.name)) }
}

/// The keys that a table of a page should list in its first column.
struct KeyReference: Sendable, CustomTestStringConvertible {
    let page: String
    let section: String
    /// The first cells of the table, and the first key in it where that is not enough.
    let head: String
    let first: String
    let keys: Set<String>

    var testDescription: String { "\(page): \(section): \(head): \(first)" }

    func describes(_ table: DocumentTable) -> Bool {
        table.page == page && table.section == section && table.head[0] == head
            && table.rows.lazy.compactMap(\.[0].code.first).first == first
    }

    private init(
        _ page: String, _ section: String, _ head: String, _ first: String, _ places: [KeyPlace],
        where isListed: (LanguageKey) -> Bool = { _ in true }
    ) {
        self.page = page
        self.section = section
        self.head = head
        self.first = first
        keys = Set(places.flatMap(\.table.keys).filter(isListed).map(\.name))
    }

    static let all = [
        KeyReference("Language", "Asking", "key of an answer", "label", [.answer, .section]),
        KeyReference("Language", "Asking", "key of the step", "as", [.step]) {
            $0.goesWith == ["answers"] || $0.name == "exact"
        },
        KeyReference("Language", "Asking", "key of a rule", "every", [.timesRule]),
        KeyReference("Language", "Asking", "key of a page", "ask", [.page]),
        KeyReference("Language", "Asking", "key of the step", "form", [.step]) { key in
            key.goesWith == ["form"] || ["form", "if_cancelled"].contains(key.name)
        },
        KeyReference("Language", "Asking", "key of a field", "label", [.text, .date]) { key in
            !["kind", "at_least", "at_most", "matches", "any_case", "from", "to", "preset"].contains(key.name)
        },
        KeyReference("Language", "Asking", "kind", "number", [.step]) {
            ["number", "money", "date"].contains($0.name)
        },
        KeyReference("Language", "Asking", "kind", "photo", [.step]) { ["photo", "file", "place"].contains($0.name) },
        KeyReference("Language", "Paying, signing in, and apps", "key", "pay", [.step]) { key in
            key.goesWith == ["pay"] || ["pay", "poll"].contains(key.name)
        },
        KeyReference("Language", "Running other flows", "key", "run", [.step, .flow]) { key in
            ["run", "using", "then", "if_failed", "needs", "gives"].contains(key.name)
        },
        KeyReference("Language", "Exits", "exit", "if_empty", [.step]) { key in
            key.name.hasPrefix("if_") && key.goesWith.isEmpty && KeyPlace.flow.table[key.name] == nil
        },
        KeyReference("Language", "Keeping results", "key of a table", "fields", [.resultTable]),
        KeyReference("Language", "Events from outside", "key of an event", "fields", [.event]),
        KeyReference("Language", "bot.yaml", "key", "bot", [.bot]),
        KeyReference("Actions", "Actions: what flows may call", "key", "hosts", [.actionsFile, .action]),
        KeyReference("Services", "Sign-in: `sign_in`", "key", "discovery", [.provider]),
        KeyReference("Services", "Merchants: `merchants`", "key", "identifier", [.merchant]),
        KeyReference("Services", "Apps: `apps`", "key", "bid", [.app]),
        KeyReference("Services", "Custom cards: `cards`", "key", "type", [.customCard]),
    ]
}

/// A page of `Docs`.
struct DocumentPage {
    let name: String
    let lines: [String]

    static let language = DocumentPage("Language")

    init(_ name: String) {
        self.name = name
        let file = Fixtures.folder.appending(path: "../../Docs/\(name).md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The keys in its texts and its examples.
    var words: [String] {
        var isExample = false
        return lines.flatMap { line -> [String] in
            if line.hasPrefix("```") { isExample = line != "```" && !isExample }
            guard isExample else { return line.code }
            let key = line.drop { $0 == " " || $0 == "-" }.prefix { $0 != ":" }
            return [String(key)]
        }
    }
}

/// A table of a page.
struct DocumentTable: Sendable {
    let page: String
    /// The heading above it.
    let section: String
    let head: [String]
    var rows: [[String]] = []

    static let all: [DocumentTable] = ["Language", "Actions", "Services"].flatMap { tables(of: DocumentPage($0)) }

    private static func tables(of page: DocumentPage) -> [DocumentTable] {
        var tables: [DocumentTable] = []
        var section = ""
        var isInTable = false
        for line in page.lines {
            if line.hasPrefix("#") { section = String(line.drop { $0 == "#" || $0 == " " }) }
            guard line.hasPrefix("|") else {
                isInTable = false
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingPrefix(while: \.isWhitespace).trimmed }
            if !isInTable {
                tables.append(DocumentTable(page: page.name, section: section, head: cells))
            } else if !cells[0].hasPrefix("---") {
                tables[tables.count - 1].rows.append(cells)
            }
            isInTable = true
        }
        return tables
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The words in backticks, each up to its colon: `several: yes` is the key `several`.
    fileprivate var code: [String] {
        split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }
            .map { String($0.element.prefix { $0 != ":" }) }
    }
}
