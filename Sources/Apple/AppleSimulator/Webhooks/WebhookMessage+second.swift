import JSON

extension WebhookMessage {
    /// Returns the message that follows a tap under a fault, and its sender; `nil` when none does.
    ///
    /// - Parameters:
    ///   - lastTap: the customer's previous tap on this device.
    ///   - newID: returns unused ids.
    func second(
        under fault: FaultRule.Kind?, from device: Device, lastTap: WebhookMessage?, newID: () -> String
    ) -> (message: WebhookMessage, sender: Device)? {
        switch fault {
        case .doubleTap: (again(as: newID()), device)
        case .oldTap: lastTap.map { ($0.again(as: newID()), device) }
        case .secondDevice: (again(as: newID(), session: newID()), device.customer.device(besides: device) ?? device)
        default: nil
        }
    }

    private func again(as id: String, session: String) -> WebhookMessage {
        var content = content
        if var data = content["interactiveData"]?.object {
            data["sessionIdentifier"] = .string(session)
            content["interactiveData"] = .object(data)
        }
        return WebhookMessage(id: id, type: type, content: content, isTap: isTap)
    }
}
