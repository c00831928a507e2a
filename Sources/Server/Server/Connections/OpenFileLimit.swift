import Foundation
import Logging
import NIOCore

/// How many files and connections the system lets this process have open at once.
public enum OpenFileLimit {
    /// What the database, outgoing connections, logs and files that are read need beside the connections of customers.
    static let reserve = 256
    /// What has to stay free beyond what is open at the start, however few there may be: the system's library for threads ends the
    /// process when it cannot open a file.
    static let leastReserve = 24
    /// How many an event loop of connections has open.
    private static let filesOfLoop = 3

    /// Lets the process have as many open as it is allowed to ask for: the limit that a shell gives is often 1,024, while the one that may not
    /// be passed is far above it (`getrlimit(2)`, RLIMIT_NOFILE).
    ///
    /// Called before anything else: where few are allowed, there are fewer event loops, however many processors there are.
    public static func raise() {
        guard var limit = current else { return }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        // The suggestion may be set once only, and not after it has been read.
        let most = max(1, now / 64)
        if most < System.coreCount { NIOSingletons.groupLoopCountSuggestion = most }
    }

    /// How many there may be open now, as many as a number holds where nothing is limited.
    static var now: Int { current.flatMap { Int(exactly: $0.rlim_cur) } ?? .max }

    /// How many the server has open without a connection: those of now, and those of its event loops.
    static var used: Int {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        return open + NIOSingletons.groupLoopCountSuggestion * filesOfLoop
    }

    private static var current: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}

extension ConnectionSettings {
    /// These settings with no more connections than may be open beside everything else. Beyond what the system allows, a server could take
    /// neither a connection nor open a file, and nobody would be told why.
    ///
    /// - Parameter used: how many are open without any connection.
    func fitting(openFiles: Int, used: Int = 0, logger: Logger) -> ConnectionSettings {
        let little = min(openFiles / 2, openFiles - used - OpenFileLimit.leastReserve)
        let room = max(1, openFiles - OpenFileLimit.reserve, little)
        guard room < most else { return self }
        logger.warning(
            """
            the system lets this process have \(openFiles) files and connections open, so `server.max_connections` is \(room) instead of \(most); \
            raise it with `ulimit -n` or with `LimitNOFILE=` of systemd
            """)
        var settings = self
        settings.most = room
        return settings
    }
}
