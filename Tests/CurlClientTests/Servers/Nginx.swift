import ChildProcess
import Foundation
import TestSupport
import Testing

/// A real server for the tests: TLS with generated certificates, HTTP/2, uploads, large files.
struct Nginx: Sendable {
    /// The server of the suite to which the current test belongs.
    @TaskLocal static var current: Nginx?

    let folder: TemporaryFolder
    let plainPort: Int
    let securePort: Int
    let oldPort: Int
    let strictPort: Int

    static let bigFile: Int64 = 100 << 20

    func plain(_ path: String) -> String { "http://127.0.0.1:\(plainPort)\(path)" }
    /// TLS and HTTP/2.
    func secure(_ path: String) -> String { "https://localhost:\(securePort)\(path)" }
    /// TLS, HTTP/1.1 only.
    func old(_ path: String) -> String { "https://localhost:\(oldPort)\(path)" }
    /// TLS and HTTP/2, for clients with a certificate.
    func strict(_ path: String) -> String { "https://localhost:\(strictPort)\(path)" }

    fileprivate static func start() async throws -> (Nginx, Script) {
        try SystemProgram.nginx.require()
        try SystemProgram.openssl.require()
        let folder = try TemporaryFolder()
        let nginx = Nginx(
            folder: folder, plainPort: try freePort(), securePort: try freePort(),
            oldPort: try freePort(), strictPort: try freePort())
        try folder.make("nginx.conf", Data(nginx.configuration.utf8))
        _ = try folder.makeFile("big", size: UInt64(bigFile))
        let script = try await Script(
            certificateScript + """

                mkdir uploads temporary
                \(SystemProgram.nginx.path) -p . -c nginx.conf -e error.log
                echo ready
                cat > /dev/null
                until kill -KILL $(cat nginx.pid); do :; done 2> /dev/null
                rm -rf \(folder.path)
                """, in: folder.path)
        return (nginx, script)
    }
}

/// Starts one nginx for a suite and stops it afterwards.
struct NginxScope: SuiteTrait, TestScoping {
    func provideScope(for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void)
        async throws
    {
        let (nginx, script) = try await Nginx.start()
        try await script.last {
            try await Nginx.$current.withValue(nginx, operation: body)
        }
    }
}

extension Trait where Self == NginxScope {
    static var nginx: Self { NginxScope() }
}

/// The tests against nginx, which share one server.
@Suite(.nginx)
struct AgainstNginx {}

/// Returns the server of the current suite.
func nginx() throws -> Nginx {
    try #require(Nginx.current, "the suite lacks the trait `.nginx`")
}
