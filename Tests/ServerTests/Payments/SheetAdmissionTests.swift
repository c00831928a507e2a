import Expressions
import Testing

@testable import Server

/// How many calls to pay sheets are let in.
@Suite struct SheetAdmissionTests {
    private let now = Moment(seconds: 1_796_115_600)

    @Test func `a sheet that is called too often waits for the next minute, and no other sheet does`() {
        let admission = SheetAdmission()
        let taken = (0..<200).count { _ in
            guard admission.enter("a", at: now) else { return false }
            admission.leave()
            return true
        }
        #expect(taken == 120)
        #expect(admission.enter("b", at: now))
        #expect(!admission.enter("a", at: now + .seconds(59)))
        #expect(admission.enter("a", at: now + .minutes(1)))
    }

    @Test func `so many are inside at once, and each that leaves makes room`() {
        let admission = SheetAdmission()
        let taken = (0..<300).count { admission.enter("\($0)", at: now) }
        #expect(taken == 256)
        admission.leave()
        #expect(admission.enter("last", at: now))
        #expect(!admission.enter("too late", at: now))
    }
}
