public import Expressions

/// The files of one version of the flows as stored: everything the bot's behaviour depends on.
public struct FlowVersion: Sendable, Hashable {
    /// A hash over all of it, which also identifies the version in sessions and histories.
    public var hash: String
    /// Ordered by path.
    public var files: [File]

    public init(hash: String, files: [File]) {
        self.hash = hash
        self.files = files.sorted { $0.path < $1.path }
    }

    public struct File: Sendable, Hashable {
        public enum Role: String, Sendable, CaseIterable { case bot, flow, translation, actions, services, picture }

        public var role: Role
        /// The path within the project, such as `Flows/booking.yaml`.
        public var path: String
        /// SHA-256 in hexadecimal digits.
        public var checksum: String
        /// In bytes.
        public var size: Int
        /// The content; `nil` for a picture, which may be large and is stored as a file.
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

/// The record that makes a version the published one.
public struct Publication: Sendable, Hashable {
    /// Later publications have higher numbers.
    public var number: Int
    public var version: String
    public var at: Moment
    /// The person who published it.
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

/// The flows that a server reports as running.
public struct RunningFlows: Sendable, Hashable {
    public var version: String
    /// The publication being run; `nil` when the server runs the folder because nothing was ever published.
    public var publication: Int?
    public var since: Moment

    public init(version: String, publication: Int?, since: Moment) {
        self.version = version
        self.publication = publication
        self.since = since
    }
}

/// A version as one line of a list.
public struct VersionSummary: Sendable, Hashable {
    public var hash: String
    public var keptAt: Moment
    /// The number of its flows.
    public var flows: Int
    /// Its last publication; `nil` when it was never published.
    public var publication: Publication?
    /// Why a server rejected that publication.
    public var refusal: String?
    /// Whether it is the published version.
    public var isCurrent: Bool
    /// The number of open conversations that it answered last.
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
