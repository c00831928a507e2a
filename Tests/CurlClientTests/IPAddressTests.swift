import Testing

@testable import CurlClient

@Suite
struct IPAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "100::1", "2001::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "4000::1", "5f00::1", "fc00::1",
        "fd12::1",
        "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
    ])
    func `an address for a special purpose is not public`(text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888",
        "2003::1",
        "2606:4700:4700::1111", "2a00::1", "3ffe::1", "64:ff9b::808:808",
    ])
    func `an address of the internet is public, next to special ones too`(text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "0x7f.0.0.1", ":::", "1.2.3.4/8"])
    func `what is not written as an address is none`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: ["127.0.0.1", "8.8.4.4", "::1", "2001:db8::ff00:42:8329"])
    func `an address is shown as it is written`(text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }
}
