import FlowEngine
import Testing

/// The contents of a pay sheet, and its place among other questions.
@Suite struct PayLinesTests {
    @Test func `lines and ways of shipping come from a call, written as the flow writes them`() throws {
        try play(
            PayTests.engine(
                """
                steps:
                  first:
                    call: cart
                    then: checkout
                  checkout:
                    ask: Ready to pay?
                    pay:
                      - each: line in first.lines
                        label: {line.count} × {line.name}
                        price: {line.price}
                    shipping: {first.ways}
                    contact: [post]
                    recalculate: costs
                    if_unable: empty
                    then: end
                  empty:
                    say: Nothing to pay.
                    then: end
                """),
            script: """
                you: hello
                call: cart
                (calling)
                gave: {"lines": [{"name": "Pad", "count": 2, "price": {"amount": "24.00", "currency": "EUR"}}], \
                "ways": [{"label": "Post", "note": "Soon", "price": {"amount": "3.90", "currency": "EUR"}}]}
                pay sheet: Ready to pay? | 2 × Pad 24.00, Post 3.90 = 27.90 EUR
                change: card = debit
                call: costs with reason = "card", shipping = "Post", card = "debit", \
                items = [{"name":"Pad","count":2,"price":{"amount":"24.00","currency":"EUR"}}]
                [2 × Pad 24.00, Post 3.90 = 27.90 EUR, asking]
                gave: {"items": [{"name": "Pad", "count": 3, "price": {"amount": "36.00", "currency": "EUR"}}]}
                [3 × Pad 36.00, Post 3.90 = 39.90 EUR]
                pay: cancelled
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
        try play(
            PayTests.engine(
                """
                steps:
                  first:
                    call: cart
                    then: checkout
                  checkout:
                    ask: Ready to pay?
                    pay:
                      - each: line in first.lines
                        label: {line.name}
                        price: {line.price}
                    if_unable: empty
                    then: end
                  empty:
                    say: Nothing to pay.
                    then: end
                """),
            script: """
                you: hello
                call: cart
                (calling)
                gave: {"lines": [], "ways": []}
                bot: Nothing to pay.
                (ended)
                """)
    }

    @Test(arguments: ["-24.90", "0.00"])
    func `a sheet that Apple would refuse is a failure`(_ amount: String) throws {
        try play(
            PayTests.engine(
                """
                steps:
                  first:
                    call: cart
                    then: checkout
                  checkout:
                    ask: Ready to pay?
                    pay:
                      - each: line in first.lines
                        label: {line.name}
                        price: {line.price}
                    then: end
                """),
            script: """
                you: hello
                call: cart
                (calling)
                gave: {"lines": [{"name": "Pad", "count": 2, "price": {"amount": "\(amount)", "currency": "EUR"}}], "ways": []}
                bot: One moment.
                hand over: desk (front-desk)
                (with-person)
                """)
    }

    @Test func `an old bubble does not lead back past a payment`() throws {
        try play(
            PayTests.engine(
                """
                steps:
                  first:
                    ask: Which one?
                    answers: [Pump, Bell]
                    then: checkout
                  checkout:
                    ask: Ready to pay?
                    pay:
                      Pump: 24.90 EUR
                    then: more
                  more:
                    ask: Anything else?
                    answers: [Yes, No]
                    then: end
                """, bot: plainBot + "\nold_taps: go back"),
            script: """
                you: hello
                bot: Which one?
                buttons: Pump, Bell
                tap: Pump
                pay sheet: Ready to pay? | Pump 24.90 = 24.90 EUR
                pay: paid
                bot: Anything else?
                buttons: Yes, No
                tap 1: Bell
                bot: That question is no longer open.
                bot: Anything else?
                buttons: Yes, No
                """)
    }
}
