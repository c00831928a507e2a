import MessageParts

/// Forms in a browser.
extension WebDevice {
    func nextPage(of form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure) -> String? {
        try known(form).page(after: entries)
    }

    func fill(_ form: String, _ entries: [FormWalk.Entry]) async throws(ChatFailure) {
        let question = WebQuestion(message: form, node: nil, name: FormContent.responseName, type: .firstWins)
        try await answer(question, [try known(form).value(of: entries)])
    }

    private func known(_ form: String) throws(ChatFailure) -> WebForm {
        guard let known = inbox.form(of: form) else { throw ChatFailure("there is no such form") }
        return known
    }
}
