import Foundation
import JSON
import TestSupport
import Testing

@testable import AppleSimulator

/// Bodies that are too large, that break off, or that wait to be asked for.
@Suite struct `Bodies of requests` {
    private static func head(_ line: String, length: Int, _ more: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    @Test func `one that breaks off is refused as incomplete`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let lines = [
                "POST /simulator/faults", "POST /simulator/devices/\(device.id)/files?name=a.jpg", "POST /v1/message",
                "POST /v1/decodePayload", "POST /paymentservices/paymentSession",
            ]
            for line in lines {
                let connection = try await RawConnection(port: try await harness.simulator.port)
                let answer = await connection.everything(for: Self.head(line, length: 100) + "{\"on\":", isWhole: false)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(line): \(answer)")
                #expect(answer.contains("the body is incomplete"), "\(line): \(answer)")
            }
        }
    }

    @Test func `one that is too large is refused with the limit of its address, before it is sent`() async throws {
        try await withSimulator { harness in
            _ = try await harness.ask("POST", "/identity", ["name": "bank"])
            let most = SimulatorSettings().largestBody
            let rows = [
                ("POST /identity/bank/token", 65_536), ("POST /paymentservices/paymentSession", 65_536),
                ("POST /simulator/faults", most), ("POST /v1/message", most),
            ]
            for (line, limit) in rows {
                let connection = try await RawConnection(port: try await harness.simulator.port)
                let text = Self.head(line, length: most + 1, "Expect: 100-continue\r\n")
                let answer = await connection.everything(for: text, isWhole: false)
                #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(line): \(answer)")
                #expect(answer.contains("the body is larger than \(limit) bytes"), "\(line): \(answer)")
            }
        }
    }

    @Test func `one that is read is asked for`() async throws {
        try await withSimulator { harness in
            let connection = try await RawConnection(port: try await harness.simulator.port)
            let body = #"{"on":"gateway","kind":"status","count":1}"#
            let text = Self.head("POST /simulator/faults", length: body.utf8.count, "Expect: 100-continue\r\n")
            #expect(await connection.exchange { $0.send(text) } == "HTTP/1.1 100 Continue")
            #expect(await connection.everything(for: body).contains("HTTP/1.1 200 OK\r\n"))
            #expect(try await harness.ask("GET", "/faults").json["faults"]?.array?.count == 1)
        }
    }

    @Test func `a chance of almost nothing is listed as what it is`() async throws {
        try await withSimulator { harness in
            let rule = #"{"on":"gateway","kind":"status","probability":1e-300}"#
            let made = try await harness.ask("POST", "/faults", try JSONValue(parsing: rule))
            #expect(made.json["probability"]?.number?.double == 1e-300)
            #expect(try await harness.ask("GET", "/faults").json["faults"]?.array?.count == 1)
        }
    }
}
