import CurlClient
import SQLiteStorage
import Server

/// What `usher --version` says.
enum BuildFacts {
    /// The version alone is the first line, for scripts.
    static var text: String {
        """
        \(UsherServer.version)
        built with Swift \(swift), \(configuration), for \(machine)
        SQLite \(SQLiteDatabase.libraryVersion), libcurl \(CurlClient.libraryVersion)
        """
    }

    private static var configuration: String {
        #if DEBUG
            return "debug"
        #else
            return "release"
        #endif
    }

    private static var swift: String {
        #if compiler(>=6.5)
            return "6.5 or newer"
        #elseif compiler(>=6.4)
            return "6.4"
        #elseif compiler(>=6.3)
            return "6.3"
        #else
            return "6.2"
        #endif
    }

    private static var machine: String {
        #if os(Linux) && arch(x86_64)
            return "Linux on x86-64"
        #elseif os(Linux) && arch(arm64)
            return "Linux on arm64"
        #elseif os(macOS) && arch(arm64)
            return "macOS on arm64"
        #elseif os(macOS)
            return "macOS on x86-64"
        #else
            return "another system"
        #endif
    }
}
