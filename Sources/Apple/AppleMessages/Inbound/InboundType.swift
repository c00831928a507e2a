/// The types of message that Apple posts (MSP REST API, Incoming Messages).
public enum InboundType: String, Sendable, CaseIterable {
    case text
    case interactive
    case typingStart = "typing_start"
    case typingEnd = "typing_end"
    case close
}
