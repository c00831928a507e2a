public import Expressions
import JSON

/// Presents the content of one type, as lines of plain text and as HTML.
public protocol ContentPresenter<Content>: Sendable {
    /// The type of content that is presented.
    associatedtype Content: MessageContent

    /// The content as lines of text, without what the standard container adds below it.
    func lines(of content: Content, _ showing: Showing) -> [String]
    /// The content as HTML, without what the standard container adds below it.
    func html(of content: Content, _ showing: Showing) -> HTML
    /// The name of a background for the whole message, such as `warm`; `nil` for the default.
    func background(of content: Content) -> String?
}

extension ContentPresenter {
    /// `nil`, unless the presenter chooses a background.
    public func background(of content: Content) -> String? { nil }
}

/// The size at which a message is shown.
public enum MessageSize: String, Sendable {
    /// For a message in a list or a carousel.
    case small
    /// For a message on its own.
    case large
}

/// A message being presented, with its context.
public struct Showing: Sendable {
    /// The message that contains the content.
    public let message: RichMessage
    /// The size at which it is shown.
    public let size: MessageSize
    /// The language and formats of values.
    public let wording: Wording
    /// The effect of a tap.
    public let action: MessageAction
    /// The identity of the viewer; `nil` when it is not known.
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

    /// The address that a tap opens, where it differs from the default of the type.
    public var address: String? {
        action.event == "open-url" || action.event != message.content.event ? action.address : nil
    }

    /// Whether a tap raises an event of the page around the chat, which a button reports to it.
    var isTapped: Bool { action.siteEvent != nil && !message.content.holdsControls }

    /// Text, such as a title, with the effect of a tap on the message: a link to its address, or a button.
    public func tappable(_ words: HTML) -> HTML { isTapped ? button(words) : .link(address, words) }

    /// A button that reports a tap on the message.
    func button(_ content: HTML) -> HTML {
        .tapButton(
            content, ["type": "button", "class": "tap", "data-event": action.siteEvent, "data-values": values])
    }

    /// Whether it is a question of a flow, which can be answered once.
    var isQuestion: Bool { message.isQuestion }

    /// The data of an event that only the page handles, as JSON.
    var values: String? {
        guard let event = action.event, !event.hasPrefix("open-"), !action.data.isEmpty else { return nil }
        return JSONValue.object(action.data).text
    }

    /// A nested message as HTML, complete with its container.
    public func html(of child: RichMessage, as role: String, _ size: MessageSize? = nil) -> HTML {
        presenter.html(of: child, size ?? self.size, inheriting: message.handedDown(to: role))
    }

    /// A nested message as lines of text.
    public func lines(of child: RichMessage, as role: String, _ size: MessageSize? = nil) -> [String] {
        presenter.lines(of: child, size ?? self.size, inheriting: message.handedDown(to: role))
    }

    /// An ISO 8601 time or date, formatted in the reader's language; unchanged when it is neither.
    public func date(_ text: String?) -> String? {
        guard let text else { return nil }
        if let moment = Moment(iso: text) { return wording.text(.time(TimeSlot(start: moment))) }
        return CalendarDate(iso: text).map { wording.text(.date($0)) } ?? text
    }

    /// An amount, formatted in the reader's language; as it was sent when the currency is not valid.
    public func money(_ amount: SentAmount) -> String {
        amount.money.map { wording.text(.money($0)) } ?? amount.plainText
    }
}
