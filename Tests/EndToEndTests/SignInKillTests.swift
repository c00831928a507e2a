import AppleSimulator
import Expressions
import Foundation
import JSON
import Testing

/// A server is killed while a customer comes back from signing in.
@Suite struct SignInKillTests {
    @Test(.timeLimit(.minutes(10)))
    func `a customer who has signed in is greeted, although the server is killed before the window closes`()
        async throws
    {
        try await World.with(seed: 11, project: Bank()) { world in
            let server = try await world.startServer()
            let device = try world.simulator.createDevice(DeviceDescription(business: World.business)).id
            _ = try await world.simulator.send(text: "hello", from: device)
            _ = try await world.simulator.messages(of: device, after: 0, wait: .seconds(60))
            let asked = try world.simulator.lastNumber(of: device)

            // The event of the closed window is lost, and the greeting is refused at first.
            _ = world.simulator.add(try FaultRule(on: .gateway, .status(503), count: 1))
            _ = world.simulator.add(try FaultRule(on: .webhook, .dropBefore, count: 1))
            let signingIn = Task {
                try await world.simulator.signIn(user: "ana", password: "correct horse", from: device)
            }
            #expect(await server.errors.wait(for: "sign-in ended"))
            server.kill()
            _ = await server.status()

            let again = try await world.startServer()
            // A server killed before it has sent the redirect leaves a window that stays open; everything else is the
            // same.
            let status = try? await signingIn.value.status
            #expect(status == "success" || status == nil)
            let greeted = try await world.simulator.messages(of: device, after: asked, wait: .seconds(60))
            let texts = greeted.compactMap { entry -> String? in
                if case .received(.text(let text)) = entry.content { text } else { nil }
            }
            #expect(texts == ["Hello Ana, your branch is Harbour."])
            again.stop()
            await again.expectEnd(with: 0)
        }
    }
}

/// A bank whose customers sign in at an identity provider of the simulated Apple.
private struct Bank: ProjectOfTest {
    let secrets = ["USHER_SECRET_BANK_CLIENT": "client secret"]

    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL {
        let issuer = try await simulator.createIdentityProvider(
            IdentityDescription(
                "bank", client: .init(id: "bank-bot", secret: "client secret"),
                people: [
                    .init(
                        user: "ana", password: "correct horse", claims: ["name": "Ana", "branch": "Harbour"])
                ]))
        for part in ["Flows", "Config"] {
            try FileManager.default.copyItem(
                at: Program.root.appending(path: "Tests/ServerTests/Fixtures/Bank/\(part)"),
                to: folder.appending(path: part))
        }
        let services = folder.appending(path: "Config/services.yaml")
        let text = try String(contentsOf: services, encoding: .utf8)
            .replacing("https://issuer.example", with: issuer)
        try Data(text.utf8).write(to: services)
        return folder.appending(path: "Flows")
    }

    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn? {
        Business.SignIn(authorize: try await simulator.baseURL + "/identity/bank/authorize", client: "bank-bot")
    }
}
