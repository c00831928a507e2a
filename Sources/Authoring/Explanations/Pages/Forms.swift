import Diagnostics

extension Explanation {
    /// Forms and their pages.
    static let forms: [Explanation] = [
        Explanation(
            .unknownPage, rule: "ways on a page lead to a page of the form, or to send",
            meaning: """
                A `then` or an answer on a form page names a page that the form does not have. Pages lead to pages and to \
                `send`; where the conversation goes then stands at the step.
                """,
            broken: form("insured:\n  ask: Is it insured?\n  answers:\n    Yes: insurrer\n    No: send\n\(insurer)"),
            repaired: form("insured:\n  ask: Is it insured?\n  answers:\n    Yes: insurer\n    No: send\n\(insurer)"),
            why: "Nobody would know which page comes next."),
        Explanation(
            .pageGoesBack, rule: "pages lead further down",
            meaning: "An answer or a `then` leads to a page that stands above, or to its own page.",
            broken: form(
                "\(make)\ninsured:\n  ask: Is it insured?\n  answers:\n    Yes: insurer\n    No: make\n\(insurer)"),
            repaired: form(
                "\(make)\ninsured:\n  ask: Is it insured?\n  answers:\n    Yes: insurer\n    No: send\n\(insurer)"),
            why: "So every form comes to its end, whatever is answered."),
        Explanation(
            .unreachablePage, rule: "some answer leads to every page",
            meaning: "All ways through the form pass this page by.",
            broken: form("insured:\n  ask: Is it insured?\n  answers:\n    Yes: send\n    No: send\n\(insurer)"),
            repaired: form("insured:\n  ask: Is it insured?\n  answers:\n    Yes: insurer\n    No: send\n\(insurer)"),
            why: "Customers would never see it. Most often an answer was meant to lead here."),
        Explanation(
            .notOnAPage, rule: "pages ask answers, text, number, money, date",
            meaning: "A page of a form asks for something that forms cannot ask for.",
            broken: form("\(make)\ndamage:\n  ask: Show us the damage.\n  photo: one"),
            repaired: Example.steps(
                """
                details:
                  ask: A few details
                  form:
                    make:
                      ask: What make is it?
                      text: one line
                  then: damage
                damage:
                  ask: Show us the damage.
                  photo: one
                  then: end
                """),
            why: "Apple's forms have pages for answers, dates and typing. Ask the rest in a step of its own."),
        Explanation(
            .pageNameTooLong, rule: "names of pages have fewer than 20 characters",
            meaning: "The name of a page is longer than Apple takes.",
            broken: form("the_make_of_your_bicycle:\n  ask: What make is it?\n  text: one line"),
            repaired: form(make),
            why: "Apple would refuse the form. Customers do not see the name; a short one will do."),
        Explanation(
            .formTooLong, rule: "a form has at most eight pages",
            meaning: "A form has more pages than most people fill in at one go.",
            broken: form((1...9).map(page).joined(separator: "\n")),
            repaired: form((1...8).map(page).joined(separator: "\n")),
            why:
                "When a customer leaves Messages half-way, Apple forgets what was filled in. Two short forms lose less."
        ),
    ]

    private static let make = "make:\n  ask: What make is it?\n  text: one line"
    private static let insurer = "insurer:\n  ask: With whom?\n  text: one line"

    private static func page(_ number: Int) -> String { "page\(number):\n  ask: Part \(number)?\n  text: one line" }

    private static func form(_ pages: String) -> Example {
        let lines = pages.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return Example.steps("details:\n  ask: A few details\n  form:\n\(lines)\n  then: end")
    }
}
