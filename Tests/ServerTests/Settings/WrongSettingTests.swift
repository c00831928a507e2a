import Diagnostics
import Testing

@testable import Server

@Suite struct WrongSettingTests {
    /// A file and an environment with one mistake, and the line that reports it.
    struct Wrong: Sendable, CustomTestStringConvertible {
        var yaml = ""
        var environment: [String: String] = [:]
        var told: String

        var testDescription: String { told }
    }

    private static let gateway = "expected the base of an `https` address (`http` only for this machine)"
    private static let port = "expected a number from 0 to 65535"

    private static let all = [
        Wrong(
            yaml: "server:\n  prot: 9000\n",
            told: "usher.yaml:2: there is no setting `server.prot`; did you mean `server.port`?"),
        Wrong(
            yaml: "server: 9000\n",
            told:
                "usher.yaml:1: `server` is not a setting but a group of settings; write them on lines of their own below it, such as `server.host`"
        ),
        Wrong(yaml: "\n\nweather: rain\n", told: "usher.yaml:3: there is no setting `weather`"),
        Wrong(
            yaml: "apple:\n  secrt_file: x\n",
            told: "usher.yaml:2: there is no setting `apple.secrt_file`; did you mean `apple.secret_file`?"),
        Wrong(
            yaml: "apple:\n  msp_id_file: x\n",
            told: "usher.yaml:2: there is no setting `apple.msp_id_file`; did you mean `apple.msp_id`?"),
        Wrong(yaml: "server:\n  port: 70000\n", told: "usher.yaml:2: `server.port` is `70000`; \(port)"),
        Wrong(yaml: "server:\n  port: 80.5\n", told: "usher.yaml:2: `server.port` is `80.5`; \(port)"),
        Wrong(yaml: "server:\n  port: [1, 2]\n", told: "usher.yaml:2: `server.port` is `1,2`; \(port)"),
        Wrong(
            environment: ["USHER_SERVER_PORT": "http"], told: "USHER_SERVER_PORT: `server.port` is `http`; \(port)"),
        Wrong(
            yaml: "apple:\n  limits: Strict\n",
            told: "usher.yaml:2: `apple.limits` is `Strict`; expected `strict` or `documented`"),
        Wrong(
            yaml: "apple:\n  typing: sometimes\n",
            told: "usher.yaml:2: `apple.typing` is `sometimes`; expected `true` or `false`"),
        Wrong(
            yaml: "apple:\n  gateway: http://example.com/v1\n",
            told: "usher.yaml:2: `apple.gateway` is `http://example.com/v1`; \(gateway)"),
        Wrong(
            yaml: "apple:\n  gateway: mspgw.push.apple.com\n",
            told: "usher.yaml:2: `apple.gateway` is `mspgw.push.apple.com`; \(gateway)"),
        Wrong(
            yaml: "apple:\n  gateway: https://example.com/v1?x=1\n",
            told: "usher.yaml:2: `apple.gateway` is `https://example.com/v1?x=1`; \(gateway)"),
        Wrong(
            environment: ["USHER_APPLE_BUSINESS_IDS": " , "],
            told: "USHER_APPLE_BUSINESS_IDS: `apple.business_ids` is ` , `; expected ids separated by commas; "
                + "leave it out to serve all"),
        Wrong(
            yaml: "retention:\n  dead_letters: 2 hours\n",
            told:
                "usher.yaml:2: `retention.dead_letters` is `2 hours`; expected a duration such as `30 days`, from 1 to "
                + "3,650 days"),
        Wrong(
            yaml: "server:\n  host: 0.0.0.0\napple:\n  verify_webhooks: false\n",
            told: "usher.yaml:4: `apple.verify_webhooks` may only be false while `server.host` is loopback; it is "
                + "`0.0.0.0`"),
        Wrong(
            yaml: "server:\n  host: localhost.example.com\n", environment: ["USHER_APPLE_VERIFY_WEBHOOKS": "no"],
            told: "USHER_APPLE_VERIFY_WEBHOOKS: `apple.verify_webhooks` may only be false while `server.host` is "
                + "loopback; it is `localhost.example.com`"),
        Wrong(
            environment: ["USHER_APPLE_MSP_ID": "m", "USHER_APPLE_SECRET": "not base64!"],
            told: "USHER_APPLE_SECRET: `apple.secret` is not base64; copy it as Apple shows it"),
        Wrong(
            environment: ["USHER_APPLE_MSP_ID": "m", "USHER_APPLE_SECRET_FILE": "/nowhere/secret"],
            told: "USHER_APPLE_SECRET_FILE: `apple.secret_file` names `/nowhere/secret`, which cannot be read"),
    ]

    @Test(arguments: all)
    func `a wrong setting is refused with its place, what was found and what was expected`(_ wrong: Wrong) {
        #expect(throws: SettingsError(lines: [wrong.told])) {
            let file = SourceFile(path: "usher.yaml", bytes: Array(wrong.yaml.utf8))
            var reader = SettingsReader(file: file, environment: wrong.environment)
            _ = try reader.settings(isServing: false)
        }
    }

    @Test(
        arguments: ["server:\n\tport: 1\n", "server:\n  port: 1\n  port: 2\n", "- server\n", "server:\n  port 1\n"],
        [false, true])
    func `a file that cannot be read is refused with the line, and not for what it may hold`(
        _ yaml: String, isServing: Bool
    ) {
        let error = #expect(throws: SettingsError.self) {
            var reader = SettingsReader(file: SourceFile(path: "usher.yaml", bytes: Array(yaml.utf8)), environment: [:])
            _ = try reader.settings(isServing: isServing)
        }
        #expect(error?.lines.count == 1)
        #expect(error?.lines.first?.wholeMatch(of: /usher\.yaml:[1-3]: .+/) != nil, "\(error?.lines ?? [])")
    }
}
