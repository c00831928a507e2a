import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

@testable import Simulation

/// The verbs for pay sheets, sign-ins and apps.
@Suite struct ServiceVerbTests {
    private static let files: [(String, String)] = [
        (
            "Flows/bot.yaml",
            """
            bot: Corner Shop
            zone: Europe/Paris
            currency: EUR
            start: shop
            anywhere:
              agent, help, support: shop/person
            people:
              counter:
            if_silent: never
            if_other: shop/person
            if_failed: shop/person

            """
        ),
        (
            "Flows/shop.yaml",
            """
            flow: shop
            start: welcome
            steps:
              welcome:
                ask: Who are you?
                sign_in: shop
                if_cancelled: seat
                then: seat
              seat:
                ask: Which seat?
                app: seats
                then: checkout
              checkout:
                ask: Pay for {welcome.name, or you}
                pay:
                  Ticket: 50.00 EUR
                shipping:
                  - label: Pick up
                    note: Tomorrow
                    price: 0.00 EUR
                    id: pickup
                  - label: Letter post
                    note: Soon
                    price: 3.90 EUR
                    id: letter
                contact: [name, post]
                recalculate: costs
                if_failed:
                  say: No money was taken.
                  retry_from: checkout
                  tries: 1
                  then: person
                if_cancelled: kept
                then: thanks
              thanks:
                say: Seat {seat.seat, or free}, {checkout.shipping}, {checkout.reference}, {checkout.contact.address.city, or nowhere}.
                then: end
              kept:
                say: We keep it.
                then: end
              person:
                say: Somebody will answer.
                hand_over: counter

            """
        ),
    ]

    private static let actions = """
        hosts: [api.example.com]
        records:
          line:
            label: text
            price: money
        actions:
          charge:
            post: https://api.example.com/charge
            takes:
              amount: money
            gives:
              reference: text
            examples:
              ok:
                reference: T-9
          costs:
            post: https://api.example.com/costs
            takes:
              reason: text
              address: place, optional
              items: list of line
            gives:
              items: list of line
              problem: text, optional
            examples:
              with tax:
                items:
                  - label: Ticket
                    price: 50.00 EUR
                  - label: Tax
                    price: 9.50 EUR
              far away:
                items: []
                problem: We do not ship there.

        """

    private static let services = """
        sign_in:
          shop:
            discovery: https://id.example.com
            client: shop
            claims:
              name: text
        merchants:
          shop:
            identifier: merchant.example
            country: FR
            networks: [visa]
            processor: charge
        apps:
          seats:
            bid: a:b:c
            app_id: 1
            name: Seats
            web: https://seats.example.com
            gives:
              seat: text
              row: number, optional

        """

    static func play(_ transcript: String) throws -> (report: TestReport, files: [SourceFile]) {
        let project = ProjectFiles(
            texts: files.map { SourceFile(path: $0.0, text: $0.1) },
            actions: SourceFile(path: "Config/actions.yaml", text: actions),
            services: SourceFile(path: "Config/services.yaml", text: services), assets: [:], version: "test")
        let compilation = Compiler.compile(project, options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        let file = SourceFile(path: "Flows/shop.transcript", text: transcript)
        return (TestReport(playing: [file], with: bot), [file])
    }

    private static let atTheSheet = "sign in: success with name = Ana\napp: seat = 12A\n"

    @Test(arguments: [
        "bot: Who are you?\nexpect: shown as sign_in\nsign in: success\nexpect: welcome.name is Ana Sample\nexpect: at seat",
        "sign in: success with name = Ana\nexpect: welcome.name is Ana",
        "sign in: failure\nexpect: handed over to counter",
        "sign in: cancel\nexpect: at seat",
        "given: device without sign_in\nbot: Who are you?\nbot: Sign in here:*\nexpect: shown as link",
        "given: device without app\nsign in: cancel\nbot: https://seats.example.com\nexpect: shown as link\napp: seat = 1",
        "given: device is text only\nexpect: device.pay is no and device.app is no",
        "sign in: cancel\nexpect: shown as app\napp: seat = 12A, row = 4\nexpect: seat.row is 4",
        atTheSheet + "bot: Pay for Ana\nexpect: shown as pay\nexpect: total is 50.00 EUR\nexpect: total is 50.00",
        atTheSheet
            + "change: shipping = Letter post\nexpect: total is 63.40 EUR\nexpect: called costs with reason = shipping",
        atTheSheet + "change: address = 5 Rue Basse, 75001 Paris, FR\nexpect: total is 59.50 EUR\npay: paid\n"
            + "bot: Seat 12A, Pick up, T-9, Paris.\nexpect: checkout.total is 59.50 EUR\nexpect: ended",
        atTheSheet
            + "change: card = credit\nchange: shipping = letter\npay: paid\nbot: Seat 12A, Letter post, T-9, Berlin.",
        "given: costs answers far away\n" + atTheSheet
            + "change: shipping = Letter post\nexpect: total is 50.00 EUR\npay: cancelled\n"
            + "bot: We keep it.",
        "given: costs fails\n" + atTheSheet + "change: shipping = Letter post\nexpect: total is 50.00 EUR",
        "given: device without pay\n" + atTheSheet
            + "bot: Pay for Ana\nbot: Pay here:*\nexpect: shown as link\npay: paid\nexpect: ended",
        atTheSheet + "pay: declined\nbot: No money was taken.\npay: declined\nexpect: handed over to counter\n"
            + "expect: checkout.problem is declined",
    ])
    func `a conversation goes as written`(_ lines: String) throws {
        let (report, files) = try Self.play("test: one\n\(lines)\n")
        #expect(report.failed == 0, "\(DiagnosticReport(report.allDiagnostics, in: files).text())")
        #expect(report.passed == 1)
    }

    @Test(arguments: [
        ("‸pay: paid", "transcript-nothing-waiting", "nothing to pay: `welcome` asks for a sign-in"),
        ("‸change: card = credit", "transcript-nothing-waiting", "nothing to change: `welcome` asks for a sign-in"),
        ("sign in: ‸maybe", "transcript-syntax", "signing in cannot end as `maybe`"),
        ("sign in: ‸success with shoe = 4", "transcript-syntax", "there is no `shoe` in Config/services.yaml"),
        ("sign in: cancel\napp: ‸row = three", "transcript-syntax", "`three` is not a number"),
        ("sign in: cancel\napp: ‸12A", "transcript-syntax", "`12A` does not say what a field is"),
        (atTheSheet + "expect: ‸total is 49.00 EUR", "transcript-expect", "the total is 50.00 EUR, not 49.00 EUR"),
        (atTheSheet + "expect: ‸total is much", "transcript-syntax", "`much` is not money"),
        (atTheSheet + "change: ‸shipping = Pigeon", "transcript-not-offered", "`Pigeon` was not offered"),
        (atTheSheet + "change: ‸colour = red", "transcript-syntax", "a pay sheet has no `colour` to change"),
        (atTheSheet + "pay: ‸later", "transcript-syntax", "a pay sheet cannot end as `later`"),
    ])
    func `a line that does not go as written is told`(_ lines: String, _ code: String, _ message: String) throws {
        let place = lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
            number, line in
            line.firstIndex(of: "‸").map { (number + 2, line.distance(from: line.startIndex, to: $0) + 1) }
        }
        let (report, files) = try Self.play("test: one\n\(lines.replacing("‸", with: ""))\n")
        let told = DiagnosticReport(report.allDiagnostics, in: files)
        let found = try #require(told.diagnostics.first)
        #expect(
            told.diagnostics.count == 1 && found.code.rawValue == code && found.message == message, "\(told.text())")
        let start = told.places(of: found.span).start
        #expect(start.line == place.first?.0 && start.column == place.first?.1, "\(told.text())")
    }
}
