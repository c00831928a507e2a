import ApplePay
import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// The payment processor refuses, is slow, is down, or answers twice; and a server stops in the meantime.
@Suite struct ProviderTroubleTests {
    @Test func `a refused card may be followed by another one`() async throws {
        try await FishShop.run(provider: Provider(.declined("card declined"))) { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            let shown = try await phone.after { _, _ in
                for (card, answer) in [("one", Sheet.failure), ("one", Sheet.failure), ("two", Sheet.success)] {
                    let said = try await sheet.pay(card: card)
                    #expect(said.body == answer)
                }
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            #expect(Set(shop.provider.keys).count == 2 && shop.provider.keys.count == 2)
            #expect(try await shop.trail() == [.opened, .authorised, .declined, .authorised, .paid, .told])
        }
    }

    @Test func `a refused card is told when no other one comes`() async throws {
        try await FishShop.run(provider: Provider(.declined("card declined"))) { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            let shown = try await phone.after { _, _ in
                #expect(try await sheet.pay().body == Sheet.failure)
                try await shop.server.clock.untilSomebodySleeps(until: Account.now + .minutes(2))
                shop.server.clock.turn(by: .minutes(2))
                await shop.untilTold()
            }
            #expect(shown == ["Not paid: card declined."])
            #expect(try await sheet.pay(card: "two").body == Sheet.failure)
        }
    }

    @Test func `a provider that is slow is waited for, and the flow hears of it although Apple has gone`() async throws
    {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            shop.provider.hold()
            let shown = try await phone.after { _, _ in
                async let answer = sheet.pay(card: "one")
                await shop.provider.untilAsked(1)
                try await shop.server.clock.untilSomebodySleeps(until: Account.now + .seconds(25))
                shop.server.clock.turn(by: .seconds(25))
                #expect(try await answer.body == Sheet.failure)
                // A customer who loses patience and tries another card pays nothing.
                #expect(try await sheet.pay(card: "two").body == Sheet.failure)
                shop.provider.release()
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            #expect(shop.provider.takenCount == 1)
        }
    }

    @Test func `a provider whose answer is lost is asked again under the same key`() async throws {
        try await FishShop.run(provider: Provider(.lost)) { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            let shown = try await phone.after { _, _ in
                async let answer = sheet.pay()
                try await shop.server.clock.untilSomebodySleeps(until: Account.now + .seconds(1))
                shop.server.clock.turn(by: .seconds(1))
                #expect(try await answer.body == Sheet.success)
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            #expect(shop.provider.keys.count == 2 && Set(shop.provider.keys).count == 1)
            #expect(shop.provider.takenCount == 1)
        }
    }

    @Test func `a provider that is down for a minute takes the exit for failures`() async throws {
        let down = Provider(
            .unreachable, .unreachable, .unreachable, .unreachable, .unreachable, .unreachable, .unreachable)
        try await FishShop.run(provider: down) { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            let shown = try await phone.after { _, _ in
                async let answer = sheet.pay()
                for wait in [1, 2, 4, 8, 16, 32] {
                    try await shop.server.clock.untilSomebodySleeps(until: shop.server.clock.now + .seconds(wait))
                    shop.server.clock.turn(by: .seconds(wait))
                }
                #expect(try await answer.body == Sheet.failure)
                await shop.untilTold()
            }
            #expect(shown == ["Not paid: unreachable."])
            #expect(shop.provider.keys.count == 7 && Set(shop.provider.keys).count == 1)
            #expect(try await shop.payment().state == .failed)
        }
    }

    @Test func `what a customer writes while they pay waits for the payment`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            shop.provider.hold()
            let shown = try await phone.after { simulator, device in
                async let answer = sheet.pay()
                await shop.provider.untilAsked(1)
                async let written = simulator.send(text: "help", from: device)
                try await shop.server.clock.untilSomebodySleeps(until: Account.now + .seconds(10))
                shop.provider.release()
                #expect(try await answer.body == Sheet.success)
                _ = try await written
                await shop.untilTold()
            }
            #expect(shown.first == FishShop.thanks)
            #expect(try await shop.payment().isUnclaimed == false)
        }
    }

    @Test func `a payment that was cut off goes on after the restart, under the same key, and is taken once`()
        async throws
    {
        let (folder, key) = (try TemporaryFolder(), StorageKey.random())
        let provider = Provider()
        let token = try #require(PaymentToken(["paymentData": ["data": "kdHd..GQ=="]]))
        try await FishShop.run(folder: folder, key: key, provider: provider) { shop in
            _ = try await shop.phone()
            let payment = try await shop.payment()
            // The state left by a server that is killed between the provider's charge and its response.
            let attempt = PaymentAttempt(
                payment: payment.id, key: "\(payment.question)-\(token.fingerprint)", amount: payment.amount,
                shipping: "flat_rate_shipping_id_2", contact: PayContact(name: "Johnny"), token: token.json,
                at: Account.now)
            #expect(try await shop.server.database.payments.begin(attempt) == .begun)
            provider.hasTaken(attempt.key)
        }
        try await FishShop.run(folder: folder, key: key, provider: provider) { shop in
            await shop.untilTold()
            let payment = try await shop.payment()
            #expect(payment.state == .paid && payment.isTold && !payment.isUnclaimed)
            #expect(provider.keys == ["\(payment.question)-\(token.fingerprint)"] && provider.takenCount == 1)
            let session = try #require(
                try await shop.server.database.sessions.session(of: payment.conversation)?.session)
            #expect(session.status == .ended)
        }
    }

    @Test func `money that comes for a question that was left is noted for people to look at`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            shop.provider.hold()
            async let answer = sheet.pay()
            await shop.provider.untilAsked(1)
            // A customer who deletes the conversation leaves it at once.
            _ = try await shop.server.simulator.close(from: phone.device.id)
            await shop.server.untilHandled()
            shop.provider.release()
            #expect(try await answer.body == Sheet.success)
            await shop.server.log.line(with: "payment unclaimed, its question is no longer open")
            #expect(try await shop.payment().isUnclaimed)
            #expect(
                try await shop.server.database.payments.payments(
                    PaymentFilter(isUnclaimed: true), skipping: 0, limit: 9
                ).count == 1
            )
        }
    }
}
