/// Forms, page by page.
extension ChatLoop {
    /// Opens a form, with all pages empty.
    func open(_ form: DeviceForm) async throws(ChatFailure) {
        screen.show(opening: form)
        walk = FormWalk(form)
        try await goOn()
    }

    /// Handles a line typed while a form is open.
    func takeForForm(_ line: String) async throws(ChatFailure) {
        guard var walk else { return }
        guard let page = walk.page else { return try await sendForm() }
        let before = walk
        walk.add(try FormWalk.Entry(line, on: page))
        self.walk = walk
        do throws(ChatFailure) {
            try await goOn()
        } catch {
            self.walk = before
            throw ChatFailure("\(error)".replacing(#/^pages\.[^:]*: /#, with: ""))
        }
    }

    /// Shows the next page of the form.
    private func goOn() async throws(ChatFailure) {
        guard var walk else { return }
        walk.go(to: try await device.nextPage(of: walk.form.request, walk.entries))
        self.walk = walk
        if let page = walk.page {
            screen.show(page)
        } else if walk.form.hasSummary {
            screen.show(summary: walk)
        } else {
            try await sendForm()
        }
    }

    private func sendForm() async throws(ChatFailure) {
        guard let walk else { return }
        try await device.fill(walk.form.request, walk.entries)
        recorder?.add(walk)
        self.walk = nil
    }

    /// Goes back one page; on the first page, closes the form.
    func goBack() async throws(ChatFailure) {
        guard var walk else { throw ChatFailure("no form is open; `:form` opens the last one again") }
        guard walk.back() else { return putFormAway() }
        self.walk = walk
        try await goOn()
    }

    func putFormAway() {
        guard walk != nil else { return screen.tell("no form is open") }
        walk = nil
        screen.tell("you put the form away; `:form` opens it again, empty")
    }
}
