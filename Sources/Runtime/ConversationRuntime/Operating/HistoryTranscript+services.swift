import Expressions
import MessageModel

extension SignInReply.Outcome {
    /// The outcome's word in transcripts. The provider's data is left out.
    var word: String {
        switch self {
        case .success: "success"
        case .failure: "failure"
        case .cancelled: "cancel"
        }
    }
}

extension AppReply {
    var words: String { fields.keys.sorted().map { "\($0) = \(fields[$0] ?? "")" }.joined(separator: ", ") }
}

extension PayChange {
    /// The change as written in transcripts; a shipping method appears as its label.
    func words(_ message: Message?) -> String {
        switch self {
        case .address(let place): return "address = \(place.line)"
        case .card(let card): return "card = \(card)"
        case .shipping(let id):
            guard case .pay(let message)? = message else { return "shipping = \(id)" }
            return "shipping = \(message.pay.sheet.methods.first { $0.id == id }?.label ?? id)"
        }
    }
}
