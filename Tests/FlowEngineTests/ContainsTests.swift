import FlowEngine
import Testing

/// `contains` below `anywhere` and `entries`: words inside free text.
@Suite struct ContainsTests {
    private static let vet = """
        anywhere:
          bleeding: first
          contains bleed*, poison, cannot breathe: emergency
        steps:
          first:
            ask: What can we do?
            answers: [Book, A poisonous plant]
            then: story
          story:
            ask: What has happened?
            text: several lines
            then: pets
          pets:
            ask: How many pets?
            number: whole
            then: picture
          picture:
            ask: A photo, please.
            photo: one
            then: end
          emergency:
            say: Call us now. ({said})
            then: resume
        """

    @Test func `the words lead away from a question of any kind, and from the first message`() throws {
        try play(
            Self.vet,
            script: """
                you: Help, my dog is BLEEDING!
                bot: Call us now. (Help, my dog is BLEEDING!)
                bot: What can we do?
                buttons: Book, A poisonous plant
                you: he ate poisons
                bot: Call us now. (he ate poisons)
                bot: What can we do?
                buttons: Book, A poisonous plant
                tap: Book
                bot: What has happened?
                you: She cannot breathe, I think.
                bot: Call us now. (She cannot breathe, I think.)
                bot: What has happened?
                you: She is tired.
                bot: How many pets?
                you: two, one is bleeding
                bot: Call us now. (two, one is bleeding)
                bot: How many pets?
                you: two
                bot: A photo, please.
                files: a.jpg 2000 | it bleeds
                bot: Call us now. (it bleeds)
                bot: A photo, please.
                """)
    }

    @Test func `an answer that is offered and a word that is the whole message come first`() throws {
        try play(
            Self.vet,
            script: """
                you: hello
                bot: What can we do?
                buttons: Book, A poisonous plant
                you: bleeding
                bot: What can we do?
                buttons: Book, A poisonous plant
                you: a poisonous plant
                bot: What has happened?
                """)
    }

    @Test func `the lines are tried from the top, those of the flow before those of the bot`() throws {
        let bot = plainBot.replacing("anywhere:\n", with: "anywhere:\n  contains poison, price: main/second\n")
        let engine = Engine(
            try FlowEngineTests.bot(
                """
                anywhere:
                  contains rat: rats
                  contains poison: poison
                steps:
                  first:
                    ask: What?
                    text: one line
                    then: end
                  rats:
                    say: Rats.
                    then: resume
                  poison:
                    say: Poison.
                    then: resume
                  second:
                    say: Of the bot.
                    then: resume
                """, bot: bot))
        try play(
            engine,
            script: """
                you: hello
                bot: What?
                you: poison for rats
                bot: Rats.
                bot: What?
                you: some poison
                bot: Poison.
                bot: What?
                you: the price of poison
                bot: Poison.
                bot: What?
                you: the prices
                bot: Of the bot.
                bot: What?
                """)
    }

    @Test func `entries look into the first message, from the top`() throws {
        let bot = plainBot + "\nentries:\n  contains order, parcel: main/order\n  words hello: main/second\n"
        let main = """
            steps:
              first:
                ask: What?
                text: one line
                then: end
              order:
                say: "{said}: your order."
                then: first
              second:
                say: Hello.
                then: first
            """
        try play(
            Engine(try FlowEngineTests.bot(main, bot: bot)),
            script: """
                you: Where are my parcels?
                bot: Where are my parcels?: your order.
                bot: What?
                """)
        try play(
            Engine(try FlowEngineTests.bot(main, bot: bot)),
            script: """
                you: Hello!
                bot: Hello.
                bot: What?
                """)
    }

    @Test func `the words of the translation are looked for in their language`() throws {
        let files = [
            (
                "bot.yaml",
                plainBot + "\nlanguages: [en, de]\nentries:\n  contains order: main/order\n"
            ),
            ("people.yaml", "flow: people\nstart: desk\nsteps:\n  desk:\n    hand_over: desk\n    then: end\n"),
            (
                "main.yaml",
                """
                flow: main
                start: first
                anywhere:
                  contains wound, poison: emergency
                steps:
                  first:
                    ask: What?
                    text: one line
                    then: end
                  emergency:
                    say: Call us now.
                    then: resume
                  order:
                    say: Your order.
                    then: first

                """
            ),
            (
                "main.de.yaml",
                """
                translation: main
                language: de
                texts:
                  anywhere.emergency:
                    of: 000000
                    text: Wunde, vergiftet

                """
            ),
            (
                "bot.de.yaml",
                """
                translation: bot
                language: de
                texts:
                  entries.main/order:
                    of: 000000
                    text: Bestellung

                """
            ),
        ]
        let engine = Engine(try FlowEngineTests.bot(files: files, version: "1"))
        try play(
            engine,
            script: """
                locale: de_DE
                you: Wo sind meine Bestellungen?
                bot: Your order.
                bot: What?
                you: Er hat Wunden.
                bot: Call us now.
                bot: What?
                you: poison
                bot: Call us now.
                bot: What?
                """)
    }

    @Test func `a call that is under way is left as well`() throws {
        let bot = try FlowEngineTests.bot(
            """
            anywhere:
              contains poison: emergency
            steps:
              first:
                call: look
                then: end
                if_failed: emergency
              emergency:
                say: Call us now.
                then: end
            """,
            actions: """
                hosts: [api.example.com]
                actions:
                  look:
                    get: https://api.example.com/look
                    gives:
                      number: text
                    examples:
                      one:
                        number: A-1
                """)
        try play(
            Engine(bot),
            script: """
                you: hello
                call: look
                (calling)
                you: he ate poison
                bot: Call us now.
                (ended)
                """)
    }
}
