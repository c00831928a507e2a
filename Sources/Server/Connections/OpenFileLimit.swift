import Foundation
import Logging

/// How many files and connections the system lets this process have open at once.
public enum OpenFileLimit {
    /// What the database, outgoing connections, logs and files that are read need beside the connections of customers.
    static let reserve = 256

    /// Lets the process have as many open as it is allowed to ask for: the limit that a shell gives is often 1,024, while the one that may not
    /// be passed is far above it (`getrlimit(2)`, RLIMIT_NOFILE).
    public static func raise() {
        guard var limit = current, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many there may be open now, as many as a number holds where nothing is limited.
    static var now: Int { current.flatMap { Int(exactly: $0.rlim_cur) } ?? .max }

    private static var current: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}

extension ConnectionSettings {
    /// These settings with no more connections than may be open beside everything else. Beyond what the system allows, a server could take
    /// neither a connection nor open a file, and nobody would be told why.
    func fitting(openFiles: Int, logger: Logger) -> ConnectionSettings {
        let room = max(openFiles - OpenFileLimit.reserve, openFiles / 2)
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
