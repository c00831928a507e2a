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
        #expect(ActivationReport(outcome).text == text)
        #expect(ActivationReport(outcome, active: ["web-1"]).text == text)
        if case .refused(let reason) = outcome {
            let kept = ActivationReport.reason(reason, of: "web-1")
            #expect(kept == "web-1: no secret" && ActivationReport.reason(reason, of: nil) == reason)
            #expect(ActivationReport(.refused(kept), silent: ["web-1"]).text == text)
        }
        #expect(ActivationReport(outcome, silent: ["web-1"]).text == text)
        #expect(ActivationReport(outcome, silent: ["web-1"]).isComplete == (outcome != nil))
    }

    @Test func `of several servers, all are named, and those that have not answered`() {
        let all = ActivationReport(.answers, active: ["web-1", "web-2"])
        #expect(all.isComplete && all.text == "all of 2 servers (web-1, web-2) have activated it")
        let one = ActivationReport(.answers, active: ["web-2"], silent: ["web-1"])
        #expect(!one.isComplete)
        #expect(
            one.text.hasPrefix(
                "usher: 1 of 2 servers (web-1, web-2) activated it, and no answer came from web-1; see the log there"))
        let refused = ActivationReport(.refused("no secret"), active: ["web-1"], silent: ["web-2"])
        #expect(refused.isComplete)
        #expect(
            refused.text
                == "usher: one of 2 servers (web-1, web-2) rejected it, and all keep the previous version: no secret")
        let named = ActivationReport(.refused("web-2: no secret"), active: ["web-1"], silent: ["web-2"])
        #expect(
            named.text
                == "usher: web-2 rejected it, and all of 2 servers (web-1, web-2) keep the previous version. On web-2: "
                + "no secret")
        let gone = ActivationReport(.refused("web-3: no secret"), active: ["web-1"], silent: ["web-2"])
        let unnamed = "one of 2 servers (web-1, web-2) rejected it, and all keep the previous version"
        #expect(gone.text == "usher: \(unnamed): web-3: no secret")
        let none = ActivationReport(nil, silent: ["web-1", "web-2"])
        #expect(!none.isComplete)
        #expect(none.text.hasPrefix("none of 2 servers (web-1, web-2) has activated it yet; see their logs"))
    }
}
