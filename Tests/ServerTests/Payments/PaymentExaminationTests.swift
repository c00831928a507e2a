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
    private func make(
        _ name: String, days: Int = 365, uid: String = "merchant.com.sams.fish", key: [String] = ["rsa:2048"]
    ) async throws {
        try await openssl(
            ["req", "-x509", "-newkey"] + key
                + [
                    "-nodes", "-keyout", path(name, "key"), "-out", path(name, "pem"), "-days", "\(days)", "-subj",
                    "/UID=\(uid)/CN=Apple Pay Merchant Identity:\(uid)/O=Sam’s Fish", "-utf8",
                ])
    }

    private func openssl(_ arguments: [String]) async throws {
        let null = FileHandle.nullDevice
        let openssl = try ChildProcess(
            "/usr/bin/openssl", arguments, environment: [:], in: folder.path, streams: (null, null, null))
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

    @Test(arguments: [
        ["rsa:3072"], ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
        ["ec", "-pkeyopt", "ec_paramgen_curve:P-521"],
    ]) func `keys of every usual kind are compared with their certificates`(key: [String]) async throws {
        try await make("one", key: key)
        try await make("two", key: key)
        #expect(try examination(certificate: path("one", "pem"), key: path("one", "key")).lacks == [])
        let lacks = try examination(certificate: path("one", "pem"), key: path("two", "key")).lacks
        #expect(lacks == ["the merchant `fish` has a `key` that does not belong to its `certificate`"])
        // The older form of a key, as `openssl ecparam -genkey` and `openssl genrsa` wrote it.
        try await openssl(["pkey", "-in", path("one", "key"), "-traditional", "-out", path("old", "key")])
        #expect(try examination(certificate: path("one", "pem"), key: path("old", "key")).lacks == [])
    }

    @Test func `a file from a key chain has both, certificates of issuers, and words between`() async throws {
        try await make("one")
        try await make("issuer", uid: "issuer")
        try await openssl([
            "pkcs12", "-export", "-in", path("one", "pem"), "-inkey", path("one", "key"), "-certfile",
            path("issuer", "pem"), "-name", "fish", "-passout", "pass:fish", "-out", path("one", "p12"),
        ])
        let all = path("all", "pem")
        try await openssl(["pkcs12", "-in", path("one", "p12"), "-passin", "pass:fish", "-nodes", "-out", all])
        #expect(try String(contentsOfFile: all, encoding: .utf8).contains("friendlyName: fish"))
        let found = try examination(certificate: all, key: all)
        #expect(found.lacks == [] && found.warnings == [])
    }

    @Test func `a key with a password is named as such`() async throws {
        try await make("one")
        try await openssl([
            "pkcs8", "-topk8", "-in", path("one", "key"), "-passout", "pass:fish", "-out", path("locked", "key"),
        ])
        let lacks = try examination(certificate: path("one", "pem"), key: path("locked", "key")).lacks
        #expect(lacks.count == 1 && lacks[0].contains("whose key is protected by a password"), "\(lacks)")
    }

    @Test func `a certificate until after 2049 has its year in full`() async throws {
        try await make("long", days: 20_000)
        let soon = try examination(certificate: path("long", "pem"), key: path("long", "key"), days: 19_000)
        #expect(soon.lacks == [] && soon.warnings == [])
        let late = try examination(certificate: path("long", "pem"), key: path("long", "key"), days: 20_001)
        #expect(late.lacks.count == 1 && late.lacks[0].contains("has a `certificate` that ended on 2"))
    }

    @Test func `a certificate whose identifier only begins the same is somebody else's`() async throws {
        try await make("longer", uid: "merchant.com.sams.fish.test")
        let found = try examination(certificate: path("longer", "pem"), key: path("longer", "key"))
        #expect(found.warnings == ["the certificate of the merchant `fish` is not for `merchant.com.sams.fish`"])
    }

    @Test func `a certificate that is cut anywhere is no certificate, and nothing crashes`() async throws {
        try await make("whole")
        let text = try String(contentsOfFile: path("whole", "pem"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        let bytes = try #require(Data(base64Encoded: lines.dropFirst().dropLast().joined()))
        for length in Array(stride(from: 0, to: bytes.count, by: 7)) + [bytes.count] {
            let cut = bytes.prefix(length).base64EncodedString(options: [
                .lineLength64Characters, .endLineWithLineFeed,
            ])
            let pem = "-----BEGIN CERTIFICATE-----\n\(cut)\n-----END CERTIFICATE-----\n"
            try Data(pem.utf8).write(to: URL(filePath: path("cut", "pem")))
            let lacks = try examination(certificate: path("cut", "pem"), key: path("whole", "key")).lacks
            guard length < bytes.count else {
                #expect(lacks == [])
                continue
            }
            #expect(lacks.count == 1 && lacks[0].contains("which contains no valid PEM"), "\(length): \(lacks)")
        }
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
