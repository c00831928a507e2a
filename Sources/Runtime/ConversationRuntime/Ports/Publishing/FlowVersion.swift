public import Expressions

/// The files of one version of the flows, as they are kept: all that the bot's meaning depends on.
public struct FlowVersion: Sendable, Hashable {
    /// A hash of all of it, by which sessions and histories name it too.
    public var hash: String
    /// In the order of their paths.
    public var files: [File]

    public init(hash: String, files: [File]) {
        self.hash = hash
        self.files = files.sorted { $0.path < $1.path }
    }

    public struct File: Sendable, Hashable {
        public enum Role: String, Sendable, CaseIterable { case bot, flow, translation, actions, services, picture }

        public var role: Role
        /// Inside the project, such as `Flows/booking.yaml`.
        public var path: String
        /// SHA-256 in hexadecimal digits.
        public var checksum: String
        /// Bytes.
        public var size: Int
        /// What it holds; `nil` for a picture, which may be large and is kept as a file.
        public var content: [UInt8]?

        public init(role: Role, path: String, checksum: String, size: Int, content: [UInt8]? = nil) {
            self.role = role
            self.path = path
            self.checksum = checksum
            self.size = size
            self.content = content
        }
    }
}

/// What says that a version is the one that answers.
public struct Publication: Sendable, Hashable {
    /// Later ones have higher numbers.
    public var number: Int
    public var version: String
    public var at: Moment
    /// Who published it.
    public var author: String
    public var note: String

    public init(number: Int, version: String, at: Moment, author: String, note: String) {
        self.number = number
        self.version = version
        self.at = at
        self.author = author
        self.note = note
    }
}

/// What a server says of the flows that it runs.
public struct RunningFlows: Sendable, Hashable {
    public var version: String
    /// The publication that it runs; `nil` when it runs the folder because nothing was ever published.
    public var publication: Int?
    public var since: Moment

    public init(version: String, publication: Int?, since: Moment) {
        self.version = version
        self.publication = publication
        self.since = since
    }
}

/// A version in a line.
public struct VersionSummary: Sendable, Hashable {
    public var hash: String
    public var keptAt: Moment
    /// How many flows it has.
    public var flows: Int
    /// Its last publication; `nil` when it was never published.
    public var publication: Publication?
    /// Why a server would not run that publication.
    public var refusal: String?
    /// Whether it is the published one.
    public var isCurrent: Bool
    /// How many conversations that are not over were answered by it last.
    public var sessions: Int

    public init(
        hash: String, keptAt: Moment, flows: Int, publication: Publication?, refusal: String? = nil, isCurrent: Bool,
        sessions: Int
    ) {
        self.hash = hash
        self.keptAt = keptAt
        self.flows = flows
        self.publication = publication
        self.refusal = refusal
        self.isCurrent = isCurrent
        self.sessions = sessions
    }
}
