import Authoring
import Channels
import ConversationRuntime
import Diagnostics
import Expressions
import Files
import FlowCompiler
import FlowPublishing
import Foundation
import HTTPTypes
import JSON
import Plays
import Projects

/// What differs from the flows that customers have: by file and line, and by step for the map.
extension StudioAnswers {
    var aboutDifference: [Named] { [("difference", { try await difference($0) })] }

    private func difference(_ body: JSONValue) async throws -> JSONValue {
        let drafts = try Self.drafts(in: body)
        let flows = try await site.flows.flows(with: drafts)
        guard let published = await site.base.published() else { return ["base": .null, "files": [], "steps": []] }
        let now = try version(with: drafts)
        let isCommit = published.publication == nil
        let before = published.version
        let changes = VersionDifference(
            from: isCommit ? before.withoutPictures : before, to: isCommit ? now.withoutPictures : now
        ).changes
        let files = changes.map { change -> JSONValue in
            let (old, new) = (before.source(change.path), now.source(change.path))
            return [
                "path": .string(change.path), "change": .string(change.kind.rawValue), "added": .int(change.added),
                "removed": .int(change.removed),
                "text": .string(UnifiedDifference(from: old, to: new).text),
            ]
        }
        let steps = StepDifference(from: steps(of: before, flows), to: StepTexts(flows.compilation, flows.files.texts))
        return ["base": published.json, "files": .array(files), "steps": .array(steps.changes.map(\.json))]
    }

    /// The files as they would be published now.
    private func version(with drafts: [StudioPath: String]) throws -> FlowVersion {
        do {
            let saved = try FlowSources(in: site.texts.folder).version()
            var files = Dictionary(saved.files.map { ($0.path, $0) }) { first, _ in first }
            for (path, text) in drafts where path.text.hasSuffix(".yaml") {
                files[path.text] = FlowVersion.File(SourceFile(path: path.text, bytes: Array(text.utf8)))
            }
            return FlowVersion(hash: saved.hash, files: Array(files.values))
        } catch {
            throw StudioRefusal(.internalServerError, "\(error)")
        }
    }

    /// The steps of the published flows.
    private func steps(of version: FlowVersion, _ flows: StudioFlows) -> StepTexts {
        var files = flows.files
        files.texts = version.texts
        return StepTexts(Compiler.compile(files, options: CompilerOptions(now: site.clock.now)), files.texts)
    }
}

/// The lines of each step.
struct StepTexts {
    struct Step {
        let flow: String
        let step: String
        let text: String

        /// The lines below the name.
        var content: Substring { text.drop { !$0.isNewline } }
    }

    let steps: [Step]

    init(steps: [Step]) { self.steps = steps }

    init(_ compilation: Compilation, _ files: [SourceFile]) {
        let sources = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        steps = compilation.steps.flatMap { flow in
            flow.blocks.compactMap { block in
                sources[block.span.file].map { source in
                    Step(
                        flow: flow.flow, step: block.step,
                        text: source.text(in: block.span.range).trimmingCharacters(in: .whitespacesAndNewlines))
                }
            }
        }
    }
}

/// The steps that differ between two versions of the flows.
struct StepDifference {
    enum Kind: Equatable {
        case added, changed, removed
        /// With the old name.
        case renamed(String)
    }

    struct Change: Equatable {
        let flow: String
        let step: String
        let kind: Kind
    }

    let changes: [Change]

    init(from old: StepTexts, to new: StepTexts) {
        struct Name: Hashable { let flow, step: String }
        let before = Dictionary(old.steps.map { (Name(flow: $0.flow, step: $0.step), $0) }) { first, _ in first }
        let after = Set(new.steps.map { Name(flow: $0.flow, step: $0.step) })
        var gone = old.steps.filter { !after.contains(Name(flow: $0.flow, step: $0.step)) }
        var changes: [Change] = []
        for step in new.steps {
            if let was = before[Name(flow: step.flow, step: step.step)] {
                if was.text != step.text { changes.append(Change(flow: step.flow, step: step.step, kind: .changed)) }
            } else if let index = gone.firstIndex(where: { $0.flow == step.flow && $0.content == step.content }) {
                let was = gone.remove(at: index)
                changes.append(Change(flow: step.flow, step: step.step, kind: .renamed(was.step)))
            } else {
                changes.append(Change(flow: step.flow, step: step.step, kind: .added))
            }
        }
        self.changes = changes + gone.map { Change(flow: $0.flow, step: $0.step, kind: .removed) }
    }
}

extension StepDifference.Change {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["flow": .string(flow), "step": .string(step)]
        switch kind {
        case .added: object["change"] = "added"
        case .changed: object["change"] = "changed"
        case .removed: object["change"] = "removed"
        case .renamed(let was):
            object["change"] = "renamed"
            object["was"] = .string(was)
        }
        return .object(object)
    }
}

extension PublishedFlows {
    /// What it is, for the page.
    var json: JSONValue {
        guard let publication else { return ["kind": isOpening ? "opened" : "commit"] }
        return [
            "kind": "publication", "version": .string(version.hash), "at": .string(publication.at.iso),
            "by": .string(publication.author), "note": .string(publication.note),
        ]
    }
}

extension FlowVersion {
    fileprivate var withoutPictures: FlowVersion {
        FlowVersion(hash: hash, files: files.filter { $0.role != .picture })
    }

    /// A file as text; an empty one when there is none.
    fileprivate func source(_ path: String) -> SourceFile {
        files.first { $0.path == path }?.source ?? SourceFile(path: path, bytes: [])
    }
}
