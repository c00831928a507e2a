import Diagnostics

extension Explanation {
    /// Conversations that must run as written, played by `usher test`.
    static let transcripts: [Explanation] = [
        Explanation(
            .transcriptSyntax, rule: "a line of a transcript is a verb, a colon and the rest",
            meaning: "The line begins with no verb that can be played, or what stands behind the colon cannot be read.",
            broken: .transcript("test: red wine\nclik: Red\nbot: You get Red."),
            repaired: .transcript("test: red wine\ntap: Red\nbot: You get Red."),
            why: "A line that is passed over would prove nothing."),
        Explanation(
            .transcriptUnmatched, rule: "a `bot:` line finds its message",
            meaning: """
                Since the last `bot:` line the bot has sent nothing that fits. A `*` stands for anything; \
                `usher test --update` writes down what was said instead.
                """,
            broken: .transcript("test: red wine\nbot: Which colour?\ntap: Red"),
            repaired: .transcript("test: red wine\nbot: Which wine?\ntap: Red"),
            why: "Either the flow has changed by mistake, or the transcript should follow it."),
        Explanation(
            .transcriptNotOffered, rule: "what is tapped or picked was offered",
            meaning: "The answer or the time is not among those of the question that is open.",
            broken: .transcript("test: green wine\ntap: Green"),
            repaired: .transcript("test: white wine\ntap: White\nbot: You get White."),
            why: "Customers can only tap what they see."),
        Explanation(
            .transcriptNothingWaiting, rule: "a verb fits what the bot waits for",
            meaning: "The bot waits for something else than this verb gives, or for nothing at all.",
            broken: .transcript("test: red wine\npick: first time"),
            repaired: .transcript("test: red wine\ntap: Red"),
            why: "A time cannot be picked where no times are shown."),
        Explanation(
            .transcriptExpect, rule: "what is expected holds",
            meaning: "The condition behind `expect:` is not true at this moment of the conversation.",
            broken: .transcript("test: red wine\ntap: Red\nexpect: wine is White"),
            repaired: .transcript("test: red wine\ntap: Red\nexpect: wine is Red"),
            why: "Either the flow has changed by mistake, or the transcript should follow it."),
        Explanation(
            .stepNotCovered, rule: "some transcript comes by every step",
            meaning: """
                With `usher test --coverage`: no test gets to this step, or takes this answer, line or exit that leads \
                somewhere of its own.
                """,
            broken: .transcript("test: one wine\nbot: Which wine?\nexpect: at wine"),
            repaired: .transcript("test: one wine\ntap: Red\nbot: You get Red."),
            why: "What no test tries may be broken for a long time before a customer finds it."),
        Explanation(
            .propertySyntax, rule: "`always` and `never` state what can be checked",
            meaning: """
                The line is in none of the forms that are checked, or names something that is not there. Properties stand \
                above the first test.
                """,
            broken: .transcript("always: wine is good\n\ntest: red wine\ntap: Red"),
            repaired: .transcript("always: after wine, thanks follows\n\ntest: red wine\ntap: Red"),
            why: "A sentence that is not understood would be taken for proved."),
    ]
}
