public import Expressions
import JSON

/// Shows the content of one type: as lines of plain text, and as HTML.
public protocol ContentPresenter<Content>: Sendable {
    associatedtype Content: MessageContent

    /// The content in lines, without what the standard container says below it.
    func lines(of content: Content, _ showing: Showing) -> [String]
    func html(of content: Content, _ showing: Showing) -> HTML
    /// The name of a background for the whole message, such as `warm`; `nil` for the usual one.
    func background(of content: Content) -> String?
}

extension ContentPresenter {
    public func background(of content: Content) -> String? { nil }
}

/// How much room a message gets.
public enum MessageSize: String, Sendable {
    /// Among others, as in a list or a carousel.
    case small
    /// By itself.
    case large
}

/// A message that is being shown, with all that a presenter may want to know of it.
public struct Showing: Sendable {
    public let message: RichMessage
    public let size: MessageSize
    /// How values are written in the reader's language.
    public let wording: Wording
    /// What a tap does.
    public let action: MessageAction
    /// For whom it is shown; `nil` where nobody knows.
    public let viewer: String?
    private let presenter: MessagePresenter

    init(_ message: RichMessage, _ size: MessageSize, _ action: MessageAction, _ presenter: MessagePresenter) {
        self.message = message
        self.size = size
        self.action = action
        self.presenter = presenter
        wording = presenter.wording
        viewer = presenter.viewer
    }

    /// The address that a tap opens, where that is not what its type opens anyway.
    public var address: String? {
        action.event == "open-url" || action.event != message.content.event ? action.address : nil
    }

    /// Whether a tap is an event of the page around the chat, which a button reports to it.
    var isTapped: Bool { action.siteEvent != nil && !message.content.holdsControls }

    /// Words, such as a title, that do what a tap on the message does: a link to its address, or a button.
    public func tappable(_ words: HTML) -> HTML { isTapped ? button(words) : .link(address, words) }

    /// A button that reports what a tap on the message is.
    func button(_ content: HTML) -> HTML {
        .tapButton(
            content, ["type": "button", "class": "tap", "data-event": action.siteEvent, "data-values": values])
    }

    /// Whether it is a question of a flow, which is answered once.
    var isQuestion: Bool { message.isQuestion }

    /// What goes with an event that only the page knows, as JSON.
    var values: String? {
        guard let event = action.event, !event.hasPrefix("open-"), !action.data.isEmpty else { return nil }
        return JSONValue.object(action.data).text
    }

    /// A message inside this one, shown whole.
    public func html(of child: RichMessage, as role: String, _ size: MessageSize? = nil) -> HTML {
        presenter.html(of: child, size ?? self.size, inheriting: message.handedDown(to: role))
    }

    public func lines(of child: RichMessage, as role: String, _ size: MessageSize? = nil) -> [String] {
        presenter.lines(of: child, size ?? self.size, inheriting: message.handedDown(to: role))
    }

    /// A moment or a day of ISO 8601 as the reader's language writes it; as it was sent where it is neither.
    public func date(_ text: String?) -> String? {
        guard let text else { return nil }
        if let moment = Moment(iso: text) { return wording.text(.time(TimeSlot(start: moment))) }
        return CalendarDate(iso: text).map { wording.text(.date($0)) } ?? text
    }

    /// An amount as the reader's language writes it; as it was sent where the currency is none.
    public func money(_ amount: SentAmount) -> String {
        amount.money.map { wording.text(.money($0)) } ?? amount.plainText
    }
}
