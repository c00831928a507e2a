import Expressions
import FlowEngine
import FlowModel
import Forecasts
import JSON
import Testing

/// Customers for whom the outcome must be the same are played once, without a visible difference.
@Suite struct GroupTests {
    @Test(arguments: UInt64(0)..<6) func `playing like customers once finds for each of them what playing all finds`(
        seed: UInt64
    ) throws {
        let today = try Crowd.bot(version: "1")
        let next = try Crowd.next(seed)
        var crowd = Crowd(of: today, seed: seed)
        var sessions: [Session] = []
        for number in 0..<60 {
            let session = try crowd.session(number)
            sessions += try crowd.alike(session, 3)
        }
        for known in [today, nil] {
            let rehearsal = Forecaster(of: next, inPlaceOf: known, at: Shop.now)
            var grouped = GroupedForecaster(of: next, inPlaceOf: known, at: Shop.now)
            var count = 0
            for session in sessions {
                let alone = rehearsal.forecast(of: session)
                let found = grouped.forecast(of: session)
                #expect(found == alone, "seed \(seed): \(session.json.text)")
                count += alone == nil ? 0 : 1
            }
            #expect(count > 60 && grouped.plays < count)
        }
    }

    @Test func `ten times as many customers at the same steps are no more plays`() throws {
        let bot = try Shop.bot(version: "1")
        let first = try Shop.customer(of: bot, saying: "hello")
        let second = try Shop.customer(of: bot, saying: "hello", "Red")
        var grouped = GroupedForecaster(of: bot, inPlaceOf: bot, at: Shop.now + .hours(3))
        var crowd = Crowd(of: bot, seed: 1)
        for (count, plays) in [(100, 2), (1_000, 2)] {
            let sessions = try crowd.alike(first, count) + crowd.alike(second, count)
            let found = sessions.compactMap { grouped.forecast(of: $0) }
            #expect(found.count == 2 * count + 2)
            #expect(grouped.plays == plays && grouped.silencePlays == 0)
        }
    }

    @Test func `silence to come is played at its moment for each, and nothing else`() throws {
        let bot = try Shop.bot(version: "1")
        var grouped = GroupedForecaster(of: bot, inPlaceOf: bot, at: Shop.now)
        var crowd = Crowd(of: bot, seed: 1)
        for session in try crowd.alike(Shop.customer(of: bot, saying: "hello"), 50) {
            let found = grouped.forecast(of: session)
            #expect(found?.ways.count == 4)
        }
        #expect((grouped.plays, grouped.silencePlays) == (1, 51))
    }

    @Test func `where a flow reads the id of the customer everybody is played`() throws {
        let bot = try Shop.bot(
            version: "1", ("      Red: size", "      Red: who"),
            ("  size:", "  who:\n    when:\n      customer.id is vip: end\n      otherwise: size\n  size:"))
        let session = try Shop.customer(of: bot, saying: "hello")
        var grouped = GroupedForecaster(of: bot, inPlaceOf: nil, at: Shop.now)
        let ways = ["ana", "vip", "ben"].map { customer in
            var session = session
            session.customer = customer
            return grouped.forecast(of: session)?.ways.first?.then
        }
        let size = Ending.place(Place(flow: "shop", step: "size", waiting: .answer), .usual)
        #expect(ways[0] == size && ways[1] != size && ways[2] == size && grouped.plays == 3)
    }

    @Test func `what was not needed for longest is given up, and played again`() throws {
        let bot = try Shop.bot(version: "1")
        let sessions = try (0..<5).map { number in
            var session = try Shop.customer(of: bot, saying: "hello")
            session.said = "\(number)"
            return session
        }
        var grouped = GroupedForecaster(of: bot, inPlaceOf: bot, at: Shop.now, capacity: 2)
        for session in sessions + [sessions[4], sessions[3], sessions[0]] { _ = grouped.forecast(of: session) }
        #expect(grouped.plays == 6)
    }
}
