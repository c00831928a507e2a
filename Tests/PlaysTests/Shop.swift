import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import JSON
import Plays
import Simulation
import Testing

/// A small shop with text, buttons, a list, times, a form, private data, people, a reminder and calls.
enum Shop {
    static let bot = """
        bot: Corner Shop
        zone: Europe/Berlin
        start: shop
        people:
          counter:
        if_silent:
          after: 10 minutes
          say: Still there?
          then: shop/bye
        if_other:
          say: Please choose.
          then: shop/person
        if_failed: shop/person

        """

    static let shop = """
        flow: shop
        start: welcome
        anywhere:
          agent, help, support: person
        steps:
          welcome:
            say: Good day!
            ask: What can we do?
            answers: [Order, Bring, Details, Talk]
            then: which
          which:
            when:
              welcome is Order: colour
              welcome is Bring: visit
              welcome is Details: details
              otherwise: person
          colour:
            ask: Which colour?
            as: list
            answers: [Red, Blue and green, Black]
            then: phone
          phone:
            ask: Your number?
            text: phone
            private: yes
            then: order
          order:
            call: order
            using: [colour, phone]
            then: done
          done:
            say: "{colour}: your number is {order.number}."
            then: end
          visit:
            ask: When?
            times:
              - 2026-03-03 10:00
              - 2026-03-04 10:00
            then: bring
          bring:
            remind: 1 hour before {visit}
            go: soon
            then: bye
          soon:
            say: See you in an hour!
            then: end
          details:
            ask: About the bike
            form:
              make:
                ask: What make?
                text: one line
              insured:
                ask: Is it insured?
                answers: [Insured, Not insured]
            if_cancelled: bye
            then: filled
          filled:
            say: "{details.make}: {details.insured}."
            then: end
          bye:
            say: See you!
            then: end
          person:
            hand_over: counter
            then: bye

        """

    static let actions = """
        hosts: [api.example.com]
        actions:
          order:
            post: https://api.example.com/orders
            body:
              colour: {colour}
              phone: {phone}
            takes:
              colour: text
              phone: text
            gives:
              number: text
            examples:
              first:
                number: A-1
              second:
                number: A-2
              sold out:
                problem: sold out

        """

    static func files(shop: String = shop) -> ProjectFiles {
        ProjectFiles(
            texts: [
                SourceFile(path: "Flows/bot.yaml", text: bot), SourceFile(path: "Flows/shop.yaml", text: shop),
            ], actions: SourceFile(path: "Config/actions.yaml", text: actions), assets: [:],
            version: "\(shop.utf8.count)")
    }

    static func flows(shop: String = shop, transcript: String = "", after previous: StudioFlows? = nil) -> StudioFlows {
        StudioFlows(
            files(shop: shop),
            transcripts: transcript.isEmpty ? [] : [SourceFile(path: "Flows/shop.transcript", text: transcript)],
            options: SampleProject.options, after: previous)
    }

    /// The JSON of a thread on one device.
    static func play(
        _ lines: String, on device: PlayDevice = .iphone, payloads: PlayRequest.Payloads = .none,
        until last: Int? = nil,
        flows: StudioFlows? = nil
    ) async throws -> JSONValue {
        let flows = flows ?? Self.flows()
        #expect(flows.valid != nil, "\(flows.report.text())")
        let request = PlayRequest(
            threads: [.init(id: "t", flow: "shop", text: ThreadText(lines))], devices: [device], payloads: payloads,
            until: last)
        let answer = await flows.play(request).json
        return try #require(answer["plays"]?[0])
    }
}

extension [JSONValue] {
    /// The values of a key of the elements.
    func each(_ key: String) -> [JSONValue] { compactMap { $0[key] } }
}

extension JSONValue {
    /// What appeared on the phone in a turn: `customer: Order`, `bot: Which colour?`.
    var shownWords: [String] {
        (self["shown"]?.array ?? []).map { item in
            let from = item["from"]?.string ?? ""
            let text = item["text"]?.string ?? ""
            return from == "note" ? "\(item["kind"]?.string ?? ""): \(text)" : "\(from): \(text)"
        }
    }
}
