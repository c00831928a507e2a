import Diagnostics
import FlowCompiler
import Foundation
import TestSupport
import Testing

/// The examples of `Docs/Language.md` compile.
@Suite struct LanguagePageTests {
    @Test(arguments: PageExample.all)
    func `an example of the page says nothing that the compiler does not know`(_ example: PageExample) {
        let report = Compiler.compile(example.files, options: Fixtures.options).report
        let wrong = report.diagnostics.filter { !PageExample.references.contains($0.code) }
        #expect(wrong.isEmpty, "\(DiagnosticReport(wrong, in: example.files.all).text(colors: false))")
    }

    @Test func `the page has its examples`() { #expect(PageExample.all.count >= 40) }
}

/// A block of YAML on the page: a file, or a part of one that is completed for the test.
struct PageExample: Sendable, CustomTestStringConvertible {
    /// The line of the page at which it begins.
    let line: Int
    let lines: [String]

    var testDescription: String { "line \(line): \(lines.first ?? "")" }

    /// Diagnostics caused by showing a part alone: missing steps, names and files, and the generated next step.
    static let references: Set<DiagnosticCode> = [
        .unknownStep, .unknownFlow, .unknownName, .unknownField, .unknownAction, .unknownProvider, .unknownMerchant,
        .unknownApp, .unknownCard, .unknownQueue, .unknownHours, .unknownResult, .imageMissing, .missingThen,
        .maybeEmpty,
        .missingInput,
        .unreachableStep, .deadEnd, .personNotReachable, .translationUnknown, .translationStale, .translationMissing,
        .unknownLanguage, .thenNeverUsed, .unknownReminder, .unknownBooking, .languageUntranslated, .nameNeverUsed,
        .unreachableFlow, .silenceOfReminder, .unknownEvent, .unheardEvent,
    ]

    static let all: [PageExample] = {
        let page = Fixtures.folder.appending(path: "../../Docs/Language.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        var examples: [PageExample] = []
        var block: (line: Int, lines: [String])?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line == "```yaml" {
                block = (number + 1, [])
            } else if line == "```", let whole = block {
                examples.append(PageExample(line: whole.line, lines: whole.lines))
                block = nil
            } else {
                block?.lines.append(String(line))
            }
        }
        return examples
    }()

    var files: ProjectFiles {
        switch firstKey {
        case "bot": files(flow: steps([]), bot: lines)
        case "customer", "entries", "records", "replies", "events": files(flow: steps([]), bot: Self.bot + lines)
        case "translation": files(flow: steps([]), bot: Self.bot, other: ("Flows/bike-repair.de.yaml", lines))
        case "flow": files(flow: steps([]), bot: Self.bot, other: ("Flows/\(value(of: "flow")).yaml", lines))
        case "when_closed", "if_silent", "if_other", "results": files(flow: steps([], head: lines), bot: Self.bot)
        case _ where Self.keysOfSteps.contains(firstKey): files(flow: steps(["  example:"] + body), bot: Self.bot)
        default: files(flow: steps(indented(by: 2)), bot: Self.bot)
        }
    }

    private static let bot = [
        "bot: Test", "zone: Europe/Berlin", "currency: EUR", "languages: [en, de]", "start: bike-repair",
        "if_silent: never", "if_other: end", "if_failed: end",
    ]
    private static let keysOfSteps: Set<String> = [
        "ask", "say", "show", "set", "when", "answers", "times", "text", "pay",
    ]
    private static let kinds: Set<String> = ["answers", "times", "text", "pay"]

    private var firstKey: String { key(of: lines.first ?? "") }

    private func key(of line: String) -> String { String(line.drop { $0 == " " }.prefix { $0 != ":" }) }

    private func value(of key: String) -> String {
        lines.first { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) } ?? ""
    }

    /// The block as the body of a step: with a question if it has only a kind of answer, and with a next step.
    private var body: [String] {
        let question = Self.kinds.contains(firstKey) ? ["    ask: Which?"] : []
        let leads = lines.contains { ["then", "when"].contains(key(of: $0)) && !$0.hasPrefix(" ") }
        return question + indented(by: 4) + (leads ? [] : ["    then: end"])
    }

    private func indented(by width: Int) -> [String] {
        let margin = lines.first?.prefix { $0 == " " }.count ?? 0
        return lines.map { $0.isEmpty ? $0 : String(repeating: " ", count: width) + $0.dropFirst(margin) }
    }

    private func steps(_ steps: [String], head: [String] = []) -> [String] {
        let home = ["flow: bike-repair", "start: home"] + head
        return home + ["steps:", "  home:", "    ask: Hello?", "    text: one line", "    then: end"] + steps
    }

    private func files(flow: [String], bot: [String], other: (path: String, lines: [String])? = nil) -> ProjectFiles {
        var texts = [file("Flows/bot.yaml", bot), file("Flows/bike-repair.yaml", flow)]
        if let other {
            texts.removeAll { $0.path == other.path }
            texts.append(file(other.path, other.lines))
        }
        return ProjectFiles(texts: texts, assets: [:], version: "page")
    }

    private func file(_ path: String, _ lines: [String]) -> SourceFile {
        SourceFile(path: path, text: lines.joined(separator: "\n") + "\n")
    }
}
