import ApplePay
import Channels
import JSON

/// Actions of customers on pay sheets. Their phones send requests to the server itself, through Apple.
extension Play {
    mutating func authorize(_ customer: String, _ card: String) {
        guard let sheet = phone(of: customer).sheets.last else { return }
        let body = sheet.authorization(with: card, of: customer)
        outside.change { $0.phones[customer]?.lastPayment = (sheet, body) }
        pay(customer, sheet, body)
    }

    mutating func authorizeAgain(_ customer: String) {
        guard let (sheet, body) = phone(of: customer).lastPayment else { return }
        pay(customer, sheet, body)
    }

    private mutating func pay(_ customer: String, _ sheet: PhoneSheet, _ body: JSONValue) {
        post(customer) { sheets throws(SheetRefusal) in
            try await sheets.pay(body, at: sheet.id).status.rawValue
        } then: { phone, answer in
            if answer == PaymentStatus.success.rawValue { phone.paid.insert(sheet.question) }
        }
    }

    mutating func chooseShipping(_ customer: String, _ method: String) {
        guard let sheet = phone(of: customer).sheets.last?.shipped(method) else { return }
        let body = sheet.change
        post(customer) { sheets throws(SheetRefusal) in
            try await sheets.changeShipping(body, at: sheet.id).json.text
        } then: { phone, _ in
            phone.sheets.removeLast()
            phone.sheets.append(sheet)
        }
    }

    mutating func shut(_ customer: String, _ ending: ClosedSheet.Ending) {
        guard let sheet = phone(of: customer).sheets.last else { return }
        send(.sheetClosed(ClosedSheet(question: sheet.question, ending: ending)), from: customer)
    }

    /// Sends a request to the server, and passes the response to the phone unless the server dies before.
    private mutating func post(
        _ customer: String, _ work: @escaping @Sendable (PaySheets) async throws(SheetRefusal) -> String,
        then hear: @escaping @Sendable (inout Phone, String) -> Void
    ) {
        guard let life, !life.pulse.isOver, let sheets = life.counter?.sheets else { return }
        let outside = outside
        handing.append(
            Task(executorPreference: conductor) {
                do throws(SheetRefusal) {
                    let answer = try await work(sheets)
                    guard life.pulse.touchWorld() else { return }
                    outside.tell("the sheet of \(customer) hears \(answer)")
                    outside.change { state in
                        if var phone = state.phones[customer] {
                            hear(&phone, answer)
                            state.phones[customer] = phone
                        }
                    }
                } catch {
                    if !life.pulse.isOver { outside.tell("the sheet of \(customer) is refused") }
                }
            })
    }
}
