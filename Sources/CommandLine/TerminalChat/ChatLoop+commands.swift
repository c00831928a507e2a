import Expressions
import Foundation
import JSON

/// The commands of a chat, which begin with a colon.
extension ChatLoop {
    /// Runs a command. Returns whether the chat continues.
    func command(_ line: String) async throws(ChatFailure) -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count == 2 ? words[1].trimmingCharacters(in: .whitespaces) : ""
        switch words[0] {
        case ":quit", ":q": return false
        case ":help", ":h": screen.help()
        case ":close": try await close()
        case ":photo", ":file": try await send(rest, as: String(words[0].dropFirst()))
        case ":place": try await share(rest)
        case ":react": try await react(rest)
        case ":app": try await answerApp(rest)
        case ":sign-in": try await signIn(rest)
        case ":pay": try await pay(rest)
        case ":save": try await save(rest)
        case ":wait": try await wait(rest)
        case ":form":
            guard let form = lastForm else { throw ChatFailure("the bot has sent no form") }
            try await open(form)
        case ":back": try await goBack()
        case ":cancel" where sheet != nil: try await closeSheet()
        case ":cancel": putFormAway()
        default: throw ChatFailure("there is no command \(words[0]); `:help` lists all commands")
        }
        return true
    }

    private func close() async throws(ChatFailure) {
        try await device.close()
        recorder?.addClose()
        walk = nil
        screen.tell("You deleted the conversation. What you write next begins a new one.")
    }

    private func send(_ rest: String, as verb: String) async throws(ChatFailure) {
        let paths = rest.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .map { NSString(string: $0).expandingTildeInPath }
        guard !paths.isEmpty else { throw ChatFailure("write which, such as `:\(verb) bike.jpg`") }
        try await device.send(files: paths)
        recorder?.add(verb, files: paths.map { URL(filePath: $0).lastPathComponent })
    }

    private func share(_ rest: String) async throws(ChatFailure) {
        guard !rest.isEmpty, let place = PlaceValue(typed: rest) else {
            throw ChatFailure("write an address, or degrees such as `:place 52.5, 13.4`")
        }
        if let latitude = place.latitude, let longitude = place.longitude, place.name == nil, place.street == nil {
            try await device.share(latitude: JSONNumber(latitude), longitude: JSONNumber(longitude))
        } else {
            try await device.say(rest)
        }
        recorder?.add(place: rest)
    }

    private func react(_ rest: String) async throws(ChatFailure) {
        guard !rest.isEmpty else { throw ChatFailure("write how, such as `:react liked` or `:react 👍`") }
        try await apple.react(rest)
        recorder?.add(reaction: rest)
    }

    /// Takes `ana secret`, or `cancel`.
    private func signIn(_ rest: String) async throws(ChatFailure) {
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 || rest == "cancel" else {
            throw ChatFailure("write a user and a password, such as `:sign-in ana secret`, or `:sign-in cancel`")
        }
        let end = try await apple.signIn(
            user: rest == "cancel" ? "nobody" : words[0], password: rest == "cancel" ? "none" : words[1],
            cancels: rest == "cancel")
        recorder?.add(signIn: ["success", "cancel"].contains(end) ? end : "failure")
        screen.tell("the window closes: \(end)")
    }

    /// Takes `seat=12A, row=3`.
    private func answerApp(_ rest: String) async throws(ChatFailure) {
        let fields = rest.split(separator: ",").compactMap { pair -> (String, String)? in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            return sides.count == 2 && !sides[0].isEmpty ? (sides[0], sides[1]) : nil
        }
        guard !fields.isEmpty, fields.count == rest.split(separator: ",").count else {
            throw ChatFailure("write what the app says, such as `:app seat=12A, row=3`")
        }
        try await apple.answer(app: fields)
        recorder?.add(app: fields)
    }

    /// Takes `1 map.png`: the number of a file, and the path to save it to.
    private func save(_ rest: String) async throws(ChatFailure) {
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let number = Int(words[0]) else {
            throw ChatFailure("write which file and where to, such as `:save 1 map.png`")
        }
        guard let (message, file) = files.element(numbered: number) else {
            throw ChatFailure(
                files.isEmpty
                    ? "the bot has sent no file" : "there is no file \(number); the bot has sent \(files.count)")
        }
        let path = NSString(string: words[1]).expandingTildeInPath
        guard !FileManager.default.fileExists(atPath: path) else { throw ChatFailure("\(path) already exists") }
        try await device.save(file: file.number, of: message, to: path)
        screen.tell("\(file.name) is in \(path)")
    }

    private func wait(_ rest: String) async throws(ChatFailure) {
        guard let length = Literal.duration(rest), length > .zero else {
            throw ChatFailure("write how long, such as `:wait 10 minutes`")
        }
        try await device.turnClock(by: length)
        recorder?.add(waited: rest)
        screen.tell("\(rest) pass")
    }
}
