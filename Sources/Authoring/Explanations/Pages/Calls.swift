import Diagnostics

extension Explanation {
    /// Calls of actions, and their inputs.
    static let calls: [Explanation] = [
        Explanation(
            .unknownAction, rule: "actions that are called exist",
            meaning: "Config/actions.yaml has no action of this name.",
            broken: "hello:\n  call: fre_slots\n  then: end",
            repaired: "hello:\n  call: free_slots\n  then: end",
            why: "There is nothing to be called, so every customer would end at `if_failed`."),
        Explanation(
            .missingInput, rule: "an action or a flow is given all that it needs",
            meaning: """
                The action, or the flow that is run, takes something that is not optional, and `using` does not give it. To a \
                flow that has to be given something nothing may lead but a step that runs it.
                """,
            broken: "hello:\n  call: book\n  using:\n    note: as always\n  then: end",
            repaired: "hello:\n  call: book\n  using:\n    start: 2031-12-01 10:00\n    note: as always\n  then: end",
            why: "The other system would refuse every call, and you would only hear of it from customers."),
        Explanation(
            .unknownInput, rule: "a call gives only what the action takes",
            meaning: "The action has no input of this name. It may be misspelt, or has to be added by an engineer.",
            broken: "hello:\n  call: book\n  using:\n    start: 2031-12-01 10:00\n    nota: as always\n  then: end",
            repaired: "hello:\n  call: book\n  using:\n    start: 2031-12-01 10:00\n    note: as always\n  then: end",
            why: "The value would never arrive, and it would look as if it did."),
        Explanation(
            .unknownResult, rule: "rows are kept in tables that exist",
            meaning: """
                Neither the flow nor bot.yaml has a table of this name below `results`. A table says which fields its rows \
                have, and of which types.
                """,
            broken: .flow(
                """
                flow: hello
                start: hello
                results:
                  orders:
                    fields:
                      what: text
                steps:
                  hello:
                    ask: What would you like?
                    text: one line
                    save: what
                    then: keep
                  keep:
                    keep: order
                    then: end
                """),
            repaired: .flow(
                """
                flow: hello
                start: hello
                results:
                  orders:
                    fields:
                      what: text
                steps:
                  hello:
                    ask: What would you like?
                    text: one line
                    save: what
                    then: keep
                  keep:
                    keep: orders
                    then: end
                """),
            why: "The row would be kept nowhere, and nobody would learn of it."),
    ]

    /// The contents of Config/actions.yaml.
    static let actions: [Explanation] = [
        Explanation(
            .unknownHost, rule: "actions call only the hosts that are listed",
            meaning: "The address of the action lies on a host that does not stand in `hosts`.",
            broken: .action("get: https://api.elsewhere.example/slots\nexamples:\n  ok:"),
            repaired: .action("get: https://api.bakery.example/slots\nexamples:\n  ok:"),
            why: "The list says at a glance where customers' answers may go. Nothing else is ever called."),
        Explanation(
            .inputNotSent, rule: "every input of an action is sent",
            meaning: """
                The action takes something that no part of its request carries. Inputs of `post`, `put` and `patch` are the \
                JSON body, those of `get` and `delete` the query, unless the address or a header uses them; where `body` is \
                written out, it has to name the rest. Files, places and records do not fit into a query.
                """,
            broken: .action(
                """
                post: https://api.bakery.example/bookings
                body:
                  starts: {start}
                takes:
                  start: time
                  note: text, optional
                examples:
                  ok:
                """),
            repaired: .action(
                """
                post: https://api.bakery.example/bookings
                body:
                  starts: {start}
                  note: {note}
                takes:
                  start: time
                  note: text, optional
                examples:
                  ok:
                """),
            why: "What customers answered would never reach the other system, and nobody would notice."),
        Explanation(
            .secretInFile, rule: "keys and passwords come from the environment",
            meaning: """
                This looks like a key of another system. Write `{secret.shop}` instead, and give the server the key as \
                `USHER_SECRET_SHOP`, or its file as `USHER_SECRET_SHOP_FILE`.
                """,
            broken: .action(
                """
                get: https://api.bakery.example/slots
                headers:
                  Authorization: Bearer 8f3k2j4h5g6f7d8s9a0q1w2e3r4t5y
                examples:
                  ok:
                """),
            repaired: .action(
                """
                get: https://api.bakery.example/slots
                headers:
                  Authorization: Bearer {secret.shop}
                examples:
                  ok:
                """),
            why: "Files are copied, sent and kept for years. Whoever has the key can do what the bot can."),
        Explanation(
            .noExamples, rule: "an action has an example",
            meaning: "Below `examples` stand answers that the action may give, each with a name.",
            broken: .action("get: https://api.bakery.example/slots\ngives:\n  note: text"),
            repaired: .action(
                "get: https://api.bakery.example/slots\ngives:\n  note: text\nexamples:\n  one:\n    note: One is left."
            ),
            why: "Transcripts and the simulator never touch the network; they play an example instead."),
    ]
}
