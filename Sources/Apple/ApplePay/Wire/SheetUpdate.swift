public import AppleMessages
public import JSON
public import MessageModel

/// The answer to a change on the sheet: what is different now, or why it stays as it was (Interactive Message Types,
/// Updating Payment Methods, Response). Nothing different is `{}`.
public struct SheetUpdate: Sendable, Hashable {
    public let json: JSONValue

    /// Nothing has changed.
    public static let none = SheetUpdate(json: [:])

    private init(json: JSONValue) { self.json = json }

    /// What a change has made of the sheet.
    ///
    /// - Parameters:
    ///   - words: shown when the sheet says that a change was refused, and not why.
    ///   - writer: writes sums as in the request.
    public init(of sheet: PaySheet, since old: PaySheet, refusing words: String, _ writer: SheetWriter) {
        if let refusal = sheet.refusal {
            self.init(refusing: refusal, on: sheet, words, writer)
            return
        }
        var object = JSONObject()
        let lines = writer.lineItems(of: sheet)
        if lines != writer.lineItems(of: old) || sheet.total != old.total {
            object["newLineItems"] = lines
            object["newTotal"] = writer.total(of: sheet)
        }
        if sheet.methods != old.methods { object["newShippingMethods"] = writer.shippingMethods(of: sheet) }
        self.init(json: .object(object))
    }

    /// A change that was refused: an error, and the sums as they stay.
    private init(refusing refusal: PaySheet.Refusal, on sheet: PaySheet, _ words: String, _ writer: SheetWriter) {
        let code: SheetError.Code = refusal.reason == .address ? .addressUnserviceable : .unknown
        let error = SheetError(code, message: refusal.text ?? words)
        self.init(json: [
            "errors": [error.json], "newLineItems": writer.lineItems(of: sheet), "newTotal": writer.total(of: sheet),
        ])
    }
}
