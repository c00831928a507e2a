import FlowEngine
import MessageModel
import Testing

/// The forms that devices return, in the formats of all channels.
@Suite struct FormReplyTests {
    private static let flow = """
        steps:
          first:
            ask: Some details
            form:
              size:
                ask: Which size?
                answers:
                  - label: "2"
                    id: small
                  - label: "3"
                    id: "2"
                optional: yes
              price:
                ask: What did it cost?
                money: EUR
                optional: yes
            then: done
          done:
            say: "{first.size.id, or none}, {first.price, or none}"
            then: end
        """

    private func answer(_ items: (page: String, item: FormReply.Item)...) throws -> [String] {
        var talk = Talk([Engine(try bot(Self.flow))])
        talk.device = Device(channel: .apple, capabilities: .form)
        _ = try talk.say("Hello")
        let pages = items.map { FormReply.Page(name: $0.page, items: [$0.item]) }
        let outcome = try talk.reply(FormReply(question: talk.bubbles.last?.id, pages: pages))
        guard case .turn(let turn) = outcome else { return [] }
        return turn.effects.compactMap { effect in
            if case .send(let outgoing) = effect, case .text(let text) = outgoing.message { text } else { nil }
        }
    }

    @Test func `the answer by which a page is skipped is none`() throws {
        let skip = FormReply.Item(id: "size/skip", value: "size/skip", title: "skip")
        #expect(try answer(("size", skip)) == ["none, none"])
    }

    @Test func `ids decide, in whichever place they stand, before words`() throws {
        for (item, id) in [
            (FormReply.Item(id: "2", value: "2", title: "3"), "2"),
            (FormReply.Item(id: "size/small", value: "small", title: "2"), "small"),
            (FormReply.Item(id: "size/2", value: "2", title: "3"), "2"),
            (FormReply.Item(id: "x", value: "", title: "3"), "2"),
        ] {
            #expect(try answer(("size", item)) == ["\(id), none"])
        }
    }

    @Test func `a currency before which nothing was typed is nothing`() throws {
        let empty = FormReply.Item(id: "price", value: "", title: "EUR")
        #expect(try answer(("price", empty)) == ["none, none"])
        let typed = FormReply.Item(id: "price", value: "50.00", title: "EUR50.00")
        #expect(try answer(("price", typed)) == ["none, €50.00"])
    }

    @Test func `what is typed on a page has nothing in it when only the page is named`() throws {
        #expect(try answer(("price", FormReply.Item(id: "price", value: "", title: ""))) == ["none, none"])
    }
}
