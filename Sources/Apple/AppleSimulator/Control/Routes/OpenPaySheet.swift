import HTTPTypes
import JSON

/// The customer taps a payment bubble: `{message? | request?}`. A device without Apple Pay opens the page of the
/// payment.
struct OpenPaySheet: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/pay-sheet"
    let purpose = "the customer taps a bubble to pay"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["message", "request"])
        switch try await simulator.openSheet(on: try fields.bubbleChoice(), from: call.deviceID) {
        case .sheet(let sheet): return ControlAnswer(["sheet": sheet.json])
        case .page(let url, let status, let text):
            return ControlAnswer(["page": ["url": .string(url), "status": .int(status), "text": .string(text)]])
        }
    }
}
