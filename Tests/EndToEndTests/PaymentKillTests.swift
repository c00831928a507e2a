import AppleSimulator
import Expressions
import Foundation
import JSON
import Testing

/// A server is killed while a customer pays: they pay once, and the conversation continues.
@Suite(.timeLimit(.minutes(10))) struct PaymentKillTests {
    @Test func `a payment is taken once, although the server is killed between the provider and its answer`()
        async throws
    {
        let provider = PaymentProvider()
        try await provider.run { port in
            try await World.with(seed: 12, project: GiftShop(provider: port)) { world in
                let server = try await world.startServer()
                let device = try await askedToPay(in: world)
                provider.hold()
                async let paying = world.simulator.pay(from: device)
                await provider.untilAsked(1)
                server.kill()
                _ = await server.status()
                #expect(try await paying.isPaid == false, "nobody was left to answer")
                provider.release()

                let again = try await world.startServer()
                try await expectThanks(on: device, in: world)
                #expect(provider.charges == [["amount": "25.00", "currency": "EUR"]])
                // The sheet is still open, and the customer tries once more.
                _ = try await world.simulator.pay(from: device)
                #expect(provider.charges.count == 1)
                again.stop()
                await again.expectEnd(with: 0)
            }
        }
    }

    @Test func `a payment that was answered is told, although the server is killed before the conversation hears`()
        async throws
    {
        let provider = PaymentProvider()
        try await provider.run { port in
            try await World.with(seed: 13, project: GiftShop(provider: port)) { world in
                let server = try await world.startServer()
                let device = try await askedToPay(in: world)
                // The message after the payment is lost, and the thanks are refused at first.
                _ = world.simulator.add(try FaultRule(on: .webhook, .dropBefore, count: 1))
                _ = world.simulator.add(try FaultRule(on: .gateway, .status(503), count: 1))
                async let paying = world.simulator.pay(from: device)
                await provider.untilAsked(1)
                #expect(try await paying.isPaid)
                server.kill()
                _ = await server.status()

                let again = try await world.startServer()
                try await expectThanks(on: device, in: world)
                #expect(provider.charges.count == 1)
                again.stop()
                await again.expectEnd(with: 0)
            }
        }
    }

    /// Returns a phone with an open sheet for 25 euros.
    private func askedToPay(in world: World) async throws -> DeviceID {
        let device = try world.simulator.createDevice(DeviceDescription(business: World.business)).id
        _ = try await world.simulator.send(text: "gift", from: device)
        try await until(on: device, in: world) { $0.kind == "quick-reply" }
        try await world.simulator.tap(["A cut"], from: device)
        try await until(on: device, in: world) { $0.kind == "payment" }
        guard case .sheet = try await world.simulator.openSheet(from: device) else {
            throw ProgramFailure("no sheet came up")
        }
        return device
    }

    private func expectThanks(on device: DeviceID, in world: World) async throws {
        let thanks = "Thank you, €25.00 are paid. Your gift card comes: by e-mail."
        try await until(on: device, in: world) { $0.says == thanks }
        let said = try await world.simulator.messages(of: device, after: 0).compactMap(\.says)
        #expect(said.filter { $0 == thanks }.count == 1, "\(said)")
    }

    /// Waits until a matching message has arrived at a device.
    private func until(
        on device: DeviceID, in world: World, _ fits: (TranscriptEntry) -> Bool
    ) async throws {
        var last = 0
        while true {
            let entries = try await world.simulator.messages(of: device, after: last, wait: .seconds(60))
            if entries.contains(where: fits) { return }
            guard let entry = entries.last else { throw ProgramFailure("nothing more came") }
            last = entry.number
        }
    }
}

extension TranscriptEntry {
    fileprivate var says: String? {
        if case .received(.text(let text)) = content { text } else { nil }
    }
}

/// The sample bot, whose gift cards are paid through a provider on this machine.
private struct GiftShop: ProjectOfTest {
    /// The port of the provider.
    let provider: Int
    let secrets: [String: String] = [:]

    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL {
        for part in ["Flows", "Config"] {
            try FileManager.default.copyItem(at: Program.root.appending(path: part), to: folder.appending(path: part))
        }
        let gateway = try await simulator.baseURL
        try edit("Config/services.yaml", in: folder) { text in
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("harbour_merchant_") }.joined(separator: "\n")
                .replacing("    processor:", with: "    gateway: \(gateway)\n    processor:")
        }
        try edit("Config/actions.yaml", in: folder) { text in
            text.replacing("https://api.harbour-barbers.example", with: "http://127.0.0.1:\(provider)")
                .replacing("api.harbour-barbers.example", with: "127.0.0.1:\(provider)")
        }
        return folder.appending(path: "Flows")
    }

    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn? { nil }

    private func edit(_ file: String, in folder: URL, _ change: (String) -> String) throws {
        let place = folder.appending(path: file)
        try Data(change(try String(contentsOf: place, encoding: .utf8)).utf8).write(to: place)
    }
}
