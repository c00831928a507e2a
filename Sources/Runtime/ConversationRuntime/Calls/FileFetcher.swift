public import Channels
public import Expressions
public import FlowEngine

/// Fetches the files that customers have sent.
public protocol FileFetcher: Sendable {
    /// Fetches the files of one message and keeps them; retries as long as they may still arrive.
    ///
    /// After a crash the same files are fetched again under the same id.
    ///
    /// - Parameter cause: the id of the arrival with the files, for logs.
    /// - Returns: the files, in order, with what is now known of them.
    func fetch(
        _ fetch: FileFetch, in conversation: ConversationKey, cause: String?
    ) async throws(FetchFailure) -> [FileReference]
}

/// Why files could not be fetched.
public struct FetchFailure: Error, Equatable {
    /// The name of the problem in histories, such as `unreachable`.
    public let problem: String

    public init(_ problem: String) { self.problem = problem }
}

/// For bots without channels whose files must be fetched: refuses every fetch.
public struct NoFiles: FileFetcher {
    public init() {}

    public func fetch(
        _ fetch: FileFetch, in conversation: ConversationKey, cause: String?
    ) async throws(FetchFailure) -> [FileReference] { throw FetchFailure("refused") }
}
