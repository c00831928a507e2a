public import Expressions

/// Keeps versions of the flows, and which of them is published.
///
/// What was published last is the version that runs, whatever lies in the folder of flows. Publishing is whole or nothing:
/// whoever looks sees the publication before, or the new one with all of its files.
public protocol VersionStore: Sendable {
    /// Keeps a version without publishing it. One that is kept already stays as it is.
    ///
    /// - Parameter pictures: where its pictures lie just now, by their paths in the version.
    func keep(_ version: FlowVersion, pictures: [String: String], at moment: Moment) async throws

    /// Keeps a version and makes it the published one.
    func publish(
        _ version: FlowVersion, pictures: [String: String], at moment: Moment, by author: String, note: String
    ) async throws -> Publication

    /// Publishes a version that is kept; `nil` when there is none of this hash.
    func publish(_ hash: String, at moment: Moment, by author: String, note: String) async throws -> Publication?

    /// What was published last and not refused by a server; `nil` when nothing ever was.
    func publication() async throws -> Publication?

    /// A server would not run a publication: the one before counts again.
    func refuse(_ publication: Int, because reason: String) async throws

    /// Why a server would not run a publication; `nil` when none said so.
    func refusal(of publication: Int) async throws -> String?

    /// A server answers with these flows from now on.
    func tell(_ running: RunningFlows) async throws

    /// What the server answers with, or answered with before it was stopped.
    func running() async throws -> RunningFlows?

    /// A version with all of its files.
    func version(_ hash: String) async throws -> FlowVersion?

    /// The hashes of kept versions that begin with these digits.
    func hashes(beginningWith digits: String) async throws -> [String]

    /// All versions, those published last first; behind them those never published, the newest first.
    func versions() async throws -> [VersionSummary]

    /// Where the picture with this checksum lies.
    func place(ofPicture file: FlowVersion.File) -> String

    /// Forgets versions that were neither kept nor published since `moment`, unless one is published, runs, is among the
    /// last ten that were published, or answered last in some conversation. Returns how many.
    func forgetVersions(before moment: Moment) async throws -> Int
}
