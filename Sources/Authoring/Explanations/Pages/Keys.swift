import Diagnostics

extension Explanation {
    /// Keys that are unknown, missing, or in the wrong order.
    static let keys: [Explanation] = [
        Explanation(
            .unknownKey, rule: "a block has only the keys that mean something there",
            meaning: "The key has no meaning in this place. It may be misspelt, or belong into another block.",
            broken: "hello:\n  say: Good day.\n  goto: end",
            repaired: "hello:\n  say: Good day.\n  then: end",
            why: "A key that is passed over looks as if it worked."),
        Explanation(
            .missingKey, rule: "a block has the keys it cannot do without",
            meaning: "A block lacks a key that it cannot do without.",
            broken: """
                hello:
                  ask: Your name?
                  text: name
                  if_silent:
                    say: Are you still there?
                    then: end
                  then: end
                """,
            repaired: """
                hello:
                  ask: Your name?
                  text: name
                  if_silent:
                    after: 10 minutes
                    say: Are you still there?
                    then: end
                  then: end
                """,
            why: "There is no value that would be right for everybody, so none is made up."),
    ]
}
