import Diagnostics
import FlowModel
import Simulation
import Testing

/// The conversation of a finding passes in `usher test` until the flow is mended, and fails then. The pages of the other
/// codes prove the same (`PageTests`).
@Suite struct FindingTranscriptTests {
    /// A fault and its cure.
    struct Fault: Sendable, CustomTestStringConvertible {
        let code: DiagnosticCode
        let faulty: String
        /// What stands in the faulty flow, and in the mended one instead.
        let mend: (String, String)
        /// What the transcript of the flow states.
        var stated = ""

        var mended: String { faulty.replacing(mend.0, with: mend.1) }
        var testDescription: String { "\(code.rawValue) \(stated)" }
    }

    private static let loop = """
        first:
          set:
            loaves: 1
          ask: Bread?
          answers: [Yes, No]
          if_silent:
            after: 1 hour
            then: bye
          then: enough
        enough:
          when:
            loaves is more than 5: bye
            otherwise: first
        """

    private static let tooFew = """
        first:
          set:
            days: [Monday, Tuesday]
          ask: Which days?
          answers:
            - each: day in days
              label: "{day}"
          several: yes
          at_least: 3
          if_other:
            say: Please choose three days.
            tries: 2
            then: person
          then: bye
        """

    private static let order = """
        first:
          ask: Bread or cake?
          answers:
            Bread: sure
            Cake: order
        sure:
          ask: Shall I book it?
          answers:
            Yes please: order
            No: first
        order:
          call: book
          if_failed: sorry
          then: booked
        booked:
          say: It is booked.
          then: end
        """

    static let faults = [
        Fault(code: .noWayOut, faulty: loop, mend: ("otherwise: first", "otherwise: bye")),
        Fault(code: .cannotAnswer, faulty: tooFew, mend: ("at_least: 3", "at_least: 1")),
        Fault(
            code: .propertyBroken, faulty: order, mend: ("Cake: order", "Cake: sure"),
            stated: "always: sure before call book"),
        Fault(code: .propertyBroken, faulty: order, mend: ("No: first", "No: booked"), stated: "never: sure twice"),
        Fault(
            code: .propertyBroken, faulty: order, mend: ("Cake: order", "Cake: sure"),
            stated: "never: call book when first is Cake and sure is empty"),
        Fault(
            code: .silentEnd, faulty: order.replacing("No: first", with: "No: end"), mend: ("No: end", "No: booked")),
        Fault(
            code: .calledTwice,
            faulty: order.replacing(
                "  then: end",
                with: "  ask: More?\n  text: one line\n  if_silent:"
                    + "\n    after: 1 hour\n    then: order\n  then: bye"),
            mend: ("    then: order\n", "    then: bye\n")),
        Fault(
            code: .waitsForNothing,
            faulty: order.replacing("  call: book\n", with: "  say: One moment.\n  call: book\n")
                .replacing(
                    "  say: It is booked.\n  then: end", with: "  when:\n    first is Cake: end\n    otherwise: bye"),
            mend: ("Cake: end", "Cake: bye")),
    ]

    @Test(arguments: faults) func `the conversation passes until the flow is mended`(_ fault: Fault) throws {
        let bot = try ExplorationTests.bot(fault.faulty)
        let stated = StatedProperties(of: [Self.transcript(fault.stated + "\n")], in: bot)
        #expect(stated.diagnostics.isEmpty)
        let findings = Exploration(of: PlayBot(bot), stating: stated).findings.filter { $0.code == fault.code }
        let mended = try ExplorationTests.bot(fault.mended)
        #expect(!findings.isEmpty && fault.mended != fault.faulty)
        for finding in findings {
            let text = try #require(finding.transcript)
            let before = TestReport(playing: [Self.transcript(text)], with: bot)
            #expect(before.passed == 1 && before.failed == 0, "\(text)\n\(before.allDiagnostics)")
            let after = TestReport(playing: [Self.transcript(text)], with: mended)
            #expect(after.failed == 1, "\(text)")
        }
        let left = Exploration(
            of: PlayBot(mended), stating: StatedProperties(of: [Self.transcript(fault.stated + "\n")], in: mended))
        #expect(left.findings.filter { $0.code == fault.code } == [])
    }

    @Test func `every code with a conversation has a fault here or a page that mends it`() {
        let onPages: Set<DiagnosticCode> = [
            .silentEnd, .calledTwice, .waitsForNothing, .overLimit, .emptyInText, .personAway, .priceDiffers,
        ]
        let codes = Set(Self.faults.map(\.code)).union(onPages)
        #expect(codes == DiagnosticCode.explored.subtracting([.neverReached]))
    }

    private static func transcript(_ text: String) -> SourceFile {
        SourceFile(path: "Flows/hello.transcript", text: text)
    }
}
