public import AppleMessages
public import JSON
public import MessageModel

/// The response to a change on the sheet: the differences, or why it was refused (Interactive Message Types, Updating
/// Payment Methods, Response). No difference is `{}`.
public struct SheetUpdate: Sendable, Hashable {
    public let json: JSONValue

    /// A response without differences.
    public static let none = SheetUpdate(json: [:])

    private init(json: JSONValue) { self.json = json }

    /// Creates the response to a change.
    ///
    /// - Parameters:
    ///   - words: shown when the sheet refused a change without a reason.
    ///   - writer: writes amounts as in the request.
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

    /// Creates the response to a refused change: an error, and the unchanged amounts.
    private init(refusing refusal: PaySheet.Refusal, on sheet: PaySheet, _ words: String, _ writer: SheetWriter) {
        let code: SheetError.Code = refusal.reason == .address ? .addressUnserviceable : .unknown
        let error = SheetError(code, message: refusal.text ?? words)
        self.init(json: [
            "errors": [error.json], "newLineItems": writer.lineItems(of: sheet), "newTotal": writer.total(of: sheet),
        ])
    }
}
