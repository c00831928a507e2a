import Foundation
import Testing

/// The bike-repair bot in the terminal, with a real service behind its calls.
@Suite struct CallTests {
    @Test func `a repair is booked with a service on this machine`() async throws {
        let service = WorkshopService()
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run { listening.yield($0) } }
            let project = try project(service: await ports.first { _ in true } ?? 0)
            defer { try? FileManager.default.removeItem(at: project) }
            let chat = try await Program.run(
                ["chat", "--path", project.path], input: "hello\n1\nBrakes\n1\n2\n",
                environment: ["USHER_SIMULATOR_PORT": "9", "USHER_SECRET_SHOP_TOKEN": "s3cret"])
            #expect(chat.status == 0, "\(chat.errors)")
            #expect(chat.output.contains("Sorry, that time has just gone."))
            #expect(chat.output.contains("Booked! Brakes on "))
            #expect(chat.output.contains("Your code is R-1701."))
            #expect(!(chat.output + chat.errors).contains("s3cret"))
            group.cancelAll()
        }
        #expect(service.services == ["Brakes", "Brakes"])
        #expect(service.bookings.map(\.authorization) == ["Bearer s3cret", "Bearer s3cret"])
        #expect(service.bookings.allSatisfy { $0.start.contains("T") })
        #expect(Set(service.bookings.map(\.key)).count == 2, "each visit of the step has a key of its own")
        #expect(service.bookings.allSatisfy { $0.key.count == 36 })
    }

    @Test func `without a service the examples of a made-up host answer`() async throws {
        let chat = try await Program.run(
            ["chat"], input: "hello\n1\ntrim\n1\nyes please\n", environment: ["USHER_SIMULATOR_PORT": "9"])
        #expect(chat.output.contains("Your code is HB-204."))
    }

    /// Returns the bike-repair bot with its actions on this machine.
    private func project(service port: Int) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-bikes-\(UUID().uuidString)")
        try FileManager.default.copyItem(
            at: Program.root.appending(path: "Tests/SimulationTests/Fixtures/bike-repair"), to: folder)
        let actions = folder.appending(path: "Config/actions.yaml")
        let text = try String(contentsOf: actions, encoding: .utf8)
            .replacing("https://api.spoke.example", with: "http://127.0.0.1:\(port)")
            .replacing("api.spoke.example", with: "127.0.0.1:\(port)")
        try Data(text.utf8).write(to: actions)
        try Data("actions:\n  private_addresses: yes\n".utf8).write(to: folder.appending(path: "Config/usher.yaml"))
        return folder
    }
}
