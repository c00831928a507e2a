import MessageParts
import Testing

@Suite struct MIMETypeTests {
    @Test(arguments: [
        ("application/json;role=root", "application/json", "root"),
        ("application/json; role = root ; x=y;", "application/json", "root"),
        ("Application/JSON; ROLE=Root", "application/json", "Root"),
        (#"text/plain;role="root""#, "text/plain", "root"),
        (#"text/plain;note="a;b";role=root"#, "text/plain", "root"),
        ("text/plain;role;role=root", "text/plain", "root"),
        (#"a/b";role=root"#, #"a/b""#, "root"), ("", "", nil), (";role=root", "", "root"),
        ("text/plain;", "text/plain", nil),
    ])
    func `type and attributes are read however they are written`(_ text: String, _ type: String, _ role: String?) {
        let read = MIMEType(parsing: text)
        #expect(read.type == type)
        #expect(read["role"] == role)
    }

    @Test func `what is written is read again`() {
        let type = MIMEType("image/png", attributes: [(name: "role", value: "a b;c"), (name: "n", value: #"x"y"#)])
        let again = MIMEType(parsing: type.text)
        #expect(again == type)
    }
}
