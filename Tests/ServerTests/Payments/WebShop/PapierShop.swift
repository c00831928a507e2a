import AppleSimulator
import ChildProcess
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Foundation
import Projects
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// The example of a shop on the web, as a business would run it: sessions over mutual TLS, its own system over HTTP,
/// and customers with devices.
struct PapierShop: Sendable {
    let server: TestServer
    let service: PapierService

    /// Runs the shop while `work` runs.
    ///
    /// - Parameter certificate: the certificate that the server presents: `merchant`, `neighbour` or `impostor`.
    static func run(
        certificate: String = "merchant", _ work: @Sendable (PapierShop) async throws -> Void
    ) async throws {
        try await AppleGateway.run { gateway in
            let service = PapierService()
            try await service.run { port in
                var setup = TestServer.Setup()
                setup.port = try freePort()
                setup.key = .random()
                setup.simulator.port = gateway.simulatorPort
                setup.simulator.merchantCertificate = AppleGateway.certificate
                setup.merchantAuthority = gateway.authority
                setup.registered = ["AddToCart": service.addToCart]
                setup.makeBot = { _ in try bot(gateway, certificate, service: port) }
                try await TestServer.run(setup) { try await work(PapierShop(server: $0, service: service)) }
            }
        }
    }

    /// Returns the example with the parts that only its business has: certificates, a processor, its own URLs.
    private static func bot(_ gateway: AppleGateway, _ certificate: String, service port: Int) throws -> Bot {
        let folder = Fixtures.repository.appending(path: "Tests/SimulationTests/Fixtures/web-shop").path
        var files = try ProjectFolder(at: folder).files()
        files.services = files.services.map { file in
            file.edited { text in
                text.trimmingSuffix(while: \.isNewline) + """

                        certificate: \(gateway.folder)/\(certificate).pem
                        key: \(gateway.folder)/\(certificate).key
                        gateway: \(gateway.url)
                        processor: take_payment

                    """
            }
        }
        files.actions = files.actions.map { file in
            file.edited { text in
                (text.trimmingSuffix(while: \.isNewline) + processor)
                    .replacing("https://api.papier.example", with: "http://127.0.0.1:\(port)")
                    .replacing("api.papier.example", with: "127.0.0.1:\(port)")
            }
        }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Account.now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text(colors: false)) }
        return bot
    }

    private static let processor = """

          take_payment:
            post: https://api.papier.example/payments
            body:
              order: {request}
              token: {token}
              amount: {amount}
            takes:
              request: text
              token: text
              amount: money
            gives:
              reference: text
            private: [token]
            problems:
              402: declined
            examples:
              paid:
                reference: P-1

        """

    /// Returns a phone at the checkout: two notebooks for 24 euros.
    func phoneAtCheckout() async throws -> Phone {
        let phone = try await phoneAtBasket()
        try await goToCheckout(phone)
        return phone
    }

    /// Returns a phone with two notebooks in the basket.
    func phoneAtBasket() async throws -> Phone {
        let phone = try Phone(.iphone, on: server)
        let (simulator, id) = (server.simulator, phone.device.id)
        try await simulator.send(text: "Hello", from: id)
        try await until(phone, "quick-reply: Notebooks, My last order")
        try await simulator.tap(["Notebooks"], from: id)
        try await until(phone, "list-picker: [Which one would you like?] Notebook A5, Notebook A6, Nothing for me")
        try await simulator.tap(["Notebook A5"], from: id)
        try await until(phone, "How many of Notebook A5?")
        try await simulator.send(text: "2", from: id)
        try await until(phone, "quick-reply: Something more, To the checkout")
        return phone
    }

    func goToCheckout(_ phone: Phone) async throws {
        try await server.simulator.tap(["To the checkout"], from: phone.device.id)
        try await until(phone, "payment: ")
    }

    /// Waits until a device has shown a text `times` times.
    func until(_ phone: Phone, _ wanted: String, times: Int = 1) async throws {
        var (last, seen) = (0, [String]())
        while seen.count(where: { $0 == wanted }) < times {
            let entries = try await server.simulator.messages(of: phone.device.id, after: last, wait: .seconds(60))
            guard let newest = entries.last else { throw Trouble("`\(wanted)` did not come, but \(seen)") }
            seen += entries.map(\.shown)
            last = newest.number
        }
    }

    /// Returns all messages that a device has shown.
    func shown(on phone: Phone) async throws -> [String] {
        try await server.simulator.messages(of: phone.device.id, after: 0).map(\.shown)
    }

    /// Opens the newest sheet of a device.
    @discardableResult
    func open(_ phone: Phone) async throws -> PaymentSheet {
        guard case .sheet(let sheet) = try await server.simulator.openSheet(from: phone.device.id) else {
            throw Trouble("no sheet came up")
        }
        return sheet
    }
}

extension SourceFile {
    fileprivate func edited(_ edit: (Substring) -> String) -> SourceFile {
        SourceFile(path: path, text: edit(Substring(String(decoding: bytes, as: UTF8.self))))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isSuperfluous: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isSuperfluous(last) { text.removeLast() }
        return String(text)
    }
}
