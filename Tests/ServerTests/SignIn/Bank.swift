import AppleSimulator
import ChildProcess
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import JSON
import Projects
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// A bank whose customers sign in at an identity provider of the simulated Apple.
struct Bank: Sendable {
    let server: TestServer

    static let provider = "bank"
    static let person = IdentityDescription.Person(
        user: "ana", password: "correct horse", claims: ["name": "Ana", "branch": "Harbour"])
    static let other = IdentityDescription.Person(
        user: "mallory", password: "battery staple", claims: ["name": "Mallory", "branch": "Hill"])
    static let secret = "client secret"

    /// Runs the bank's server while `work` runs.
    ///
    /// - Parameter asksCode: whether the provider requires a second factor.
    static func run(
        folder: TemporaryFolder? = nil, asksCode: Bool = false, people: [IdentityDescription.Person] = [person, other],
        key: StorageKey? = .random(), publicURL: String? = nil, _ work: @Sendable (Bank) async throws -> Void
    ) async throws {
        var setup = TestServer.Setup()
        setup.folder = folder
        setup.port = try freePort()
        setup.key = key
        setup.publicURL = publicURL
        setup.environment = ["USHER_SECRET_BANK_CLIENT": secret]
        let redirect = "http://127.0.0.1:\(setup.port ?? 0)/sign-in/bank/callback"
        setup.makeBot = { simulator in
            let issuer = try await simulator.createIdentityProvider(
                IdentityDescription(
                    provider, client: .init(id: "bank-bot", secret: secret, redirects: [redirect]), people: people))
            return try bot(issuer: issuer, asksCode: asksCode)
        }
        setup.signIn = { simulator in
            Business.SignIn(authorize: try await simulator.baseURL + "/identity/bank/authorize", client: "bank-bot")
        }
        try await TestServer.run(setup) { try await work(Bank(server: $0)) }
    }

    static func bot(issuer: String, asksCode: Bool = false) throws -> Bot {
        var files = try ProjectFolder(at: Fixtures.repository.appending(path: "Tests/ServerTests/Fixtures/Bank").path)
            .files()
        files.services = files.services.map {
            SourceFile(
                path: $0.path,
                text: String(decoding: $0.bytes, as: UTF8.self).replacing(
                    "https://issuer.example", with: issuer + (asksCode ? "\n    proof: code" : "")))
        }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    /// Returns a device that cannot sign in itself, and that has received the link.
    func phoneWithLink() async throws -> (phone: Phone, link: Link) {
        let phone = try Phone(.oldIPhone, on: server)
        let shown = try await phone.says("hello")
        return (phone, try Link(shown))
    }

    /// A link as the customer sees it.
    struct Link: Sendable {
        let address: String
        let digits: String

        init(_ shown: [String]) throws {
            let words = shown.flatMap { $0.split(whereSeparator: \.isWhitespace) }
            guard let address = words.first(where: { $0.contains("/sign-in/") }),
                let digits = words.last(where: { [2, 6].contains($0.count) && $0.allSatisfy(\.isNumber) })
            else { throw Trouble("no link was shown: \(shown)") }
            self.address = String(address)
            self.digits = String(digits)
        }
    }

    func get(_ address: String, cookie: String? = nil) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("GET", address)
        if let cookie { request.headers.append(HTTPHeader(name: "Cookie", value: cookie)) }
        return try await server.client.send(request)
    }

    func post(_ form: String, to address: String, cookie: String? = nil) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("POST", address)
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded")]
        if let cookie { request.headers.append(HTTPHeader(name: "Cookie", value: cookie)) }
        request.body = .bytes(Array(form.utf8))
        return try await server.client.send(request)
    }

    /// Opens the page of a link in a browser, and returns its cookie.
    func cookie(of link: Link) async throws -> String {
        let page = try await get(link.address)
        guard let cookie = page.header("Set-Cookie")?.split(separator: ";").first else {
            throw Trouble("the page of the link set no cookie: \(page.status)")
        }
        return String(cookie)
    }

    /// Opens a link and submits its digits, and returns the redirect to the provider.
    func open(_ link: Link) async throws -> (authorize: String, cookie: String) {
        let cookie = try await cookie(of: link)
        let answer = try await post("digits=\(link.digits)", to: link.address, cookie: cookie)
        guard answer.status == 303, let authorize = answer.header("Location") else {
            throw Trouble("the link led nowhere: \(answer.status)")
        }
        return (authorize, cookie)
    }

    /// Signs in at the provider's page, and returns the URL to which the customer is redirected.
    func signIn(
        at authorize: String, user: String = "ana", password: String = "correct horse", cancels: Bool = false
    ) async throws -> String {
        let page = try await get(authorize)
        let text = String(decoding: page.body, as: UTF8.self)
        let ticket = text.firstMatch(of: #/name="ticket" value="([^"]*)"/#)?.1 ?? ""
        var form = "ticket=\(ticket)&username=\(user)&password=\(password.replacing(" ", with: "+"))"
        if cancels { form += "&cancel=yes" }
        let answer = try await post(form, to: authorize, cookie: "ticket=\(ticket)")
        guard answer.status == 302, let back = answer.header("Location") else {
            throw Trouble("the provider did not send the customer back: \(answer.status)")
        }
        return back
    }
}
