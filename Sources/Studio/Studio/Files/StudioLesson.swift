import Diagnostics
public import Files
import FlowCompiler
import FlowModel
import Foundation
import JSON
import Plays

/// The lesson of the first visit: a flow with one mistake to correct. The mistake is in a draft; the file on the disk has
/// none.
public struct StudioLesson: Sendable {
    /// The path of the flow.
    let file: String
    /// The line of the mistake, from 1.
    let line: Int
    /// The flow with the mistake.
    let text: String

    /// Prepares the lesson in a project that was just made; the first visitor of its studio gets it.
    public static func prepare(in project: String) throws(FileError) {
        let folder = try StudioFolder(in: project)
        var mark = try NewFile("\(folder.path)/lesson")
        try mark.write(Data("The studio begins with a mistake to correct, once.\n".utf8))
        try mark.keep()
    }

    static func isPrepared(in project: String) -> Bool { FileManager.default.fileExists(atPath: mark(in: project)) }

    static func end(in project: String) { try? FileManager.default.removeItem(atPath: mark(in: project)) }

    private static func mark(in project: String) -> String { "\(project)/.usher/lesson" }

    /// Misspells the destination of an answer of the first question; `nil` when there is none that can be misspelt.
    init?(_ flows: StudioFlows, now: CompilerOptions) {
        guard let bot = flows.compilation.bot, flows.report.errors == 0 else { return nil }
        let start = bot.flows[bot.start.flow]
        guard let steps = flows.compilation.steps.first(where: { $0.flow == start.name }),
            let source = flows.files.texts.first(where: { $0.path == steps.file }),
            let block = steps.blocks.first(where: { $0.step == start.steps[start.start].name })
        else { return nil }
        let names = Set(steps.blocks.map(\.step))
        let (first, last) = (source.line(at: block.span.range.lowerBound), source.line(at: block.span.range.upperBound))
        for index in first...max(first, last) {
            let range = source.lineRange(index)
            let line = source.text(in: range)
            guard let space = line.lastIndex(of: " "), line[..<space].hasSuffix(":") else { continue }
            let name = String(line[line.index(after: space)...])
            let wrong = Self.misspelt(name)
            guard names.contains(name), name.count > 4, !names.contains(wrong) else { continue }
            var bytes = source.bytes
            bytes.replaceSubrange(range, with: Array((line[...space] + wrong).utf8))
            let changed = SourceFile(path: source.path, bytes: bytes)
            var files = flows.files
            files.texts = files.texts.map { $0.path == changed.path ? changed : $0 }
            guard Compiler.compile(files, options: now).report.errors == 1 else { continue }
            self.file = source.path
            self.line = index + 1
            text = String(decoding: bytes, as: UTF8.self)
            return
        }
        return nil
    }

    /// The name without the letter before its last one.
    private static func misspelt(_ name: String) -> String { "\(name.dropLast(2))\(name.suffix(1))" }

    var json: JSONValue { ["file": .string(file), "line": .int(line), "text": .string(text)] }
}
