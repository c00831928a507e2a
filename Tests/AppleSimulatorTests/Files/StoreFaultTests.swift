import Concurrency
import CurlClient
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Faults of the attachment store` {
    @Test(arguments: [FaultRule.Side.preUpload, .upload, .preDownload, .download])
    func `a status strikes where it was switched on`(_ side: FaultRule.Side) async throws {
        try await withSimulator { harness in
            harness.simulator.add(try FaultRule(on: side, .status(503), count: 1))
            if let file = try? await harness.upload([1, 2, 3]).attachment(name: "a", mimeType: "a/b") {
                _ = try? await harness.download(file)
            }
            let struck = harness.simulator.log().filter { $0.fault == "status" }
            #expect(struck.map(\.side) == [side])
            #expect(struck.map(\.status) == [503])
            #expect(harness.simulator.faults.active.isEmpty)
        }
    }

    @Test func `a download comes short, too long, or breaks off`() async throws {
        try await withSimulator { harness in
            let bytes = [UInt8](repeating: 7, count: 300_000)
            let file = try await harness.upload(bytes).attachment(name: "a", mimeType: "a/b")
            harness.simulator.add(try FaultRule(on: .download, .truncated, count: 1))
            #expect(try await harness.download(file).body.count == 150_000)
            harness.simulator.add(try FaultRule(on: .download, .oversized, count: 1))
            #expect(try await harness.download(file).body.count == 600_000)
            harness.simulator.add(try FaultRule(on: .download, .garbled, count: 1))
            #expect(try await harness.fetch(file) == [7 ^ 0xFF] + bytes.dropFirst())
            harness.simulator.add(try FaultRule(on: .download, .dropAfter, count: 1))
            await #expect(throws: HTTPFailure.self) { try await harness.download(file) }
            #expect(try await harness.fetch(file) == bytes)
        }
    }

    @Test func `an answer can be late or never come`() async throws {
        try await withSimulator { harness in
            let file = try await harness.upload([1, 2, 3]).attachment(name: "a", mimeType: "a/b")
            harness.simulator.add(try FaultRule(on: .preDownload, .lateAnswer(.seconds(20)), count: 1))
            async let late = harness.preDownload(file)
            try await harness.clock.untilAsleep(2)
            harness.clock.turn(by: .seconds(20))
            #expect(try await late.status == 200)
            // A client may retry by itself when a kept-alive connection ends.
            harness.simulator.add(try FaultRule(on: .preDownload, .dropBefore))
            await #expect(throws: HTTPFailure.self) { try await harness.preDownload(file) }
        }
    }

    @Test(arguments: [(FaultRule.Kind.wrongKey, "key"), (.wrongSignature, "signature-base64")])
    func `a message can say something wrong of its file`(_ row: (FaultRule.Kind, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .webhook, row.0, count: 1))
            try await harness.simulator.send(text: "not struck", from: device.id)
            #expect(harness.simulator.faults.active.count == 1, "it waits for a message with a file")
            try await harness.simulator.send(file: [1, 2, 3], named: "a.bin", from: device.id)
            try await harness.simulator.send(file: [1, 2, 3], named: "a.bin", from: device.id)
            let files = harness.receiver.webhooks.compactMap { $0.body["attachments"]?[0] }
            let right = try await harness.fetch(files[1])
            #expect(right == [1, 2, 3])
            if row.1 == "key" {
                #expect(try await harness.fetch(files[0]) != right)
            } else {
                #expect(try await harness.preDownload(files[0]).status == 403)
            }
        }
    }
}
