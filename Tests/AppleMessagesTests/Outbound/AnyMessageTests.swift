import ChannelRules
import Channels
import Expressions
import Foundation
import JSON
import Logging
import MessageModel
import TestSupport
import Testing

@testable import AppleMessages

/// Whatever a message contains, the payload complies with Apple's documentation and is accepted by newer devices.
@Suite struct AnyMessageTests {
    @Test(arguments: 0..<300) func `any message gives bodies that Apple takes`(_ seed: Int) async throws {
        var chance = MessageChance(seed: UInt64(seed))
        let message = chance.message()
        let structure = try DocumentedStructure(Fixtures.text("Outbound/documented-structure.txt"))
        for limits in [AppleLimits.strict, .documented] {
            let writer = AppleWriter(
                limits: limits, pictures: Album(Examples.pictures), apps: [Examples.seats],
                signIns: FixedSignIns(), payments: FixedPayments(),
                logger: Logger(label: "any") { _ in SwiftLogNoOpLogHandler() })
            let bodies = try await writer.bodies(of: message)
            #expect(!bodies.isEmpty)
            for body in bodies {
                let envelope: JSONObject = ["v": 1, "id": "a", "sourceId": "b", "destinationId": "c"]
                let whole = JSONValue.object(envelope.overlaid(with: body.object ?? [:]))
                let isApp = body["interactiveData"]?["appId"] != nil
                #expect(structure.complaints(about: whole, at: isApp ? "app" : "message") == [])
                #expect(Rules(limits: limits).complaints(about: body) == [])
            }
        }
    }
}

/// Rules of Apple's documentation beyond the list of keys.
private struct Rules {
    let limits: AppleLimits

    func complaints(about body: JSONValue) -> [String] {
        let data = body["interactiveData"]?["data"]
        return payment(data?["payment"]?["paymentRequest"]) + texts(body["interactiveData"])
            + texts(body["richLinkData"]) + images(body) + answers(data)
            + form(data?["dynamic"]?["data"])
    }

    private static let bounded = [
        "title", "subtitle", "summaryText", "header", "splashtext", "buttonTitle", "labelText", "prefixText",
        "hintText",
        "placeholder", "pickerTitle", "imageTitle", "imageSubtitle", "secondarySubtitle", "tertiarySubtitle",
    ]

    /// Returns titles, labels and hints that exceed the limit, and missing identifiers.
    private func texts(_ value: JSONValue?) -> [String] {
        if let items = value?.array { return items.flatMap(texts) }
        return (value?.object ?? [:]).flatMap { key, value -> [String] in
            if let text = value.string, Self.bounded.contains(key), text.count > limits.text {
                return ["\(key) has \(text.count) characters"]
            }
            return texts(value)
        }
    }

    /// Returns errors of a payment: its lines must add up to its total, and its labels must be within the limit.
    private func payment(_ request: JSONValue?) -> [String] {
        guard let request else { return [] }
        let lines = request["lineItems"]?.array ?? []
        let amounts = lines.compactMap { $0["amount"]?.string.flatMap { Decimal(plain: $0) } }
        let total = request["total"]?["amount"]?.string.flatMap { Decimal(plain: $0) } ?? 0
        let labels = lines + (request["shippingMethods"]?.array ?? [])
        return (amounts.count == lines.count && amounts.reduce(0, +) == total && total > 0 ? [] : ["a wrong total"])
            + labels.filter { $0["label"]?.string?.count ?? 0 > limits.text }.map { "a label is long: \($0.text)" }
    }

    /// Returns errors of pictures: each referenced picture must be included, and each only once.
    private func images(_ body: JSONValue) -> [String] {
        let images = body["interactiveData"]?["data"]?["images"]?.array?.compactMap { $0["identifier"]?.string } ?? []
        let strange = Set(references(in: body["interactiveData"])).subtracting(images)
        return strange.map { "there is no picture \($0)" }
            + (Set(images).count == images.count ? [] : ["pictures repeat"])
    }

    private func references(in value: JSONValue?) -> [String] {
        if let items = value?.array { return items.flatMap(references) }
        return (value?.object ?? [:]).flatMap { key, value in
            key == "imageIdentifier" ? [value.string].compactMap { $0 } : references(in: value)
        }
    }

    private func answers(_ data: JSONValue?) -> [String] {
        let quick = data?["quick-reply"]?["items"]?.array?.count
        let listed = data?["listPicker"]?["sections"]?.array?.flatMap { $0["items"]?.array ?? [] } ?? []
        let lines = data?["quick-reply"]?["items"]?.array?.compactMap { $0["title"]?.string } ?? []
        return (quick.map { AppleLimits.buttons.contains($0) ? [] : ["\($0) buttons"] } ?? [])
            + (lines.contains { $0.contains(where: \.isNewline) } ? ["a button has lines"] : [])
            + repeated(listed.compactMap { $0["identifier"]?.string })
    }

    private func repeated(_ identifiers: [String]) -> [String] {
        Set(identifiers).count == identifiers.count ? [] : ["identifiers repeat: \(identifiers)"]
    }

    /// Returns errors of a form: pages must lead to existing pages, identifiers must be unique in the form, and dates
    /// must have their format.
    private func form(_ form: JSONValue?) -> [String] {
        guard let pages = form?["pages"]?.array else { return [] }
        let names = pages.compactMap { $0["pageIdentifier"]?.string }
        let items = pages.flatMap { $0["items"]?.array ?? [] }
        let ways =
            (pages + items).compactMap { $0["nextPageIdentifier"]?.string } + [
                form?["startPageIdentifier"]?.string ?? ""
            ]
        return repeated(names) + repeated(items.compactMap { $0["identifier"]?.string })
            + ways.filter { !names.contains($0) }.map { "no page \($0)" }
            + names.filter { $0.count > AppleLimits.pageName }.map { "\($0) is long" }
            + pages.flatMap(page)
    }

    private func page(_ page: JSONValue) -> [String] {
        let options = page["options"]
        let type = page["type"]?.string ?? ""
        let known = ["select", "picker", "datePicker", "input"].contains(type)
        let keyboard = options?["keyboardType"]?.string
        let isEnd = page["submitForm"]?.bool ?? false
        let leads =
            page["nextPageIdentifier"] != nil
            || page["items"]?.array?.contains { $0["nextPageIdentifier"] != nil } ?? false
        return (known ? [] : ["no type \(type)"]) + (isEnd && leads ? ["an end leads on"] : [])
            + (keyboard.map { AppleFieldNames.keyboards.contains($0) ? [] : ["no keyboard \($0)"] } ?? [])
            + (type == "datePicker" && options?["dateFormat"] == nil ? ["no format"] : [])
            + (["select", "picker"].contains(type) && page["items"]?.array?.isEmpty ?? true ? ["no items"] : [])
    }
}
