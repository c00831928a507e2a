package import Channels
package import ConversationRuntime
package import Diagnostics
import Files
import FlowCompiler
package import FlowModel

/// Flows that can be published.
package struct Candidate: Sendable {
    package let bot: Bot
    package let sources: FlowSources
    /// What there is to say about the flows: only warnings.
    package let report: DiagnosticReport
    package let warnings: [String]
}

/// Tells whether flows can be served here.
package struct Judge: Sendable {
    private let needs: BotNeeds
    private let isStrict: Bool

    /// - Parameter isStrict: whether the limits of newer devices count.
    package init(needs: BotNeeds, isStrict: Bool) {
        self.needs = needs
        self.isStrict = isStrict
    }

    /// Compiles flows, and looks whether they have all that they need.
    package func candidate(_ sources: FlowSources) throws(PublishRefusal) -> Candidate {
        let compilation = compile(sources)
        guard let bot = compilation.bot else { throw .broken(compilation.report) }
        let lacks = needs.lacks(of: bot)
        guard lacks.isEmpty else { throw .lacking(lacks) }
        return Candidate(bot: bot, sources: sources, report: compilation.report, warnings: needs.warnings(about: bot))
    }

    func compile(_ sources: FlowSources) -> Compilation {
        sources.compile(isStrict: isStrict, now: SystemClock().now)
    }
}

/// Publishes flows, and finds those that were kept.
package struct Publisher: Sendable {
    package let store: any VersionStore
    let judge: Judge
    private let clock: any WallClock

    package init(store: any VersionStore, judge: Judge, clock: any WallClock = SystemClock()) {
        self.store = store
        self.judge = judge
        self.clock = clock
    }

    /// A version that is kept.
    ///
    /// - Parameter hash: its hash, or as much of its beginning as no other version has.
    package func candidate(named hash: String) async throws -> Candidate {
        try judge.candidate(try sources(of: try await version(named: hash)))
    }

    /// The version whose hash begins with these digits.
    package func version(named digits: String) async throws -> FlowVersion {
        let found = try await store.hashes(beginningWith: digits.lowercased())
        guard let only = found.first, !digits.isEmpty, let version = try await store.version(only) else {
            throw PublishRefusal.unknown(digits)
        }
        guard found.count == 1 else { throw PublishRefusal.ambiguous(digits, found) }
        return version
    }

    /// The bot of a version, whatever it lacks here; `nil` when it is not kept, or does not compile any more.
    package func bot(of hash: String) async throws -> Bot? {
        guard let version = try await store.version(hash), let sources = try? sources(of: version) else { return nil }
        return judge.compile(sources).bot
    }

    /// The version that answers now: the published one, else the one that a server said it runs; `nil` when neither is known.
    package func today() async throws -> String? {
        if let published = try await store.publication()?.version { return published }
        return try await store.running()?.version
    }

    /// The files of a version.
    package func sources(of version: FlowVersion) throws(PublishRefusal) -> FlowSources {
        do throws(FileError) {
            return try FlowSources(version) { store.place(ofPicture: $0) }
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Makes a candidate the published version, whole or not at all. A running server takes it over by itself.
    package func publish(_ candidate: Candidate, by author: String, note: String) async throws -> Publication {
        let version: FlowVersion
        do throws(FileError) {
            version = try candidate.sources.version()
        } catch {
            throw PublishRefusal.unreadable("\(error)")
        }
        return try await store.publish(
            version, pictures: candidate.sources.placesOfPictures, at: clock.now, by: author, note: note)
    }

    /// Looks what came of a publication in the server that runs.
    ///
    /// - Returns: `nil` while the server has not looked at it yet.
    package func outcome(of publication: Publication) async throws -> Outcome? {
        if let reason = try await store.refusal(of: publication.number) { return .refused(reason) }
        let running = try await store.running()?.publication ?? 0
        return running >= publication.number ? .answers : nil
    }

    package enum Outcome: Sendable, Equatable {
        /// The server answers with it.
        case answers
        case refused(String)
    }
}

/// Why something is not published. Nothing has changed.
package enum PublishRefusal: Error, CustomStringConvertible {
    /// The flows have errors.
    case broken(DiagnosticReport)
    /// They need what is not there: a sentence each.
    case lacking([String])
    /// No version has this hash.
    case unknown(String)
    case ambiguous(String, [String])
    case unreadable(String)

    package var description: String {
        switch self {
        case .broken(let report): "the flows have \(report.summary)"
        case .lacking(let lacks): lacks.joined(separator: "; ")
        case .unknown(let hash): "there is no version `\(hash)`; `usher versions` lists them"
        case .ambiguous(let hash, let found): "`\(hash)` begins several versions: \(found.joined(separator: ", "))"
        case .unreadable(let reason): reason
        }
    }
}
