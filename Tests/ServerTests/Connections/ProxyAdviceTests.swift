import TestSupport
import Testing

@testable import Server

/// Proxies that the settings do not name.
@Suite struct ProxyAdviceTests {
    private func told(_ requests: [(peer: String?, forwarded: [String])]) -> [String] {
        let log = LogRecorder()
        let advice = ProxyAdvice(trustedProxies: ["10.0.0.1"], logger: log.logger)
        for request in requests { advice.look(peer: request.peer, forwarded: request.forwarded) }
        return log.lines
    }

    @Test(arguments: ["127.0.0.1", "::1", "10.0.0.2", "172.16.0.1", "172.31.255.1", "192.168.1.1", "fd00::1"])
    func `a proxy in the house that is not named is told, once`(_ peer: String) {
        let lines = told([(peer, ["198.51.100.7"]), (peer, ["198.51.100.8"])])
        #expect(lines.count == 1)
        #expect(lines.first?.contains("its requests count as one address proxy=\(peer)") == true)
    }

    @Test func `an address of IPv4 in the form of IPv6 is told as what it is, and known as what is named`() {
        #expect(told([("::ffff:192.168.1.1", ["198.51.100.7"])]).first?.contains("proxy=192.168.1.1") == true)
        #expect(told([("::ffff:10.0.0.1", ["198.51.100.7"])]) == [])
    }

    @Test(arguments: ["10.0.0.1", "203.0.113.9", "172.32.0.1", "172.15.0.1", "2001:db8::1", "11.0.0.1"])
    func `one that is named, and a stranger who writes what proxies write, are not`(_ peer: String) {
        #expect(told([(peer, ["198.51.100.7"]), (nil, ["198.51.100.7"])]) == [])
    }

    @Test func `who comes without a proxy is not told of`() {
        #expect(told([("127.0.0.1", [])]) == [])
    }
}
