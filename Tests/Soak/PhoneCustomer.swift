import AppleSimulator
import Expressions

/// A customer on Apple's side who has a bike repaired, whatever happens to the server in the meantime.
struct PhoneCustomer: Sendable {
    private let world: SoakWorld
    private let tally: Tally
    private let device: DeviceID

    init(_ world: SoakWorld, _ tally: Tally) throws {
        self.world = world
        self.tally = tally
        device = try world.simulator.createDevice(DeviceDescription(.iphone, business: SoakWorld.business)).id
    }

    private var apple: AppleSimulator { world.simulator }

    /// Completes the conversation. Returns the messages shown.
    func walk() async throws -> [String] {
        try await take { try await apple.send(text: "Hello", from: device) }
        try await see("quick-reply")
        try await take { try await apple.tap(["Repair"], from: device) }
        try await see("list-picker")
        try await take { try await apple.tap(["Knobby"], from: device) }
        try await see("time-picker")
        try await take { try await apple.pick(.first, from: device) }
        try await see("form")
        try await take { try await apple.fill(["frame": ["F7"], "insured": ["Yes"]], from: device) }
        try await see("text: A photo")
        try await take { try await apple.send(file: PhotoOfABike.bytes, named: "bike.jpg", from: device) }
        try await see("text: Where does")
        try await take { try await apple.share(SharedPlace(latitude: 52.5, longitude: 13.4), from: device) }
        try await see("text: What is its")
        try await take { try await apple.send(text: "B-X 1", from: device) }
        try await see("text: Booked")
        // A duplicate would arrive soon.
        try await Task.sleep(for: .milliseconds(300))
        let shown = try await shown()
        if let old = world.drawer.put(device) { try apple.removeDevice(old) }
        return shown
    }

    /// Performs an action; the server has to accept Apple's request in the end.
    private func take(_ work: () async throws -> WebhookOutcome) async throws {
        let outcome = try await tally.timing(work)
        if !outcome.isDelivered { tally.find("a message of a phone was never taken") }
    }

    /// Waits until a message of this kind has arrived.
    private func see(_ wanted: String) async throws {
        var last = 0
        while true {
            let entries = try await apple.messages(of: device, after: last, wait: .seconds(120))
            if entries.contains(where: { Self.words($0).hasPrefix(wanted) }) { return }
            guard let newest = entries.last else {
                throw SoakFailure("a phone waits for `\(wanted)` in vain; it shows \(try await shown())")
            }
            last = newest.number
        }
    }

    private func shown() async throws -> [String] { try await apple.messages(of: device).map(Self.words) }

    /// Returns its kind and, for a text, its content without numbers, which differ between messages.
    private static func words(_ entry: TranscriptEntry) -> String {
        if let lost = entry.lost { return "lost: \(lost)" }
        guard case .received(.text(let text)) = entry.content else { return entry.kind }
        return "text: \(text.withoutNumbers)"
    }
}

extension String {
    /// The text with a placeholder instead of every number.
    var withoutNumbers: String { replacing(#/[0-9]+/#, with: "#") }
}
