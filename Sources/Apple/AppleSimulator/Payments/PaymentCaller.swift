import Channels
import CurlClient
import Expressions
import JSON

/// Calls the endpoints of businesses while their customers pay.
///
/// Source: Apple, Interactive Message Types: a JSON object is posted, and must be answered within 30 seconds. Nothing
/// in it proves that it comes from Apple.
struct PaymentCaller: Sendable {
    let client: CurlClient
    let faults: Faults
    let log: WireLog
    /// The clock that measures the 30 seconds.
    let clock: any WallClock

    static let limit = TimeLength.seconds(30)
    /// The time limit for a connection when the clock stands still.
    private static let connectionLimit = Duration.seconds(600)

    /// Posts `body`, as often as faults require, and returns the response to the first post.
    func call(
        _ endpoint: PaymentCall.Endpoint, at address: String, _ body: JSONValue, from device: Device
    ) async throws -> PaymentCall {
        let fault = faults.strike(.payment, device.customer.id)
        var call = PaymentCall(
            endpoint: endpoint, result: .failed("an injected fault prevented the call"))
        call.fault = fault?.word
        switch fault {
        case .dropBefore: break
        case .doubleCall(let length) where length > .zero:
            call.result = try await post(body, to: address)
            try await clock.pause(length)
            _ = try await post(body, to: address)
        case .doubleCall:
            async let second = post(body, to: address)
            call.result = try await post(body, to: address)
            _ = try await second
        case .delay(let length):
            try await clock.pause(length)
            call.result = try await post(body, to: address)
        case .lateAnswer(let length): call.result = try await post(body, to: address, answeredAfter: length)
        case .dropAfter:
            _ = try await post(body, to: address)
            call.result = .failed("an injected fault dropped the response")
        case .status(let status):
            _ = try await post(body, to: address)
            call.result = .answered(status, nil)
        default: call.result = try await post(body, to: address)
        }
        log(call, from: device)
        return call
    }

    private func post(
        _ body: JSONValue, to address: String, answeredAfter length: TimeLength = .zero
    ) async throws -> PaymentCall.Result {
        var request = HTTPRequest("POST", address)
        request.headers = [
            HTTPHeader(name: "Content-Type", value: "application/json"),
            HTTPHeader(name: "Accept", value: "application/json"),
        ]
        request.body = .bytes(body.bytes)
        request.timeout = Self.connectionLimit
        request.responseLimit = 1 << 20
        let made = request
        let answer = try await clock.atMost(Self.limit) { [clock] in
            let result = await send(made)
            try await clock.pause(length)
            return result
        }
        return answer ?? .failed("no response within \(Self.limit.seconds) seconds")
    }

    private func send(_ request: HTTPRequest) async -> PaymentCall.Result {
        do throws(HTTPFailure) {
            let response = try await client.send(request)
            return .answered(response.status, try? JSONValue(parsing: response.body))
        } catch {
            return .failed(error.description)
        }
    }

    private func log(_ call: PaymentCall, from device: Device) {
        var entry = WireLogEntry(at: clock.now, .payment)
        entry.type = call.endpoint.rawValue
        entry.business = device.description.business
        entry.customer = device.customer.id
        entry.fault = call.fault
        switch call.result {
        case .answered(let status, _): entry.status = status
        case .failed(let reason): entry.reason = reason
        }
        log.add(entry)
    }
}

/// A call to an endpoint of a business, and its result.
struct PaymentCall: Sendable {
    enum Endpoint: String, Sendable {
        case paymentGateway = "payment-gateway"
        case paymentMethod = "payment-method"
        case shippingContact = "shipping-contact"
        case shippingMethod = "shipping-method"
        case orderTracking = "order-tracking"
    }

    enum Result: Sendable {
        /// The status, and the body if it is JSON.
        case answered(Int, JSONValue?)
        case failed(String)
    }

    let endpoint: Endpoint
    var result: Result
    /// The word for the fault that occurred.
    var fault: String?

    /// Returns the body of a 2xx response; throws for any other result.
    func answer() throws(ValidationError) -> JSONValue {
        switch result {
        case .answered(200...299, let json?): return json
        case .answered(200...299, nil): throw ValidationError("the answer is not JSON")
        case .answered(let status, _): throw ValidationError("the answer is \(status)")
        case .failed(let reason): throw ValidationError(reason)
        }
    }
}
