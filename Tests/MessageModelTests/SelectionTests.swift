import Expressions
import MessageModel
import Testing

@Suite struct SelectionTests {
    @Test func `equal choices have the same fingerprint, in whatever order the ids came`() {
        let one = Selection(question: "q", ids: ["a", "b"])
        #expect(one.fingerprint == Selection(question: "r", ids: ["b", "a"], title: "other").fingerprint)
    }

    @Test(arguments: [
        Selection(question: "q", ids: ["a"]), Selection(question: "q", ids: ["ab"]), Selection(question: "q", ids: []),
        Selection(question: "q", groups: [.init(title: "", ids: ["a"]), .init(title: "", ids: ["b"])]),
        Selection(question: "q", ids: [], start: Moment(seconds: 1)),
    ])
    func `other choices have others`(other: Selection) {
        #expect(other.fingerprint != Selection(question: "q", ids: ["a", "b"]).fingerprint)
    }

    @Test func `a time without an id is told by its start`() {
        let first = Selection(question: "q", ids: [], start: Moment(seconds: 1))
        #expect(first.fingerprint != Selection(question: "q", ids: [], start: Moment(seconds: 2)).fingerprint)
    }

    @Test(arguments: [
        ("QUICK,LIST,TIME,FORM,AUTH2", "QUICK,LIST,TIME,FORM,AUTH2"), ("time, Quick", "QUICK,TIME"), ("", ""),
        ("LIST,SOMETHING,list", "LIST"), ("QUICKLIST", ""),
    ])
    func `a list of capabilities is read whatever its case and its unknown words`(list: String, read: String) {
        #expect(Capabilities(list: list).list == read)
    }
}
