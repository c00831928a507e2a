import Foundation

/// Draws a chat in the terminal.
struct ChatScreen: Sendable {
    let terminal: any ChatTerminal

    func prompt() {
        guard terminal.isInteractive else { return }
        print("\n› ", terminator: "")
        terminal.flush()
    }

    /// Ends the line of a prompt that is not answered any more, so that the shell's prompt begins on its own line.
    func leave() {
        if terminal.isInteractive { print("") }
    }

    func print(_ text: String, terminator: String = "\n") { terminal.write(text + terminator) }

    func greet(_ device: String, _ bot: String) {
        print("You are a new customer with \(device). Press Return to say hello, or write something; :help lists more.")
    }

    func help() {
        print(
            """
              1              choose an answer by its number; its label does as well
              1, 3           choose several where that is possible
              any words      send them
              :photo bike.jpg, back.jpg  send photos; :file does the same with any file
              :place 52.5, 13.4  share a place; an address is written
              :react liked   react to the last message: loved, liked, disliked, laughed, emphasized, questioned or an emoji
              :sign-in ana secret  sign in with a user and a password; `:sign-in cancel` does not
              :pay           open the payment sheet; `:pay card=debit shipping=Courier address=…` changes that and pays,
                             `:pay decline` and `:pay cancel` do not pay
              :app seat=12A, row=3  answer as the iMessage app does
              :save 1 map.png  save the first file that the bot sent
              :form          open the last form again; :back and :cancel while it is open
              :wait 10 minutes   advance the clock: timeouts pass, opening hours end
              :close         delete the conversation
              :quit          leave
            """)
    }

    func tell(_ text: String) { print("  (\(text))") }

    /// - Parameter first: the number of the first answer of a bubble.
    func show(_ message: DeviceMessage, numberedFrom first: Int = 1) {
        if let lost = message.lost {
            tell("a \(message.kindWord) was lost: \(lost)")
            return
        }
        switch message.content {
        case .text(let text): if !text.isEmpty { print(block(text)) }
        case .form(let form): print(block("\(form.title ?? "a form") (a form)"))
        case .app(let title, let app): print(block("\(title) (the app \(app)); `:app name=value` answers"))
        case .signIn(let title):
            print(block("\(title) (a sign-in); `:sign-in ana secret` signs in, with any password but `wrong`"))
        case .payment(let title, let total):
            print(block("\(title) (\(total) with Apple Pay); `:pay` opens the sheet"))
        case .link(let title, let url): print(block("\(title)\n\(url)"))
        case .choices(let title, _, let choices, let several):
            if let title { print(block(title)) }
            list(choices, from: first)
            if several { print("     several, with commas") }
        case .times(let title, _, let place, let slots):
            if let title { print(block(title)) }
            if let place { print("     at \(place)") }
            list(slots, from: first)
        case .other(let kind): tell("a \(kind)")
        }
        terminal.flush()
    }

    /// Returns a text with its first line marked as the bot's.
    private func block(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return "\n" + lines.enumerated().map { ($0 == 0 ? "  • " : "    ") + $1 }.joined(separator: "\n")
    }

    /// Shows a received file with the number by which it can be saved.
    func show(_ file: DeviceFile, number: Int) {
        print(
            "  📎 \(file.name) (\(DeviceFile.text(bytes: file.size)), \(file.kind)); `:save \(number) \(file.name)` keeps it"
        )
        if let problem = file.problem { tell("it cannot be opened: \(problem)") }
    }

    func list(_ choices: [DeviceMessage.Choice], from first: Int = 1) {
        for (index, choice) in choices.enumerated() {
            if let heading = choice.heading { print("     \(heading)") }
            let plain = String(first + index)
            let number = String(repeating: " ", count: max(0, 2 - plain.count)) + plain
            print("     \(number)  \(choice.title)\(choice.note.map { " – \($0)" } ?? "")")
        }
    }
}

extension DeviceMessage {
    fileprivate var kindWord: String {
        switch content {
        case .text: "text"
        case .choices: "bubble with answers"
        case .times: "time picker"
        case .form: "form"
        case .app: "bubble of an iMessage app"
        case .link: "link"
        case .signIn: "sign-in"
        case .payment: "bubble to pay"
        case .other(let kind): kind
        }
    }
}
