import Diagnostics
import FlowCompiler
import Testing

/// One slip in what bot.yaml declares is one diagnostic: flows that use the rest of it stay silent.
@Suite struct DeclarationSlipTests {
    private static let bot =
        TestProject.bot + """
            records:
              pet:
                name: text
                born: date, optional
              owner:
                name: text
                pet: pet
            customer:
              pets: list of pet
              owner: owner
              visits: number
            results:
              bookings:
                fields:
                  pet: text
                  phone: text
                  born: date, optional
                private: [phone]
                states: [open, cancelled]
                kept_for: 400 days

            """

    private static let flow = Case.flow(
        """
        hello:
          set:
            customer.visits: {customer.visits, or 0} + 1
            customer.owner:
              name: Ana
              pet:
                name: Rex
            customer.pets: {customer.pets, or []} + {customer.owner.pet}
          ask: Which one, {customer.owner.name}?
          answers:
            - each: pet in customer.pets
              label: {pet.name}
              note: {pet.born, or unknown}
          if_empty: mine
          then: phone
        phone:
          ask: And your number?
          text: phone
          private: yes
          then: booked
        booked:
          keep: bookings
          using:
            pet: {hello.name}
            phone: {phone}
            born: {hello.born, or nothing}
          then: mine
        mine:
          read: bookings
          using:
            state: open
          then: which
        which:
          ask: Which one is it?
          answers:
            - each: booking in mine.rows
              id: {booking.row}
              label: {booking.pet}, {booking.born, or unknown}
          if_empty: bye
          then: cancel
        cancel:
          change: bookings
          using:
            row: {which.row}
            state: cancelled
          then: bye
        bye:
          say: You have been here {customer.visits} times, {customer.owner.pet.name}.
          then: end
        """)

    private static func found(_ bot: String) -> DiagnosticReport {
        TestProject(["bot.yaml": bot, "broken.yaml": flow]).report
    }

    @Test func `without a slip nothing is reported`() {
        let report = Self.found(Self.bot)
        #expect(report.found == [], "\(report.text())")
    }

    struct Slip: CustomTestStringConvertible {
        let right: String
        let wrong: String
        let code: String

        init(_ right: String, _ wrong: String, _ code: String) {
            self.right = right
            self.wrong = wrong
            self.code = code
        }

        var testDescription: String { wrong }
    }

    @Test(arguments: [
        Slip("list of pet", "list of pte", "unknown-word"), Slip("pets: list of pet", "pets: pets", "unknown-word"),
        Slip("owner: owner", "owner: onwer", "unknown-word"), Slip("visits: number", "visits: nubmer", "unknown-word"),
        Slip("    name: text\n    born", "    name: txet\n    born", "unknown-word"),
        Slip("    name: text\n    pet", "    name: txet\n    pet", "unknown-word"),
        Slip("born: date, optional\n  owner", "born: date, optionel\n  owner", "unknown-word"),
        Slip("    name: text\n    born", "    name text\n    born", "missing-colon"),
        Slip("    name: text\n    born", "    first name: text\n    born", "bad-name"),
        Slip("  pet:\n    name", "  pet\n    name", "missing-colon"),
        Slip("  visits: number", "  visits number", "missing-colon"),
        Slip("  visits: number", "  visits: number\n  visits: number", "duplicate-key"),
        Slip("  visits: number", "  visit count: number", "bad-name"),
        Slip("      phone: text", "      phone: txet", "unknown-word"),
        Slip("      phone: text", "      phone text", "missing-colon"),
        Slip("      phone: text", "      phone number: text", "bad-name"),
        Slip("    fields:", "    feilds:", "unknown-key"),
        Slip("private: [phone]", "private: [fone]", "unknown-name"),
        Slip("private: [phone]", "privat: [phone]", "unknown-key"),
        Slip("private: [phone]", "private [phone]", "missing-colon"),
        Slip("states: [open, cancelled]", "states: [open, open, cancelled]", "name-taken"),
        Slip("states: [open, cancelled]", "stats: [open, cancelled]", "unknown-key"),
        Slip("kept_for: 400 days", "kept_for: forever", "bad-duration"),
        Slip("kept_for: 400 days", "kept_fro: 400 days", "unknown-key"),
        Slip("customer:\n", "custommer:\n", "unknown-key"), Slip("records:\n", "recrods:\n", "unknown-key"),
        Slip("results:\n", "reslts:\n", "unknown-key"),
    ])
    func `a slip is reported once, in bot yaml`(slip: Slip) {
        let report = Self.found(Self.bot.replacing(slip.right, with: slip.wrong, maxReplacements: 1))
        let found = report.found.map { "\($0.file) \($0.code)" }
        #expect(found == ["Flows/bot.yaml \(slip.code)"], "\(report.text())")
    }
}
