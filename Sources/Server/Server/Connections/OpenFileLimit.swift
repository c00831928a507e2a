import Foundation
import Logging
import NIOCore

/// The system's limit on the number of files and connections that this process may have open.
public enum OpenFileLimit {
    /// Descriptors needed in addition to customers' connections: by the database, outgoing connections, logs and files
    /// being read.
    package static let reserve = 256
    /// Descriptors needed for the databases and the HTTP clients of several bots.
    static func reserve(forBots count: Int) -> Int { reserve + (count - 1) * filesOfBot }

    /// Descriptors that the database of a bot has open while all its connections are in use, and some of its HTTP client.
    private static let filesOfBot = 32
    /// Descriptors that stay free beyond those open at the start, however low the limit is: the system's thread library
    /// ends the process when it cannot open a file.
    static let leastReserve = 24
    /// Descriptors that each event loop has open.
    private static let filesOfLoop = 3

    /// Raises the soft limit to the hard limit: a shell often sets the soft limit to 1,024, while the hard limit is far
    /// higher (`getrlimit(2)`, RLIMIT_NOFILE).
    ///
    /// Call it before anything else: where the limit is low, it also reduces the number of event loops, regardless of
    /// the number of processors.
    public static func raise() {
        guard var limit = current else { return }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        // The suggestion can be set only once, and not after it has been read.
        let most = max(1, now / 64)
        if most < System.coreCount { NIOSingletons.groupLoopCountSuggestion = most }
    }

    /// The current limit; `Int.max` where there is none.
    static var now: Int { current.flatMap { Int(exactly: $0.rlim_cur) } ?? .max }

    /// Descriptors that the server needs without any connection: those open now, and those of its event loops.
    static var used: Int {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        return open + NIOSingletons.groupLoopCountSuggestion * filesOfLoop
    }

    /// The hard limit, which a start raises the current one to; `Int.max` where there is none.
    package static var most: Int { current.flatMap { Int(exactly: $0.rlim_max) } ?? .max }

    private static var current: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}

extension ConnectionSettings {
    /// Returns these settings with the maximum number of connections reduced to what the open file limit allows. Above
    /// that limit the server could neither accept a connection nor open a file, and the log would not show the reason.
    ///
    /// - Parameters:
    ///   - used: the number of descriptors open without any connection.
    ///   - reserve: the number of descriptors needed for anything else.
    func fitting(
        openFiles: Int, used: Int = 0, reserve: Int = OpenFileLimit.reserve, logger: Logger
    ) -> ConnectionSettings {
        let little = min(openFiles / 2, openFiles - used - OpenFileLimit.leastReserve)
        let room = max(1, openFiles - reserve, little)
        guard room < most else { return self }
        logger.warning(
            "open file limit too low for server.max_connections",
            metadata: ["limit": "\(openFiles)", "configured": "\(most)", "used": "\(room)"])
        var settings = self
        settings.most = room
        return settings
    }
}
