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
    /// The diagnostics of the flows, all of them warnings.
    package let report: DiagnosticReport
    package let warnings: [String]
}

/// What bots need of the server that runs them.
package protocol BotRequirements: Sendable {
    /// Returns the problems that keep a bot from being served, one sentence each.
    func lacks(of bot: Bot) -> [String]

    /// Returns the problems that need attention soon, one sentence each.
    func warnings(about bot: Bot) -> [String]
}

/// Validates that flows can be served here.
package struct PublishValidator: Sendable {
    private let needs: any BotRequirements
    private let isStrict: Bool

    /// - Parameter isStrict: whether the limits of newer devices apply.
    package init(needs: any BotRequirements, isStrict: Bool) {
        self.needs = needs
        self.isStrict = isStrict
    }

    /// Compiles flows, and checks that everything they need is available.
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

/// Publishes flows, and finds kept versions.
package struct Publisher: Sendable {
    package let store: any VersionStore
    package let validator: PublishValidator
    private let clock: any WallClock

    package init(store: any VersionStore, validator: PublishValidator, clock: any WallClock = SystemClock()) {
        self.store = store
        self.validator = validator
        self.clock = clock
    }

    /// Returns a kept version as a candidate.
    ///
    /// - Parameter hash: its hash, or a prefix that no other version has.
    package func candidate(named hash: String) async throws -> Candidate {
        try validator.candidate(try sources(of: try await version(named: hash)))
    }

    /// Returns the version whose hash begins with these digits.
    package func version(named digits: String) async throws -> FlowVersion {
        let found = try await store.hashes(beginningWith: digits.lowercased())
        guard let only = found.first, !digits.isEmpty, let version = try await store.version(only) else {
            throw PublishRefusal.unknown(digits)
        }
        guard found.count == 1 else { throw PublishRefusal.ambiguous(digits, found) }
        return version
    }

    /// Returns the bot of a version, without checking its needs; `nil` when the version is not kept, or no longer
    /// compiles.
    package func bot(of hash: String) async throws -> Bot? {
        guard let version = try await store.version(hash), let sources = try? sources(of: version) else { return nil }
        return validator.compile(sources).bot
    }

    /// Returns the hash of the active version: the published one, otherwise the one that a server reports as running;
    /// `nil` when neither is known.
    package func today() async throws -> String? {
        if let published = try await store.publication()?.version { return published }
        return try await store.running()?.version
    }

    /// Returns the source files of a version.
    package func sources(of version: FlowVersion) throws(PublishRefusal) -> FlowSources {
        do throws(FileError) {
            return try FlowSources(version) { store.place(ofPicture: $0) }
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Publishes a candidate atomically. A running server activates it by itself.
    ///
    /// - Parameter entry: is added to the audit log with the publication.
    package func publish(
        _ candidate: Candidate, by author: String, note: String, recording entry: AuditEntry? = nil
    ) async throws -> Publication {
        let version: FlowVersion
        do throws(FileError) {
            version = try candidate.sources.version()
        } catch {
            throw PublishRefusal.unreadable("\(error)")
        }
        return try await store.publish(
            version, pictures: candidate.sources.placesOfPictures, at: clock.now, by: author, note: note,
            recording: entry)
    }

    /// Checks whether the running server has activated a publication.
    ///
    /// - Returns: `nil` while the server has not examined it yet.
    package func outcome(of publication: Publication) async throws -> Outcome? {
        if let reason = try await store.refusal(of: publication.number) { return .refused(reason) }
        let running = try await store.running()?.publication ?? 0
        return running >= publication.number ? .answers : nil
    }

    package enum Outcome: Sendable, Equatable {
        /// The server has activated it.
        case answers
        case refused(String)
    }
}

/// The reason why a publication is refused. A refusal changes nothing.
package enum PublishRefusal: Error, CustomStringConvertible {
    /// The flows have errors.
    case broken(DiagnosticReport)
    /// The flows need something that is not available; one sentence each.
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
        case .ambiguous(let hash, let found):
            "`\(hash)` matches several versions: \(found.joined(separator: ", ")); give more digits"
        case .unreadable(let reason): reason
        }
    }
}
