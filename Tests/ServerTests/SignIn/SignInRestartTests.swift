import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import FlowEngine
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// A server that stops in the middle of a sign-in.
@Suite struct SignInRestartTests {
    @Test func `a customer whose code was taken when the server stopped takes the exit for failures`() async throws {
        let folder = try TemporaryFolder()
        let key = StorageKey.random()
        let question = Kept()
        try await Bank.run(folder: folder, key: key) { bank in
            let phone = try Phone(on: bank.server)
            _ = try await phone.says("hello")
            let conversation = ConversationKey(
                channel: "apple", customer: phone.device.customer.text, business: phone.device.business.text)
            let open = try #require(try await bank.server.database.sessions.session(of: conversation)?.session.open)
            // The state left by a server that is killed between taking the state and the provider's response.
            let pending = PendingSignIn(
                way: .device, conversation: conversation, question: try #require(open.ids.first),
                asked: AskedSignIn(provider: "bank", scope: [], extra: [], linkWords: "", digitsWords: ""),
                redirect: "", verifier: nil, nonce: "", expires: bank.server.clock.now + .minutes(10))
            try await bank.server.database.signIns.begin(pending, under: "interrupted")
            #expect(try await bank.server.database.signIns.take("interrupted", at: bank.server.clock.now))
            await question.keep(conversation)
        }
        try await Bank.run(folder: folder, key: key) { bank in
            let conversation = try #require(await question.conversation)
            await bank.server.log.line(with: "sign-in interrupted")
            await bank.server.untilHandled()
            let session = try #require(try await bank.server.database.sessions.session(of: conversation)?.session)
            #expect(session.status == .ended)
            #expect(
                try await bank.server.database.signIns.interruptedSignIns(takenUntil: bank.server.clock.now, limit: 1)
                    == [])
        }
    }

    private actor Kept {
        var conversation: ConversationKey?

        func keep(_ conversation: ConversationKey) { self.conversation = conversation }
    }
}
