import Diagnostics

extension Explanation {
    /// What `usher explore` finds by trying every way.
    static let explored: [Explanation] = [
        Explanation(
            .silentEnd, rule: "who writes gets an answer",
            meaning: "The customer has answered, and the conversation ends without another word.",
            broken: """
                hello:
                  ask: Bread or cake?
                  answers:
                    Bread: bread
                    Neither: end
                bread:
                  say: It is on the left.
                  then: end
                """,
            repaired: """
                hello:
                  ask: Bread or cake?
                  answers:
                    Bread: bread
                    Neither: bye
                bread:
                  say: It is on the left.
                  then: end
                bye:
                  say: See you soon!
                  then: end
                """,
            why: "They wait, look again, and do not know whether their answer has arrived."),
        Explanation(
            .noWayOut, rule: "every loop has an answer that leads out",
            meaning: """
                Whatever customers answer, they come back here. Only silence, or a word that leads to a person, ends the \
                conversation.
                """,
            broken: """
                hello:
                  set:
                    loaves: 1
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  if_silent:
                    after: 10 minutes
                    then: bye
                  then: enough
                enough:
                  when:
                    loaves is more than 5: bye
                    otherwise: hello
                bye:
                  say: See you soon!
                  then: end
                """,
            repaired: """
                hello:
                  ask: Bread or cake?
                  answers:
                    Bread: more
                    Cake: more
                    That is all: bye
                more:
                  say: It is in the bag.
                  then: hello
                bye:
                  say: See you soon!
                  then: end
                """,
            why: "No customer likes to be asked the same for ever."),
        Explanation(
            .neverReached, rule: "some conversation comes to every step",
            meaning: """
                The steps lead here, but no conversation does: a condition is never true, or an answer never given. The whole \
                flow was explored.
                """,
            broken: """
                hello:
                  ask: Bread or cake?
                  answers: [Bread, Cake]
                  then: which
                which:
                  set:
                    loaves: 1
                  when:
                    loaves is more than 1: many
                    otherwise: one
                many:
                  say: They are on the left.
                  then: end
                one:
                  say: It is on the left.
                  then: end
                """,
            repaired: """
                hello:
                  ask: How many loaves?
                  number:
                    at_least: 1
                    at_most: 5
                  save: loaves
                  then: which
                which:
                  when:
                    loaves is more than 1: many
                    otherwise: one
                many:
                  say: They are on the left.
                  then: end
                one:
                  say: It is on the left.
                  then: end
                """,
            why: "It was written for customers who never see it."),
        Explanation(
            .calledTwice, rule: "one answer leads to one call",
            meaning: """
                An action is called a second time with the same inputs, although the customer has answered only once: silence, \
                an old bubble or a way back leads to its step again.
                """,
            broken: """
                hello:
                  ask: Shall we book the table?
                  answers:
                    Yes: order
                    No: bye
                order:
                  call: book
                  using:
                    start: 2031-12-01 10:00
                  then: more
                more:
                  ask: It is booked. Anything else?
                  answers:
                    Yes: people/person
                    No: bye
                  if_silent:
                    after: 10 minutes
                    then: order
                bye:
                  say: See you soon!
                  then: end
                """,
            repaired: """
                hello:
                  ask: Shall we book the table?
                  answers:
                    Yes: order
                    No: bye
                order:
                  call: book
                  using:
                    start: 2031-12-01 10:00
                  then: more
                more:
                  ask: It is booked. Anything else?
                  answers:
                    Yes: people/person
                    No: bye
                  if_silent:
                    after: 10 minutes
                    then: bye
                bye:
                  say: See you soon!
                  then: end
                """,
            why: "The second table is booked as well, and paid for by the one who wanted one."),
        Explanation(
            .cannotAnswer, rule: "every question can be answered",
            meaning: """
                Nothing that customers can do counts as an answer: more answers are asked for than there are, or the device \
                cannot show the question.
                """,
            broken: """
                hello:
                  call: free_slots
                  then: days
                days:
                  ask: Which three days?
                  answers:
                    - each: day in hello.times
                      label: {day}
                  several: yes
                  at_least: 3
                  if_silent:
                    after: 1 hour
                    then: bye
                  then: bye
                bye:
                  say: See you soon!
                  then: end
                """,
            repaired: """
                hello:
                  call: free_slots
                  then: days
                days:
                  ask: Which days?
                  answers:
                    - each: day in hello.times
                      label: {day}
                  several: yes
                  at_least: 1
                  if_silent:
                    after: 1 hour
                    then: bye
                  then: bye
                bye:
                  say: See you soon!
                  then: end
                """,
            why: "The customer tries everything, and ends with a person who asks the same again."),
        Explanation(
            .overLimit, rule: "texts fit on the device with all values",
            meaning: """
                With a value that customers may type, or that a call gives, a title, a label or a button is longer than \
                devices show.
                """,
            broken: """
                hello:
                  ask: What shall we write on the cake?
                  text:
                    at_most: 500
                  then: sure
                sure:
                  ask: {hello}, is that right?
                  as: list
                  answers: [Yes, No]
                  then: bye
                bye:
                  say: See you soon!
                  then: end
                """,
            repaired: """
                hello:
                  ask: What shall we write on the cake?
                  text:
                    at_most: 100
                  then: sure
                sure:
                  ask: {hello}, is that right?
                  as: list
                  answers: [Yes, No]
                  then: bye
                bye:
                  say: See you soon!
                  then: end
                """,
            why: "Apple's devices refuse the message, and the customer gets nothing."),
        Explanation(
            .propertyBroken, rule: "what a transcript states holds in all conversations",
            meaning: """
                A line with `always` or `never` does not hold: the conversation below it shows where. `usher explore` tries \
                all of them, `usher test` the first ones.
                """,
            broken: .transcript("never: thanks after wine\n\ntest: red wine\ntap: Red"),
            repaired: .transcript("never: wine after thanks\n\ntest: red wine\ntap: Red"),
            why: "It is what the business relies on, and no single test would have shown it."),
    ]
}
