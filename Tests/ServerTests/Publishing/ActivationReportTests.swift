import Testing

@testable import FlowPublishing

/// What `usher publish` reports of one server, and of several on one database.
@Suite struct ActivationReportTests {
    private static let ofOne: [(Publisher.Outcome?, String)] = [
        (.answers, "the server has activated it"),
        (.refused("no secret"), "usher: the server rejected it, and keeps the previous version: no secret"),
        (nil, "the server has not activated it yet; see its log for the reason"),
    ]

    @Test(arguments: ofOne)
    func `one server is the server, with a name or without`(outcome: Publisher.Outcome?, text: String) {
        #expect(ActivationReport().text(of: outcome) == text)
        #expect(ActivationReport(servers: ["web-1"]).text(of: outcome) == text)
    }

    @Test func `of several servers, one has answered, and all are named`() {
        let report = ActivationReport(servers: ["web-1", "web-2"])
        let begins = { (outcome: Publisher.Outcome?, words: String) in report.text(of: outcome).hasPrefix(words) }
        #expect(
            begins(
                .answers, "one of 2 servers (web-1, web-2) has activated it, and the others do within two seconds; if"))
        #expect(
            begins(
                .refused("no secret"),
                "usher: one of 2 servers (web-1, web-2) rejected it, and all keep the previous version: no secret"))
        #expect(begins(nil, "none of 2 servers (web-1, web-2) has activated it yet; see their logs"))
    }
}
