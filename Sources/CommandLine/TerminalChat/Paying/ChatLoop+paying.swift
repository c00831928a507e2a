import Foundation

/// Payment sheets, step by step or in one line.
extension ChatLoop {
    /// Handles `:pay`, which opens the sheet; `:pay card=debit address=…`, which changes these and pays; and
    /// `:pay decline` and `:pay cancel`, which end it accordingly.
    func pay(_ rest: String) async throws(ChatFailure) {
        if sheet == nil { try await openSheet() }
        guard sheet != nil else { return }
        guard !rest.isEmpty else { return }
        if let word = try? SheetWord(rest), !rest.contains("=") { return try await take(word) }
        for change in try SheetChange.list(rest) { try await make(change) }
        try await authorise()
    }

    /// Handles a line typed while a sheet is open.
    func takeForSheet(_ line: String) async throws(ChatFailure) { try await take(try SheetWord(line)) }

    private func take(_ word: SheetWord) async throws(ChatFailure) {
        switch word {
        case .change(let change):
            try await make(change)
            if let sheet { screen.show(sheet) }
        case .pay: try await authorise()
        case .decline:
            try await make(SheetChange(part: .card, words: "declined"))
            try await authorise()
            try await closeSheet()
        case .close: try await closeSheet()
        }
    }

    private func openSheet() async throws(ChatFailure) {
        switch try await apple.openSheet() {
        case .sheet(let opened):
            sheet = opened
            wasDeclined = false
            screen.show(opened)
            screen.explainSheet()
        case .page(let url, let status):
            screen.tell("this device has no Apple Pay; the browser opens \(url) (\(status))")
        }
    }

    private func make(_ change: SheetChange) async throws(ChatFailure) {
        guard let before = sheet else { return }
        let after = try await apple.change(change.part, to: change.value(on: before))
        sheet = after
        if !after.isTakenBack { recorder?.add(change.part, on: after) }
    }

    private func authorise() async throws(ChatFailure) {
        guard sheet != nil else { return }
        let paid = try await apple.pay()
        if paid.isPaid {
            sheet = nil
            recorder?.add(pay: "paid")
            return screen.tell("paid")
        }
        wasDeclined = true
        sheet = try await apple.sheet()
        screen.tell("not paid: \(paid.words); another card may do, `cancel` closes the sheet")
    }

    /// Closes the sheet without paying.
    func closeSheet() async throws(ChatFailure) {
        guard sheet != nil else { return }
        try await apple.closeSheet()
        sheet = nil
        recorder?.add(pay: wasDeclined ? "declined" : "cancelled")
        screen.tell("you closed the sheet without paying")
    }
}
