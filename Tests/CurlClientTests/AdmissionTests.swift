import Testing

@testable import CurlClient

@Suite
struct AdmissionTests {
    let shop = Origin(isEncrypted: true, place: HostPort(host: "shop", port: 443))
    let bank = Origin(isEncrypted: true, place: HostPort(host: "bank", port: 443))

    @Test func `so many run to one origin, and the others in the order they came`() {
        var admission = Admission<String>(limit: 2)

        let mayRun = ["a", "b", "c", "d"].enumerated().map { id, name in
            admission.enter(name, Call.ID(id), to: shop, hopingToShare: false)
        }

        #expect(mayRun == [true, true, false, false])
        #expect(admission.next(to: shop) == nil)
        admission.leave(shop)
        #expect(admission.next(to: shop) == "c")
        #expect(admission.next(to: shop) == nil)
        admission.leave(shop)
        #expect(admission.next(to: shop) == "d")
    }

    @Test func `one origin does not wait for another`() {
        var admission = Admission<String>(limit: 1)

        #expect(admission.enter("a", 1, to: shop, hopingToShare: false) == true)
        #expect(admission.enter("b", 2, to: bank, hopingToShare: false) == true)
    }

    @Test func `others follow the first as soon as it has a connection to share`() {
        var admission = Admission<String>(limit: 3)

        #expect(admission.enter("a", 1, to: shop, hopingToShare: true) == true)
        #expect(admission.isFirst(to: shop))
        #expect(admission.enter("b", 2, to: shop, hopingToShare: true) == false)
        #expect(admission.next(to: shop) == nil)

        admission.open(shop)
        #expect(admission.next(to: shop) == "b")
        #expect(admission.enter("c", 3, to: shop, hopingToShare: true) == true)
        #expect(!admission.isFirst(to: shop))
    }

    @Test func `others follow the first when it has failed to connect, all at once`() {
        var admission = Admission<String>(limit: 3)
        for id in 1...4 { _ = admission.enter("\(id)", Call.ID(id), to: shop, hopingToShare: true) }

        admission.leave(shop)

        #expect((0..<4).map { _ in admission.next(to: shop) } == ["2", "3", "4", nil])
    }

    @Test func `who is withdrawn does not get a turn`() {
        var admission = Admission<String>(limit: 1)
        for id in 1...3 { _ = admission.enter("\(id)", Call.ID(id), to: shop, hopingToShare: false) }

        #expect(admission.withdraw(2) == "2")
        #expect(admission.withdraw(2) == nil)
        #expect(admission.withdraw(1) == nil, "it runs")
        admission.leave(shop)

        #expect(admission.next(to: shop) == "3")
        #expect(admission.waiting.isEmpty)
    }

    @Test func `an origin that is done with is met again as for the first time`() {
        var admission = Admission<String>(limit: 1)
        _ = admission.enter("a", 1, to: shop, hopingToShare: true)
        admission.leave(shop)
        #expect(admission.next(to: shop) == nil)

        #expect(admission.enter("b", 2, to: shop, hopingToShare: true) == true)
        #expect(admission.isFirst(to: shop))
    }
}
