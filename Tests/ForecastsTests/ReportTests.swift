import Expressions
import FlowEngine
import FlowModel
import Forecasts
import JSON
import Testing

/// The report of a dry run with many customers.
@Suite struct ReportTests {
    private static func customer(_ number: Int) -> DryRunReport.Customer {
        DryRunReport.Customer(session: number, id: "c\(number)", channel: "apple")
    }

    /// Returns the report of five customers in an edited shop, in groups of two.
    private static func report() throws -> DryRunReport {
        let today = try Shop.bot(version: "1")
        let next = try Shop.bot(
            version: "2", ("  colour:", "  shade:\n    was: colour"), ("start: colour", "start: shade"),
            ("{colour}", "{shade}"), ("answers: [Large, Small]", "answers:\n      Large: done\n      Small: shade"))
        let rehearsal = Forecaster(of: next, inPlaceOf: today, at: Shop.now)
        var (first, second) = (DryRunReport(), DryRunReport())
        for number in 1...5 {
            let session =
                number == 5
                ? try Shop.customer(of: today, saying: "hello", "Red") : try Shop.customer(of: today, saying: "hello")
            let forecast = try #require(rehearsal.forecast(of: session))
            if number < 3 { first.add(forecast, customer(number)) } else { second.add(forecast, customer(number)) }
        }
        second.addUnreadable(9, because: "`status` is missing")
        first.merge(second)
        return first
    }

    @Test func `the worst comes first, with where they are and what they look at`() throws {
        #expect(
            try Self.report().text() == """
                  0  keep their place
                  4  are moved by `was`
                  1  keep their place, and something leads elsewhere than today
                  0  are asked again from the beginning: their step is gone
                  0  would expire: `expires` has become shorter
                  0  would be stuck

                1 at shop/size find something else
                    “And which size?”  [Large] [Small]
                    Small  today the end,  then shop/shade
                    session 5

                4 at shop/colour go to shop/shade
                    “Which colour?”  [Red] [Blue]
                    sessions 1, 2, 3 and 1 more

                1 could not be read, also not by the current version; session 9: `status` is missing
                """)
    }

    @Test func `programs read the same`() throws {
        let json = try Self.report().json
        #expect((json["customers"], json["moves"], json["unreadable"]) == (5, 20, 1))
        #expect(json["fates"] == ["stuck": 0, "forgotten": 0, "asked_again": 0, "changed": 1, "moved": 4, "keeps": 0])
        let changed = json["groups"]?[0]
        #expect(
            (changed?["outcome"], changed?["flow"], changed?["step"], changed?["count"]) == (
                "changed", "shop", "size", 1
            ))
        #expect(
            changed?["ways"] == [
                [
                    "kind": "answer", "words": "Small", "today": ["ending": "usual", "waiting": "nothing"],
                    "then": ["ending": "usual", "flow": "shop", "step": "shade", "waiting": "answer"], "differs": true,
                    "count": 1,
                ]
            ])
        let moved = json["groups"]?[1]
        #expect((moved?["new_step"], moved?["examples"]?.array?.count) == ("shade", 3))
    }

    @Test func `nobody is told as nobody`() {
        #expect(DryRunReport().text() == "No customer is waiting: nothing would change.")
    }

    @Test func `however many there are, a group keeps a few examples and ways`() throws {
        let today = try Shop.bot(version: "1")
        let rehearsal = Forecaster(of: today, inPlaceOf: today, at: Shop.now)
        let forecast = try #require(rehearsal.forecast(of: try Shop.customer(of: today, saying: "hello")))
        var report = DryRunReport()
        for number in 0..<5_000 { report.add(forecast, Self.customer(number)) }
        #expect(report.groups.count == 1 && report.groups[0].examples.count == 3)
        #expect(report.groups[0].count == 5_000 && report.groups[0].ways.isEmpty)
        #expect(report.text().contains("5,000 at shop/colour keep their place"))
    }
}
