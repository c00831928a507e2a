import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of forms` {
    private static let dynamic = "interactiveData.data.dynamic"
    private static let data = "interactiveData.data.dynamic.data"
    private static let pages = "interactiveData.data.dynamic.data.pages"

    @Test(arguments: [
        Complaining("\(dynamic).version", nil, missing),
        Complaining("\(dynamic).template", nil, missing),
        Complaining("\(dynamic).template", "forms", "it is `messageForms`"),
        Complaining("\(dynamic).data", nil, missing),
        Complaining("\(dynamic).pages", [], "it is called `data`"),
        Complaining("interactiveData.data.form", [:], "it is called `dynamic`"),
        Complaining("\(data).startPageIdentifier", nil, missing),
        Complaining("\(data).startPageIdentifier", "nowhere", "no page with the identifier `nowhere`"),
        Complaining("\(data).private", "yes", "expected true or false"),
        Complaining("\(data).showSummary", 1, "expected true or false"),
        Complaining("\(data).summary", true, "it is called `showSummary`"),
        Complaining("\(data).splash.buttonTitle", nil, missing),
        Complaining("\(data).splash.splashText", "x", "it is called `splashtext`"),
        Complaining("\(data).splash.header", long, "201 characters are too long"),
        Complaining("\(data).splash.imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("\(data).pages", nil, missing),
        Complaining("\(data).pages", [], "at least one page"),
        Complaining("\(pages)[0].pageIdentifier", nil, missing),
        Complaining("\(pages)[0].pageIdentifier", "aaaaaaaaaabbbbbbbbbb", "20 characters are too long"),
        Complaining("\(pages)[1].pageIdentifier", "problem", "`problem` occurs twice"),
        Complaining("\(pages)[0].type", nil, missing),
        Complaining("\(pages)[0].type", "slider", "is none of `select`, `picker`, `datePicker`, `input`"),
        Complaining("\(pages)[0].subTitle", "x", "it is called `subtitle`"),
        Complaining("\(pages)[0].subtitle", long, "201 characters are too long"),
        Complaining("\(pages)[0].options", [:], "there is no key `options` here"),
        Complaining("\(pages)[0].nextPageIdentifier", "nowhere", "no page with the identifier `nowhere`"),
        Complaining("\(pages)[0].nextPageIdentifier", nil, "this or `submitForm` is required"),
        Complaining("\(pages)[0].submitForm", true, "or sends the form, not both"),
        Complaining("\(pages)[0].items", nil, missing),
        Complaining("\(pages)[0].items", [], "at least one item"),
        Complaining("\(pages)[0].items[0].identifier", nil, missing),
        Complaining("\(pages)[0].items[0].title", nil, missing),
        Complaining("\(pages)[0].items[0].value", nil, missing),
        Complaining("\(pages)[0].items[1].identifier", "p1", "`p1` occurs twice"),
        Complaining("\(pages)[1].items[0].identifier", "p1", "`p1` occurs twice"),
        Complaining("\(pages)[0].items[0].imageIdentifier", "fish", "no image with the identifier `fish`"),
        Complaining("\(pages)[0].items[0].nextPageIdentifier", "when", "only an item of which one is chosen"),
        Complaining("\(pages)[1].items[0].nextPageIdentifier", "nowhere", "no page with the identifier `nowhere`"),
        Complaining("\(pages)[2].items[0].nextPageIdentifier", "when", "only an item of which one is chosen"),
        Complaining("\(pages)[2].selectedItemIndex", 2, "there is no item 2"),
        Complaining("\(pages)[3].options.startDate", "28.9.2026", "is not a day in the format `MM/dd/yyyy`"),
        Complaining(
            "\(pages)[3].options.maximumDate", "2026-09-01", "the last day cannot come before the first"),
        Complaining("\(pages)[3].options.format", "x", "it is called `dateFormat`"),
        Complaining("\(pages)[4].options.regex", "(", "is not a regular expression"),
        Complaining("\(pages)[4].options.required", "no", "expected true or false"),
        Complaining("\(pages)[4].options.inputType", "several", "is none of `singleline`, `multiline`"),
        Complaining("\(pages)[4].options.maximumCharacterCount", 0, "at least one character"),
        Complaining("\(pages)[4].options.keyboardType", "piano", "is none of `default`, `asciiCapable`"),
        Complaining(
            "\(pages)[4].options.keyboardType", "UIKeyboardTypeEmailAddress", "it is called `emailAddress`"),
        Complaining("\(pages)[4].options.textContentType", "shoeSize", "is none of `name`"),
        Complaining("\(pages)[4].options.colour", "red", "there is no key `colour` here"),
        Complaining("interactiveData.receivedMessage", nil, missing),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.form(to: $0) }
    }

    @Test(
        arguments: [
            ("\(pages)[4].options.keyboardType", "UIKeyboardTypeEmailAddress"),
            ("\(pages)[4].options.keyboardType", "UIKeyboardTypeTwitter"), ("\(pages)[0].nextPageIdentifier", nil),
            ("\(pages)[2].title", nil), ("\(data).splash", nil),
        ] as [(String, JSONValue?)])
    func `what Apple's page shows is taken under its own limits`(_ row: (String, JSONValue?)) async throws {
        try await withSimulator(.with { $0.limits = .documented }) { harness in
            let device = try harness.device()
            let answer = try await harness.post(Messages.form(to: device.customer).setting(row.0, to: row.1))
            #expect(answer.status == 200, "\(answer.reason)")
        }
    }

    @Test func `days are read in the language of the message`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let options = "\(Self.pages)[3].options"
            let message = Messages.form(to: device.customer).setting("locale", to: "de_DE")
                .setting("\(options).dateFormat", to: "d. MMMM yyyy")
                .setting("\(options).startDate", to: "28. Oktober 2026")
                .setting("\(options).maximumDate", to: "31. Dezember 2026")
            let answer = try await harness.post(message)
            #expect(answer.status == 200, "\(answer.reason)")
        }
    }

    @Test func `one answer may lead on while the others send the form`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.form(to: device.customer)
                .setting("\(Self.pages)[1].items[1].nextPageIdentifier", to: nil)
            #expect(try await harness.post(message).status == 200)
            _ = try await harness.simulator.fill(["problem": ["p1"], "urgent": ["No"]], from: device.id)
            let reply = harness.receiver.webhooks[0].body["interactiveData"]?["data"]?["dynamic"]
            #expect(reply?["selections"]?.array?.count == 2)
        }
    }

    @Test(arguments: [DeviceKind.mac, .oldIPhone]) func `devices without forms lose them`(_ kind: DeviceKind)
        async throws
    {
        try await withSimulator { harness in
            let device = try harness.device(kind)
            #expect(try await harness.post(Messages.form(to: device.customer)).status == 200)
            let entry = try #require(try await harness.simulator.messages(of: device.id).first)
            #expect(entry.kind == "form")
            #expect(entry.lost?.contains("lacks FORM") == true)
            await expectRefusal("no bubble of that kind") {
                try await harness.simulator.fill(Messages.filled, from: device.id)
            }
        }
    }
}
