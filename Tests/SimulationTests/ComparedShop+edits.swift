/// Edits of longer flows than the usual one.
extension ComparedShop {
    // Conditions.

    static let editsOfConditions: [Edit] = [
        Edit(
            on: cards,
            [("Gold: discount\n      otherwise: full", "Gold: full\n      otherwise: discount")],
            "*which* now leads to *full* where card is Gold and *discount* otherwise "
                + "(was: *discount* where card is Gold and *full* otherwise)."),
        Edit(
            on: conditions,
            [
                (
                    "name is Ana: goodbye\n      name is Bea: hours",
                    "name is Bea: hours\n      name is Ana: goodbye"
                )
            ],
            "*which* now decides by the same conditions in another order."),
        Edit(
            on: conditions, [("name is Ana: goodbye", "name is Ana: hours")],
            "*which* now leads to *hours* where name is Ana (was: *goodbye* where name is Ana)."),
        // A text that stands before conditions.
        Edit(
            on: cards + [spokenBefore], [("    say: One moment.\n", "")],
            "At *which* the bot no longer says \u{201C}One moment.\u{201D}."),
        Edit(on: cards, [spokenBefore], "At *which* the bot now also says \u{201C}One moment.\u{201D}."),
    ]

    /// A card that is asked for, and conditions on it behind the name.
    private static let cards: [(String, String)] = [
        ("Today: name", "Today: card"), ("then: confirm", "then: which"),
        (
            "  confirm:\n",
            """
              card:
                ask: Which card do you have?
                answers: [Gold, Plain]
                then: name
              which:
                when:
                  card is Gold: discount
                  otherwise: full
              discount:
                say: Half price.
                then: confirm
              full:
                say: Full price.
                then: confirm
              confirm:

            """
        ),
    ]
    private static let spokenBefore = ("  which:\n", "  which:\n    say: One moment.\n")

    /// Conditions of which no conversation that is tried meets any.
    private static let conditions: [(String, String)] = [
        ("then: confirm", "then: which"),
        (
            "  confirm:\n",
            """
              which:
                when:
                  name is Ana: goodbye
                  name is Bea: hours
                  otherwise: confirm
              confirm:

            """
        ),
    ]

    /// Values that decide later, and the same values exchanged.
    static let exchangedValues = Edit(
        on: cards + [
            ("answers: [Gold, Plain]\n    then: name", "answers:\n      Gold: gold\n      Plain: plain\n" + values),
            ("card is Gold:", "tier is 1:"),
        ],
        [("tier: 1", "tier: 3"), ("tier: 2", "tier: 1"), ("tier: 3", "tier: 2")])

    private static let values = """
          gold:
            set:
              tier: 1
            then: name
          plain:
            set:
              tier: 2
            then: name
        """

    // Circumstances, limits and inputs.

    static let editsOfCircumstances: [Edit] = [
        Edit(
            [
                (
                    "people:\n  team:\n",
                    "hours:\n  shop:\n    Monday to Friday: 9:00 to 18:00\npeople:\n  team:\n    hours: shop\n"
                ),
                ("hand_over: team\n", "hand_over: team\n    if_away: goodbye\n"),
            ],
            "At *person* the people now have opening hours.",
            "Absence of the people at *person* now leads to *goodbye*, while everything is closed."),
        Edit(
            [("  hours, open: shop/hours\n", "  hours, open: shop/hours\n  contains urgent: shop/person\n")],
            "A text with *urgent* now leads to *person*."),
        Edit(
            [("text: name", "text:\n      kind: name\n      at_most: 40")],
            "*name* asks for a text (name) of at most 40 characters now, and asked for a text (name)."),
        Edit(
            [("tries: 1", "tries: 0")],
            "At *welcome*, *service*, *visit* and *confirm* the bot no longer asks again when a reply fits nothing "
                + "(was: once)."),
        Edit(
            [
                ("See you soon!\n    then: end", "See you soon!\n    then: hours"),
                ("did not work.\n    then: end", "did not work.\n    then: hours"),
            ],
            "*goodbye* now leads to *hours* (was: the end of the conversation).",
            "Success of the call at *sorry* now leads to *hours* (was: the end of the conversation)."),
        Edit(
            on: [("say: From 9 to 18.", "say:\n      - From 9 to 18.\n      - Closed on Sundays.")],
            [
                (
                    "      - From 9 to 18.\n      - Closed on Sundays.",
                    "      - Closed on Sundays.\n      - From 9 to 18."
                )
            ],
            "At *hours* the bot now says the same texts in another order."),
        // Several differences of one conversation.
        Edit(
            on: withTwoNotes,
            [("note: first", "note: second"), ("note: third", "note: fourth")],
            "At *order* `book` is now called with other values.",
            "At *receipt* `send` is now called with other values."),
        // A text of a branch does not explain another input of the call.
        Edit(
            on: withNotes,
            [("note: first", "note: second"), ("then: sorry", "say: Sorry!\n      then: sorry")],
            "When *order* fails, the bot now also says \u{201C}Sorry!\u{201D}.",
            "At *order* `book` is now called with other values."),
    ]

    /// A call with an input.
    private static let withNotes: [(String, String)] = [
        ("shop.example/bookings\n", "shop.example/bookings\n    takes:\n      note: text\n"),
        ("call: book\n", "call: book\n    using:\n      note: first\n"),
    ]

    /// A second call with one behind it.
    private static let withTwoNotes: [(String, String)] =
        withNotes + [
            ("    then: booked", "    then: receipt"),
            (
                "  booked:\n",
                """
                  receipt:
                    call: send
                    using:
                      note: third
                    if_failed: booked
                    then: booked
                  booked:

                """
            ),
            ("shop.example/receipts\n", "shop.example/receipts\n    takes:\n      note: text\n"),
        ]
}
