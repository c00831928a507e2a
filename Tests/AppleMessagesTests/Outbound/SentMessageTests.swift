import AppleMessages
import Channels
import Foundation
import JSON
import Logging
import MessageModel
import MessageParts
import Testing

/// Messages as they are sent to Apple, converted back into parts.
@Suite struct SentMessageTests {
    private static let device = Device(channel: .apple, capabilities: [.quick, .list, .time, .form, .auth2])

    /// Provides pictures embedded in the message.
    private struct Inside: PictureSource {
        func bytes(of picture: Picture) async -> [UInt8]? {
            PartData(address: picture.source)?.bytes.map { [UInt8]($0) }
        }
    }

    @Test(arguments: [
        "text", "quick-reply", "list-picker", "list-picker-with-sections", "list-picker-of-several-with-images",
        "time-picker", "form", "form-of-everything", "rich-link",
    ])
    func `what goes to Apple is the same after it was parts`(_ name: String) async throws {
        let body = try Fixtures.json("Outbound/\(name).json")
        let bridge = PartsBridge()
        let message = try SentMessage(body, bridge).message()
        var names = NodeNames(seed: name)
        let parts = TypeRegistry.standard.parts(of: message, message: "layer:///messages/m", &names)
        let read = try TypeRegistry.standard.message(of: parts).message
        let writer = AppleWriter(pictures: Inside(), logger: Logger(label: "test"))
        var bodies: [JSONValue] = []
        for message in bridge.messages(of: read, on: Self.device) { bodies += try await writer.bodies(of: message) }
        #expect(bodies.count == 1)
        for key in ["type", "body", "richLinkData"] { #expect(bodies.first?[key] == body[key]) }
        #expect(
            (bodies.first?["interactiveData"]).map(Self.comparable) == (body["interactiveData"]).map(Self.comparable))
    }

    /// Returns the JSON without members implied by the kind of a page, which a form's payload does not repeat in full.
    private static func comparable(_ json: JSONValue) -> JSONValue {
        switch json {
        case .array(let items): return .array(items.map(comparable))
        case .object(let object):
            let kept = object.filter { !["regex", "maximumCharacterCount"].contains($0.key) }
            return .object(JSONObject(kept.map { ($0.key, comparable($0.value)) }))
        default: return json
        }
    }

    @Test(arguments: [
        (#"{}"#, "`type` is missing"), (#"{"type": "typing_start"}"#, "`type` is `typing_start`; supported are"),
        (#"{"type": "text"}"#, "`body` is missing"), (#"{"type": "richLink"}"#, "`richLinkData` is missing"),
        (#"{"type": "interactive", "interactiveData": {}}"#, "`interactiveData` has neither `data` nor `appId`"),
        (#"{"interactiveData": {"data": {}}}"#, "`interactiveData.data` has no known kind"),
        (#"{"interactiveData": {"data": {"listPicker": {}}}}"#, "`sections` is missing"),
        (
            #"{"interactiveData": {"data": {"listPicker": {"sections": [{"items": [{}]}]}}}}"#,
            "`listPicker.sections[0].items[0].identifier` is missing"
        ),
        (
            #"{"interactiveData": {"data": {"event": {"timeslots": [{"startTime": "noon"}]}}}}"#,
            "`event.timeslots[0].startTime` is not a time"
        ),
        (
            #"{"interactiveData": {"data": {"dynamic": {"data": {"pages": [{}]}}}}}"#,
            "`dynamic.data.pages[0].pageIdentifier` is missing"
        ),
    ])
    func `what cannot be read says what is missing, and where`(_ body: String, _ reason: String) throws {
        let json = try JSONValue(parsing: body)
        #expect {
            try SentMessage(json, PartsBridge()).message()
        } throws: { error in
            (error as? JSONError)?.reason.hasPrefix(reason) == true
        }
    }

    @Test func `services and apps are told as what they are`() throws {
        let app = try SentMessage(Fixtures.json("Outbound/app.json"), PartsBridge()).message()
        #expect((app.content as? ServiceContent)?.service == "app")
        let body =
            #"{"interactiveData": {"receivedMessage": {"title": "Sign in"}, "data": {"authenticate": {"oauth2": {}}}}}"#
        let signIn = try SentMessage(JSONValue(parsing: body), PartsBridge()).message()
        #expect((signIn.content as? ServiceContent)?.service == "sign_in")
        #expect(MessagePresenter().text(of: signIn) == "Sign in")
    }

    @Test(arguments: [Examples.payment, Examples.paymentOfEverything])
    func `a payment is read back as what was asked`(_ message: PayMessage) async throws {
        let body = try #require(try await Sending.bodies(of: .pay(message), payments: FixedPayments()).first)
        let rich = try SentMessage(body, PartsBridge()).message()
        var asked = message.pay
        asked.merchant = FixedPayments.merchant.identifier
        asked.linkWords = ""
        #expect((rich.content as? ServiceContent)?.asked == asked.json.object)
        #expect(rich.customData["question"]?.string == message.question)
    }

    @Test func `a line that is called like a free way of shipping stays a line`() async throws {
        var message = Examples.payment
        message.pay = Examples.asked(
            lines: [Examples.line("Bread", "4.00"), Examples.line("Here", "0.00")],
            methods: [.init(id: "here", label: "Here", note: "Now", price: Examples.money("0.00"))])
        let body = try #require(try await Sending.bodies(of: .pay(message), payments: FixedPayments()).first)
        let rich = try SentMessage(body, PartsBridge()).message()
        let asked = try #require((rich.content as? ServiceContent)?.asked)
        #expect(try AskedPay(json: .object(asked)).sheet == message.pay.sheet)
    }

    @Test func `a sign-in is read back as what was asked`() async throws {
        let asked = AskedSignIn(
            provider: "shop", scope: ["openid", "email"],
            extra: [NamedText("nonce", "n"), NamedText("prompt", "login")],
            linkWords: "", digitsWords: "")
        let message = SignInMessage(question: "q-1", bubble: Examples.bubble("Sign in"), signIn: asked)
        let body = try #require(try await Sending.bodies(of: .signIn(message), signIns: FixedSignIns()).first)
        let rich = try SentMessage(body, PartsBridge()).message()
        #expect((rich.content as? ServiceContent)?.asked == asked.json.object)
    }

    @Test(arguments: [
        "{}", #"{"paymentRequest":{"currencyCode":"EUR"}}"#,
        #"{"paymentRequest":{"currencyCode":"EUR","total":{"amount":"4.00"},"lineItems":[{"amount":"3.00"}]}}"#,
        #"{"paymentRequest":{"currencyCode":"EUR","total":{"amount":"x"},"lineItems":[{"amount":"x"}]}}"#,
        #"{"paymentRequest":{"currencyCode":"bread","total":{"amount":"1.00"}}}"#,
    ])
    func `a payment that does not add up is told as it stands`(_ payment: String) throws {
        let asked = try JSONValue(parsing: payment)
        let rich = try SentMessage(["interactiveData": ["data": ["payment": asked]]], PartsBridge()).message()
        #expect((rich.content as? ServiceContent)?.asked == asked.object)
    }

    @Test func `attachments of a text are files`() throws {
        let body =
            #"{"type": "text", "body": "\#u{FFFC} The bill", "attachments": [{"name": "bill.pdf", "size": 2000}]}"#
        let message = try SentMessage(JSONValue(parsing: body), PartsBridge()).message()
        #expect(MessagePresenter().text(of: message).contains("bill.pdf"))
        #expect(message.summary == " The bill")
    }
}
