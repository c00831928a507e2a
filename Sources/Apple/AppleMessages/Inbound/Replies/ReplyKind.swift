/// The kind of message that an interactive message replies to, by the key that holds the answer in
/// `interactiveData.data` (Interactive Message Types; `notification` is what vendors report for invitations).
enum ReplyKind: String, CaseIterable {
    case quickReply = "quick-reply"
    case listPicker
    case timePicker = "event"
    case authentication = "authenticate"
    case form = "dynamic"
    case payment
    case invitation = "notification"
}
