import AppleMessages
import Channels
import CurlClient
import Expressions
import FlowEngine
import Foundation
import Logging
import MessageModel

/// A message in Apple's form to the gateway.
struct DeliveryCost {
    func perform(_ times: Int) async throws {
        let flow = try FourQuestions()
        let (session, event) = try flow.chosen()
        guard let outgoing = try flow.turn(session, event).effects.compactMap(\.outgoing).last else {
            throw Unexpected("nothing was sent")
        }
        let gateway = try SilentGateway()
        try await CurlClient.whileNeeded { client in
            let channel = AppleChannel(
                settings: AppleSettings(
                    gateway: gateway.address, mspID: "bench", secret: Data(repeating: 7, count: 32)),
                client: client, pictures: NoPictures(), clock: StandingClock(), version: "1",
                logger: Logger(label: "costs") { _ in SwiftLogNoOpLogHandler() })
            for number in 0..<times {
                try await channel.deliver(
                    Delivery(
                        id: "message-\(number)", conversation: FourQuestions.conversation(1),
                        message: outgoing.message))
            }
        }
    }
}

/// The request alone.
struct RequestCost {
    func perform(_ times: Int) async throws {
        let gateway = try SilentGateway()
        try await CurlClient.whileNeeded { client in
            var request = HTTPRequest("POST", gateway.address + "/message")
            request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")]
            request.body = .bytes([UInt8](repeating: UInt8(ascii: " "), count: 2_000))
            for _ in 0..<times {
                guard try await client.send(request).status == 200 else { throw Unexpected("it was refused") }
            }
        }
    }
}

struct NoPictures: PictureSource {
    func bytes(of picture: Picture) async -> [UInt8]? { nil }
}

/// A clock on which no time passes.
struct StandingClock: WallClock {
    let now = FourQuestions.tenOClock

    func sleep(until moment: Moment) async throws {
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }
}
