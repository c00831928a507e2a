import Channels
import Expressions
import Foundation
public import JSON

/// Customers' answers to forms and in iMessage apps.
extension AppleSimulator {
    /// The progress of a customer in a form.
    public struct FormProgress: Sendable {
        /// The page to fill in next; `nil` when the form can be sent.
        public let page: String?
        /// The answers so far, in the form in which they would be sent.
        public let selections: JSONValue
    }

    /// The customer fills in a form and sends it.
    ///
    /// - Parameter entries: the answers by the identifiers of the pages: identifiers, values or titles of items, a day,
    ///   or typed text. Pages without an entry keep their initial state.
    /// - Throws: `SimulatorRefusal` with the page for an answer that a device would not accept.
    @discardableResult
    public func fill(
        _ entries: [String: [String]], on choice: BubbleChoice = .newestUnanswered, from id: DeviceID
    ) async throws -> WebhookOutcome {
        let device = try world.device(id)
        return try await answer(choice, on: device, Form.isForm) { bubble throws(SimulatorRefusal) in
            let (form, filling) = try Self.filling(bubble.message, entries, isWhole: true, device, clock.now)
            let value = form.answer(filling)
            let data = bubble.message.reply(value, title: nil, session: bubble.session)
            return (data, .form(request: bubble.message.requestIdentifier, value["selections"] ?? []))
        }
    }

    /// Returns the progress with these pages filled in; sends nothing.
    public func progress(
        _ entries: [String: [String]], on choice: BubbleChoice = .newestUnanswered, from id: DeviceID
    ) throws(SimulatorRefusal) -> FormProgress {
        let device = try world.device(id)
        let bubble = try device.openBubble(choice, Form.isForm) { identifiers.uuid() }
        let (form, filling) = try Self.filling(bubble.message, entries, isWhole: false, device, clock.now)
        return FormProgress(page: filling.waiting?.identifier, selections: form.answer(filling)["selections"] ?? [])
    }

    /// The iMessage app answers its bubble.
    ///
    /// - Parameter url: the app's data: the query of an address.
    @discardableResult
    public func answer(
        app url: String, on choice: BubbleChoice = .newestUnanswered, from id: DeviceID
    ) async throws -> WebhookOutcome {
        let device = try world.device(id)
        let bubble = try device.openApp(choice) { identifiers.uuid() }
        return try await marking(bubble.number, wasAnswered: bubble.wasAnswered, on: device) {
            try await sendApp(bubble.bid, url, session: bubble.session, from: device)
        }
    }

    /// The customer opens an app without a request from the business.
    @discardableResult
    public func start(app bid: String, url: String, from id: DeviceID) async throws -> WebhookOutcome {
        guard AppMessage.isMeant(by: ["bid": .string(bid)]) else {
            throw SimulatorRefusal.invalid("bid: `\(bid)` does not name an iMessage app of a team")
        }
        return try await sendApp(bid, url, session: identifiers.uuid(), from: try world.device(id))
    }

    private func sendApp(
        _ bid: String, _ url: String, session: String, from device: Device
    ) async throws -> WebhookOutcome {
        guard device.description.kind.opensApps else {
            throw SimulatorRefusal.conflict("a Mac does not open iMessage apps; iPhones do")
        }
        guard !url.isEmpty, url.utf8.count <= 64 * 1024, URL(string: url) != nil else {
            throw SimulatorRefusal.invalid("url: expected the query of an address, at most 64 KB")
        }
        let data: JSONValue = ["bid": .string(bid), "sessionIdentifier": .string(session), "URL": .string(url)]
        return try await send(
            .answer(data, id: identifiers.uuid()), as: .app(session: session, url: url), from: device)
    }

    private static func filling(
        _ message: InteractiveMessage, _ entries: [String: [String]], isWhole: Bool, _ device: Device, _ now: Moment
    ) throws(SimulatorRefusal) -> (Form, FormFilling) {
        guard let form = message.feature as? Form else { throw .invalid("that bubble is not a form") }
        do {
            return (form, try FormFilling(form, with: entries, isWhole: isWhole, on: device.description, at: now))
        } catch {
            throw .invalid(error.description)
        }
    }
}
