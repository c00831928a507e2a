import Diagnostics

extension Explanation {
    /// Cards, and overlays of messages.
    static let cards: [Explanation] = [
        Explanation(
            .twoKindsOfCard, rule: "a card is of one kind",
            meaning: """
                The card has two of the keys that say what it is: `text`, `link`, `file`, `image`, `place`, `status`, \
                `product`, `receipt`, `carousel` or `card`. Two cards are two items of a list.
                """,
            broken: """
                hello:
                  show:
                    product: Rye
                    status: Fresh from the oven
                  then: end
                """,
            repaired: """
                hello:
                  show:
                    - product: Rye
                    - status: Fresh from the oven
                  then: end
                """,
            why: "Each card is one thing on the screen; nobody could tell which of the two it should be."),
        Explanation(
            .cardWithoutKind, rule: "a card says of which kind it is",
            meaning: """
                None of the keys of the card says what it is. A text begins with `text`, a picture with `image`, something \
                that is sold with `product`.
                """,
            broken: "hello:\n  show:\n    title: Rye\n    note: With caraway\n  then: end",
            repaired: "hello:\n  show:\n    text: Rye\n    note: With caraway\n  then: end",
            why: "The other keys are details of something, and it is not known of what."),
        Explanation(
            .unknownCard, rule: "cards of one's own are declared",
            meaning: "`card` names a type that is not among `cards` in Config/services.yaml.",
            broken: loyalty("loyality"),
            repaired: loyalty("loyalty"),
            why: "Only there stands what such a card is, and what customers read whose device does not know it."),
        Explanation(
            .unknownChannelKey, rule: "`apple` and `web` name keys of the channel",
            meaning: """
                What stands below `apple` or `web` is laid over the message that goes to that channel, in the channel's own \
                words. It has no such key, or one that no flow can change: identifiers, `bid` and amounts.
                """,
            broken: overlaid("receivedMesage"),
            repaired: overlaid("receivedMessage"),
            why: """
                The channel passes over keys it does not know, so that the author would wait in vain for something to change.
                """),
    ]

    private static func loyalty(_ card: String) -> Example {
        .services(
            """
            cards:
              loyalty:
                type: application/vnd.bakery.loyalty+json
                takes:
                  points: number
                apple: You have {points} points.
            """,
            steps: """
                hello:
                  show:
                    card: \(card)
                    data:
                      points: 12
                  then: end
                """)
    }

    private static func overlaid(_ key: String) -> Example {
        .steps(
            """
            hello:
              ask: Which bread?
              as: list
              answers: [Rye, Wheat]
              apple:
                \(key):
                  subtitle: Fresh from the oven
              then: end
            """)
    }
}
