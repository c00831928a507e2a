import AppleSimulator
import Channels
import Concurrency
import Expressions
import TestSupport
import Testing

@Suite struct SilenceTests {
    @Test func `a customer who stays silent is asked, and then left in peace`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            try await phone.waits(.minutes(10), shows: ["Are you still there?"])
            try await phone.waits(.minutes(10), shows: ["Write again whenever you like."])
        }
    }

    @Test func `an answer in time keeps the silence away`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            server.clock.turn(by: .minutes(9))
            try await phone.taps("Order parts")
            server.clock.turn(by: .minutes(9))
            try await phone.taps("Bell", shows: ["What is your name?"])
            try await phone.waits(.minutes(10), shows: ["Are you still there?"])
        }
    }

    @Test func `silence is noticed after a restart`() async throws {
        let folder = try TemporaryFolder()
        let customer = CustomerID(Webhook.customer)
        try await TestServer.run(.init(folder: folder)) { server in
            let phone = try Phone(on: server, customer: customer)
            try await phone.says("Hi")
            await server.stop()
        }
        try await TestServer.run(.init(folder: folder)) { server in
            let phone = try Phone(on: server, customer: customer)
            try await phone.waits(.minutes(11), shows: ["Are you still there?"])
        }
    }
}
