import Diagnostics

extension Explanation {
    /// What `usher explore` finds in what is announced to customers.
    static let announced: [Explanation] = [
        Explanation(
            .emptyInText, rule: "a text has no gaps",
            meaning: """
                A name in the text holds an empty list, or a text without a letter. It has a value, so that words after \
                `or` do not help.
                """,
            broken: """
                hello:
                  ask: Bread?
                  answers:
                    Yes: some
                    No: none
                some:
                  set:
                    basket: [Bread, Butter]
                  then: done
                none:
                  set:
                    basket: []
                  then: done
                done:
                  say: In your basket is {basket}.
                  then: end
                """,
            repaired: """
                hello:
                  ask: Bread?
                  answers:
                    Yes: some
                    No: none
                some:
                  set:
                    basket: [Bread, Butter]
                  then: done
                none:
                  say: Your basket is empty.
                  then: end
                done:
                  say: In your basket is {basket}.
                  then: end
                """,
            why: "Customers read half a sentence, and wonder what is missing."),
        Explanation(
            .personAway, rule: "people are promised while they are there",
            meaning: """
                The step says something before `hand_over`, which is said in any case. While the people are away, the \
                conversation continues with `if_away` after it.
                """,
            broken: """
                hello:
                  ask: Do you want to talk to a person?
                  answers:
                    Yes: talk
                    No: bye
                talk:
                  say: A person will be with you in a minute.
                  hand_over: desk
                  if_away: closed
                closed:
                  say: We are closed, please write to us tomorrow.
                  then: end
                bye:
                  say: See you soon!
                  then: end
                """,
            repaired: """
                hello:
                  ask: Do you want to talk to a person?
                  answers:
                    Yes: talk
                    No: bye
                talk:
                  hand_over: desk
                  meanwhile: A person will be with you in a minute.
                  if_away: closed
                closed:
                  say: We are closed, please write to us tomorrow.
                  then: end
                bye:
                  say: See you soon!
                  then: end
                """,
            why: "Two messages contradict each other, and customers believe the better one."),
        Explanation(
            .waitsForNothing, rule: "a customer who was asked to wait hears the outcome",
            meaning: """
                The last text comes before a call, and after its answer the conversation ends without another one. A call \
                that gives nothing needs no word as long as it succeeds.
                """,
            broken: """
                hello:
                  ask: When do you come?
                  times:
                    - 2031-12-01 10:00
                  then: order
                order:
                  say: One moment, I write it down.
                  call: book
                  using:
                    start: {hello.start}
                  then: end
                """,
            repaired: """
                hello:
                  ask: When do you come?
                  times:
                    - 2031-12-01 10:00
                  then: order
                order:
                  say: One moment, I write it down.
                  call: book
                  using:
                    start: {hello.start}
                  then: done
                done:
                  say: It is booked, your code is {order.code}.
                  then: end
                """,
            why: "They keep waiting, and come without knowing whether they may."),
        Explanation(
            .priceDiffers, rule: "what is said is what is paid",
            meaning: """
                The last text before the payment that names an amount names one that is not on the payment sheet: neither \
                its total nor one of its lines.
                """,
            broken: """
                hello:
                  say: The loaf is 3.90 EUR.
                  ask: Please pay.
                  pay:
                    Bread: 4.20 EUR
                  if_unable: people/person
                  then: bye
                bye:
                  say: Thank you!
                  then: end
                """,
            repaired: """
                hello:
                  say: The loaf is 4.20 EUR.
                  ask: Please pay.
                  pay:
                    Bread: 4.20 EUR
                  if_unable: people/person
                  then: bye
                bye:
                  say: Thank you!
                  then: end
                """,
            why: "They feel cheated, and in many countries they are right."),
    ]
}
