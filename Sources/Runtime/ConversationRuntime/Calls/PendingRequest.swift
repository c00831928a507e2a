public import Expressions
public import FlowEngine

/// Something that a turn requests outside and whose outcome comes back as an event. It stays in the store until that
/// event has been committed, so a restart makes it again under the same id.
public enum PendingRequest: Sendable, Hashable {
    /// An action of a flow.
    case call(CallRequest)
    /// Files that a customer has sent.
    case fetch(FileFetch)
    /// A notice to the agent desk.
    case notifyDesk(DeskNotice)

    /// The same on every attempt.
    public var id: String {
        switch self {
        case .call(let call): call.id
        case .fetch(let fetch): fetch.id
        case .notifyDesk(let notice): notice.id
        }
    }
}

/// The stored form of every request: the name of its action, or one that no action of a flow can have, and inputs.
extension PendingRequest {
    public init(id: String, storedName: String, inputs: Fields) {
        self =
            switch storedName {
            case FileFetch.storedName: .fetch(FileFetch(id: id, inputs: inputs))
            case DeskNotice.storedName: .notifyDesk(DeskNotice(id: id, fields: inputs))
            default: .call(CallRequest(id: id, action: storedName, inputs: inputs))
            }
    }

    public var storedName: String {
        switch self {
        case .call(let call): call.action
        case .fetch: FileFetch.storedName
        case .notifyDesk: DeskNotice.storedName
        }
    }

    public var inputs: Fields {
        switch self {
        case .call(let call): call.inputs
        case .fetch(let fetch): fetch.inputs
        case .notifyDesk(let notice): notice.fields
        }
    }
}

extension Effect {
    /// What the effect requests outside; `nil` for effects without an outcome of their own.
    var request: PendingRequest? {
        switch self {
        case .call(let call): .call(call)
        case .fetch(let fetch): .fetch(fetch)
        case .send, .handOver, .dropPending: nil
        }
    }
}
