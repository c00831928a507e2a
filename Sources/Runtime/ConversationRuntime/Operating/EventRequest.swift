import Channels
public import FlowEngine
import MessageModel

/// The request of a system of the business that reports an event for one customer.
public struct EventRequest: Sendable, Hashable {
    public var event: OutsideEvent
    /// The idempotency key: requests with the same key take effect once.
    public var key: String
    /// What distinguishes the request from others: a repetition has the same. Without private data.
    public var fingerprint: String

    public init(_ event: OutsideEvent, key: String, fingerprint: String) {
        self.event = event
        self.key = key
        self.fingerprint = fingerprint
    }

    /// The largest size of a key, in bytes.
    public static let longestKey = 200

    /// The id under which the request is recorded among the arrivals of its channel.
    var arrivalID: String { "event/\(key)" }

    /// What is recorded of it.
    func record(of reception: EventReception?) -> ArrivalRecord {
        ArrivalRecord(id: arrivalID, outcome: reception.map { "\($0.rawValue) \(fingerprint)" } ?? "answered")
    }
}

/// The outcome of a request that reports an event.
public enum EventReceipt: Sendable, Hashable {
    /// - Parameter isRepeated: whether an earlier request with the same key has done it.
    case received(EventReception, isRepeated: Bool)
    /// Another request has the same key.
    case keyTaken
    /// Nothing has changed; the reason is a sentence.
    case refused(String)
}

extension SessionStore {
    /// What a request with the same key has done; `nil` when there was none.
    func receipt(of request: EventRequest) async throws -> EventReceipt? {
        for channel in Device.Channel.allCases {
            guard let outcome = try await outcome(of: request.arrivalID, on: channel.rawValue) else { continue }
            let words = outcome.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, let reception = EventReception(rawValue: words[0]) else {
                return .refused("the event could not be processed, and is among the dead letters: \(outcome)")
            }
            return words[1] == request.fingerprint ? .received(reception, isRepeated: true) : .keyTaken
        }
        return nil
    }

    /// The receipt of a request after its event was handled.
    ///
    /// - Parameter isRepeated: whether the store has recognised the request as a repetition.
    func receipt(after request: EventRequest, isRepeated: Bool) async throws -> EventReceipt {
        switch try await receipt(of: request) {
        case .received(let reception, _)?: .received(reception, isRepeated: isRepeated)
        case let receipt?: receipt
        case nil: .refused("the conversation no longer exists")
        }
    }
}
