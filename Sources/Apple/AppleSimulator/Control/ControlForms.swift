import Expressions
import Foundation
import JSON

extension Business {
    /// The business without its secret.
    var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id.text), "msp_id": .string(mspID), "webhook": .string(webhook),
            "audience": .string(audience.rawValue),
        ]
        if let redelivery {
            object.set("redelivery", ["attempts": .int(redelivery.attempts), "wait": redelivery.wait.json])
        }
        object.set("project", project.map { .string($0) })
        return .object(object)
    }
}

extension SimulatedDevice {
    var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id.text), "customer": .string(customer.text), "business": .string(business.text),
            "kind": .string(kind.rawValue), "capabilities": .array(capabilities.map { .string($0.rawValue) }),
            "list_replies": .string(listReplies.rawValue), "percent_encoded": .bool(encodesCapabilities),
            "zone": .string(zone.identifier), "wire": wire.json,
            "apple_pay": .bool(paysWithApple),
        ]
        object.set("locale", locale.map { .string($0) })
        object.set("intent", intent.map { .string($0) })
        object.set("group", group.map { .string($0) })
        return .object(object)
    }
}

extension FaultRule {
    func json(id: Int, struck: Int) -> JSONValue {
        var object: JSONObject = [
            "id": .int(id), "on": .string(side.rawValue), "kind": .string(kind.word), "struck": .int(struck),
        ]
        if case .status(let status) = kind { object.set("status", .int(status)) }
        object.set("seconds", kind.length?.json)
        object.set("count", count.map { .int($0) })
        object.set("probability", probability.map { $0 == 1 ? 1 : .number(JSONNumber($0)) })
        object.set("customer", customer.map { .string($0.text) })
        return .object(object)
    }
}

extension WireLogEntry {
    var json: JSONValue {
        var object: JSONObject = [
            "number": .int(number), "at": .string(UTCTime.text(at)), "on": .string(side.rawValue),
        ]
        object.set("id", messageID.map { .string($0) })
        object.set("type", type.map { .string($0) })
        object.set("business", business.map { .string($0.text) })
        object.set("customer", customer.map { .string($0.text) })
        object.set("status", status.map { .int($0) })
        object.set("reason", reason.map { .string($0) })
        if isRepeat { object.set("repeat", true) }
        object.set("auto_reply", autoReply.map { .bool($0) })
        object.set("fault", fault.map { .string($0) })
        if !lostOn.isEmpty { object.set("lost_on", .array(lostOn.map { .string($0.text) })) }
        object.set("attempt", attempt.map { .int($0) })
        return .object(object)
    }
}
