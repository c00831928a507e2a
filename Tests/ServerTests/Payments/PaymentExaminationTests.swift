import ApplePay
import Channels
import ChildProcess
import Expressions
import FlowModel
import Foundation
import TestSupport
import Testing

@testable import Server

/// The checks of merchants before the first customer pays.
@Suite struct PaymentExaminationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Creates a certificate with its key, in the form of Apple's: RSA, with the merchant's identifier as `UID`.
    private func make(_ name: String, days: Int = 365, uid: String = "merchant.com.sams.fish") async throws {
        let null = FileHandle.nullDevice
        let openssl = try ChildProcess(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path(name, "key"), "-out",
                path(name, "pem"), "-days", "\(days)", "-subj", "/UID=\(uid)/CN=Apple Pay Merchant Identity",
            ], environment: [:], in: folder.path, streams: (null, null, null))
        try #require(await openssl.status() == 0)
    }

    private func path(_ name: String, _ ending: String) -> String { folder.path + "/\(name).\(ending)" }

    private func examination(
        certificate: String?, key: String?, publicURL: String? = "https://bot.example.com", days: Int = 0
    ) throws -> PaymentHealthChecks {
        var bot = try FishShop.bot(gateway: "https://gateway.example", pay: "")
        bot.merchants[0].certificate = certificate.map { .file($0) }
        bot.merchants[0].key = key.map { .file($0) }
        return PaymentHealthChecks(
            of: bot, ActionCalls(), publicURL: publicURL, at: SystemClock().now + .hours(24 * days + 1))
    }

    @Test func `a merchant with everything is well`() async throws {
        try await make("good")
        let found = try examination(certificate: path("good", "pem"), key: path("good", "key"))
        #expect(found.lacks == [] && found.warnings == [])
        #expect(found.healthChecks.map(\.verdict) == [.good, .good, .good])
    }

    @Test func `a certificate that ends soon is a warning, and one that has ended keeps the server from starting`()
        async throws
    {
        try await make("short", days: 20)
        let soon = try examination(certificate: path("short", "pem"), key: path("short", "key"))
        #expect(soon.lacks == [] && soon.warnings.count == 1)
        let late = try examination(certificate: path("short", "pem"), key: path("short", "key"), days: 30)
        #expect(
            late.lacks.count == 1 && late.lacks[0].contains("the merchant `fish` has a `certificate` that ended on"))
    }

    @Test func `files that do not belong together, cannot be read, or hold something else are named`() async throws {
        try await make("one")
        try await make("two")
        try Data("no key".utf8).write(to: URL(filePath: path("none", "pem")))
        let table = [
            (path("one", "pem"), path("two", "key"), "has a `key` that does not belong to its `certificate`"),
            (path("gone", "pem"), path("one", "key"), "which cannot be read"),
            (path("none", "pem"), path("one", "key"), "which contains no valid PEM"),
            (path("one", "pem"), path("none", "pem"), "which contains no valid PEM"),
        ]
        for (certificate, key, words) in table {
            let lacks = try examination(certificate: certificate, key: key).lacks
            #expect(lacks.count == 1 && lacks[0].contains(words), "\(lacks)")
            #expect(!lacks.joined().contains("no key"))
        }
    }

    @Test func `without a certificate the server runs, and says that nobody can pay`() throws {
        let found = try examination(certificate: nil, key: nil)
        #expect(found.lacks == [])
        #expect(
            found.warnings == [
                "the merchant `fish` has no `certificate`, which Apple requires for a merchant session"
            ])
    }

    @Test func `a certificate whose setting is missing is reported with the variable`() throws {
        var bot = try FishShop.bot(gateway: "https://gateway.example", pay: "")
        bot.merchants[0].certificate = .setting("fish_certificate")
        bot.merchants[0].key = .setting("fish_key")
        let found = PaymentHealthChecks(
            of: bot, ActionCalls(), publicURL: "https://bot.example.com", at: SystemClock().now)
        #expect(found.lacks == [])
        #expect(
            found.warnings == [
                "the merchant `fish` has no `certificate`, because USHER_SECRET_FISH_CERTIFICATE_FILE is not set; Apple requires it for a merchant session"
            ])
    }

    @Test func `somebody else's certificate is a warning`() async throws {
        try await make("other", uid: "merchant.com.joes.fish")
        let found = try examination(certificate: path("other", "pem"), key: path("other", "key"))
        #expect(found.warnings == ["the certificate of the merchant `fish` is not for `merchant.com.sams.fish`"])
    }

    @Test(arguments: [nil, "http://127.0.0.1:8080"]) func `Apple calls https only`(_ address: String?) async throws {
        try await make("good")
        let found = try examination(certificate: path("good", "pem"), key: path("good", "key"), publicURL: address)
        #expect(found.healthChecks.first?.verdict == .bad)
    }
}
