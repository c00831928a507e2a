import ChannelRules
import MessageModel

extension Message {
    /// The message in a form that Apple accepts: a quick reply with too few or too many answers would be refused, so it
    /// becomes a list; a message without answers becomes text.
    var offered: Message {
        switch self {
        case .buttons(let buttons) where !AppleLimits.buttons.contains(buttons.items.count):
            Message.list(buttons.asList).offered
        case .list(let list) where list.sections.allSatisfy(\.items.isEmpty): .text(list.bubble.title)
        case .times(let times) where times.slots.isEmpty: .text(times.bubble.title)
        case .form(let form) where form.form.pages.isEmpty: .text(form.bubble.title)
        default: self
        }
    }
}

extension ButtonsMessage {
    fileprivate var asList: ListMessage {
        let bubble = MessageBubble(title: summary, note: "", image: nil, size: .icon, reply: summary, overlay: overlay)
        let section = ListMessage.Section(title: summary, items: items.map { .init(id: $0.id, title: $0.title) })
        return ListMessage(question: question, bubble: bubble, sections: [section], several: false)
    }
}
