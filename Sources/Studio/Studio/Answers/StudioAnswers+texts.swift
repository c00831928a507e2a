import Channels
import Diagnostics
import FlowCompiler
import HTTPTypes
import JSON
import Plays

/// The texts of the flows as a table, with their translations. An answer that changes something has the new texts of
/// files; the page makes them drafts, as if they had been typed.
extension StudioAnswers {
    var aboutTexts: [Named] {
        [
            ("texts", { try await texts($0) }), ("texts/set", { try await setText($0) }),
            ("texts/export", { try await exported($0) }), ("texts/import", { try await imported($0) }),
        ]
    }

    /// All texts, by flow.
    private func texts(_ body: JSONValue) async throws -> JSONValue {
        let (catalog, flows) = try await catalog(body)
        let sources = Dictionary(flows.files.texts.map { ($0.path, $0) }) { first, _ in first }
        return [
            "languages": .array(catalog.languages.map { .string($0) }),
            "parts": .array(catalog.parts.map { Self.json($0, in: catalog, sources) }),
        ]
    }

    private static func json(
        _ part: TranslationCatalog.Part, in catalog: TranslationCatalog, _ sources: [String: SourceFile]
    ) -> JSONValue {
        let places = catalog.places(of: part)
        let own = catalog.entries(of: part, in: catalog.languages[0])
        var sourceOf = Dictionary(own.map { ($0.name, $0.source) }) { first, _ in first }
        var names = own.map(\.name)
        var translations: [String: JSONObject] = [:]
        for language in catalog.languages.dropFirst() {
            for entry in catalog.entries(of: part, in: language) {
                if sourceOf.updateValue(entry.source, forKey: entry.name) == nil { names.append(entry.name) }
                guard let text = entry.text else { continue }
                translations[entry.name, default: [:]][language] = [
                    "text": .string(text), "state": .string(entry.state.rawValue),
                ]
            }
        }
        let file = places.values.first?.file ?? "Flows/\(part.name).yaml"
        let texts = names.map { name -> JSONValue in
            var object: JSONObject = [
                "name": .string(name), "source": .string(sourceOf[name] ?? ""),
                "in": .object(translations[name] ?? [:]),
            ]
            let line = places[name].flatMap { place in
                sources[place.file].map { $0.line(at: place.range.lowerBound) + 1 }
            }
            object.set("line", line.map { .int($0) })
            return .object(object)
        }
        return ["name": .string(part.name), "file": .string(file), "texts": .array(texts)]
    }

    /// One translation that was written in the table: `{"part", "name", "language", "source", "text"}`. An empty text
    /// removes the translation.
    private func setText(_ body: JSONValue) async throws -> JSONValue {
        let (catalog, _) = try await catalog(body)
        let language = try Self.language(in: body, of: catalog)
        let (part, name) = (try body.string("part"), try body.string("name"))
        let text = try body.string("text")
        if text.allSatisfy(\.isWhitespace) {
            let changed = catalog.removing(name, of: part, in: language)
            return ["files": .object(changed.map { [$0.path: .string($0.text)] } ?? [:]), "problems": []]
        }
        let row = TranslationTable.Row(
            name: name, source: body["source"]?.string ?? "", fingerprint: nil, text: text)
        let result = TranslationImport(
            TranslationTable(language: language, rows: [row]), in: language, into: catalog, only: part)
        return Self.json(result, among: result.problems, in: nil)
    }

    /// A table for translators: `{"language", "format"}`.
    private func exported(_ body: JSONValue) async throws -> JSONValue {
        let (catalog, _) = try await catalog(body)
        let language = try Self.language(in: body, of: catalog)
        let format = try Self.format(in: body)
        let table = TranslationTable(of: catalog, in: language)
        return ["name": .string("texts.\(language).\(format.rawValue)"), "text": .string(table.text(as: format))]
    }

    /// A table that comes back: `{"language", "format", "name", "text"}`.
    private func imported(_ body: JSONValue) async throws -> JSONValue {
        let (catalog, _) = try await catalog(body)
        let source = SourceFile(path: body["name"]?.string ?? "table", bytes: Array(try body.string("text").utf8))
        let (table, unreadable) = TranslationTable.read(source, as: try Self.format(in: body))
        // A PO file names its language.
        let language = try Self.language(in: table.language.map { ["language": .string($0)] } ?? body, of: catalog)
        let result = TranslationImport(table, in: language, into: catalog)
        return Self.json(result, among: unreadable + result.problems, in: source)
    }

    private static func json(
        _ result: TranslationImport, among problems: [Diagnostic], in source: SourceFile?
    ) -> JSONValue {
        let found = problems.map { problem -> JSONValue in
            var object: JSONObject = ["message": .string(problem.message)]
            object.set("help", problem.help.map { .string($0) })
            object.set("line", source.map { .int($0.place(of: problem.span.range.lowerBound).line) })
            return .object(object)
        }
        return [
            "files": .object(JSONObject(result.files.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
            "changes": .int(result.changes), "problems": .array(found),
        ]
    }

    private func catalog(_ body: JSONValue) async throws -> (TranslationCatalog, StudioFlows) {
        let flows = try await flows(body)
        return (TranslationCatalog(flows.files, options: CompilerOptions(now: site.clock.now)), flows)
    }

    private static func language(
        in body: JSONValue, of catalog: TranslationCatalog
    ) throws -> String {
        let language = try body.string("language")
        guard catalog.languages.dropFirst().contains(language) else {
            throw StudioRefusal(
                .unprocessableContent,
                "the flows are not translated into `\(language)`; add it to `languages` in Flows/bot.yaml")
        }
        return language
    }

    private static func format(in body: JSONValue) throws -> TranslationTable.Format {
        guard let format = TranslationTable.Format(rawValue: try body.string("format")) else {
            throw StudioRefusal(.badRequest, "`format` is `csv` or `po`")
        }
        return format
    }
}
