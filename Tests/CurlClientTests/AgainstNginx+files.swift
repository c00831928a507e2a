import CurlClient
import Foundation
import Synchronization
import TestSupport
import Testing

extension AgainstNginx {
    @Suite(.timeLimit(.minutes(10)))
    struct LargeFiles {
        let client = CurlClient()
        let folder: TemporaryFolder

        /// Less than the file, but not much less, because other suites of the same process use memory at the same time.
        private static let mostGrowth = Int(Nginx.bigFile) * 9 / 10

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test(arguments: [false, true])
        func `a hundred megabytes come down into a file, and memory hardly grows`(encrypted: Bool) async throws {
            let reports = Reports()
            let before = try Self.memory()
            var request = HTTPRequest("GET", encrypted ? try nginx().secure("/big") : try nginx().plain("/big"))
            request.authorityFile = try nginx().authority
            request.saveTo = folder.file("saved")
            request.responseLimit = .max
            request.onProgress = reports.add

            let response = try await client.send(request)

            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(try size(of: "saved") == Nginx.bigFile)
            #expect(reports.last?.received == Nginx.bigFile)
            #expect(reports.last?.receivedTotal == Nginx.bigFile)
            #expect(reports.count > 10)
            #expect(try Self.memory() - before < Self.mostGrowth)
        }

        @Test(arguments: [false, true])
        func `a hundred megabytes go up from a file, and memory hardly grows`(encrypted: Bool) async throws {
            let reports = Reports()
            let before = try Self.memory()
            let path = "/uploads/\(encrypted)"
            var request = HTTPRequest("PUT", encrypted ? try nginx().secure(path) : try nginx().plain(path))
            request.authorityFile = try nginx().authority
            request.body = .file(path: try folder.makeFile("upload", size: UInt64(Nginx.bigFile)))
            request.onProgress = reports.add

            let response = try await client.send(request)

            #expect(response.status == 201)
            let arrived = try nginx().folder.file("uploads/\(encrypted)")
            #expect(try FileManager.default.attributesOfItem(atPath: arrived)[.size] as? Int64 == Nginx.bigFile)
            #expect(reports.last?.sent == Nginx.bigFile)
            #expect(reports.last?.sentTotal == Nginx.bigFile)
            #expect(reports.count > 10)
            #expect(try Self.memory() - before < Self.mostGrowth)
        }

        @Test func `a large file that is announced fails before it comes`() async throws {
            let request = HTTPRequest("GET", try nginx().plain("/big"))

            #expect(await expectFailure(of: request, from: client) == .tooLarge(limit: 8 << 20))
        }

        private func size(of name: String) throws -> Int64? {
            try FileManager.default.attributesOfItem(atPath: folder.file(name))[.size] as? Int64
        }

        /// The peak memory of this process in bytes.
        private static func memory() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) << 10
        }
    }
}

/// Records the reports of `onProgress`.
private final class Reports: Sendable {
    private let state = Mutex((count: 0, last: HTTPRequest.Progress?.none))

    var count: Int { state.withLock { $0.count } }
    var last: HTTPRequest.Progress? { state.withLock { $0.last } }

    func add(_ progress: HTTPRequest.Progress) -> Bool {
        state.withLock { $0 = ($0.count + 1, progress) }
        return true
    }
}
