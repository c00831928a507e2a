public import Expressions

/// Stores versions of the flows, and records which one is published.
///
/// The last published version is the one that runs, whatever the flows folder contains. Publishing is atomic: a reader
/// sees the previous publication, or the new one with all of its files.
public protocol VersionStore: Sendable {
    /// Stores a version without publishing it. A version already stored is left unchanged.
    ///
    /// - Parameter pictures: the current locations of its pictures, by their paths in the version.
    func keep(_ version: FlowVersion, pictures: [String: String], at moment: Moment) async throws

    /// Stores a version and publishes it.
    ///
    /// - Parameter entry: is added to the audit log with the publication.
    func publish(
        _ version: FlowVersion, pictures: [String: String], at moment: Moment, by author: String, note: String,
        recording entry: AuditEntry?
    ) async throws -> Publication

    /// Publishes a stored version; returns `nil` when there is none with this hash.
    func publish(_ hash: String, at moment: Moment, by author: String, note: String) async throws -> Publication?

    /// The last publication that no server has rejected; `nil` when there is none.
    func publication() async throws -> Publication?

    /// Records that a server rejected a publication: the previous one takes effect again.
    func refuse(_ publication: Int, because reason: String) async throws

    /// Why a server rejected a publication; `nil` when none did.
    func refusal(of publication: Int) async throws -> String?

    /// Records the flows with which a server answers from now on.
    func tell(_ running: RunningFlows) async throws

    /// The flows with which the server answers, or answered before it stopped.
    func running() async throws -> RunningFlows?

    /// A version with all of its files.
    func version(_ hash: String) async throws -> FlowVersion?

    /// The hashes of stored versions that begin with these digits.
    func hashes(beginningWith digits: String) async throws -> [String]

    /// All versions, most recently published first; after them those never published, newest first.
    func versions() async throws -> [VersionSummary]

    /// The location of the picture with this checksum.
    func place(ofPicture file: FlowVersion.File) -> String

    /// Deletes versions that were neither stored nor published since `moment`, unless a version is published, is
    /// running, is among the last ten published, or answered last in some conversation. Returns the number deleted.
    func forgetVersions(before moment: Moment) async throws -> Int
}

extension VersionStore {
    public func publish(
        _ version: FlowVersion, pictures: [String: String], at moment: Moment, by author: String, note: String
    ) async throws -> Publication {
        try await publish(version, pictures: pictures, at: moment, by: author, note: note, recording: nil)
    }
}
