import JSON
import Testing

/// Values that say how they are written: the text and the value have the same form.
@Suite struct OutputTests {
    private struct Sample: JSONWritable {
        var work: @Sendable (inout JSONOutput) -> Void

        init(_ work: @escaping @Sendable (inout JSONOutput) -> Void) { self.work = work }

        init(json: JSONValue) { work = { $0.write(json) } }

        func write(to json: inout JSONOutput) { work(&json) }
    }

    private static let inner = Sample { json in
        json.object { json in
            json.set("a", 1)
            json.set("b", "two")
        }
    }

    private static let samples: [(Sample, String)] = [
        (Sample { $0.write("a \"b\"\n") }, #""a \"b\"\n""#), (Sample { $0.write(true) }, "true"),
        (Sample { $0.write(["x": nil]) }, #"{"x":null}"#), (Sample { $0.object { _ in } }, "{}"),
        (Sample { $0.array([Int]()) { $1.write($0) } }, "[]"),
        (Sample { $0.array([[1], [], [2, 3]]) { $1.array($0) { $1.write($0) } } }, "[[1],[],[2,3]]"),
        (
            Sample { json in
                json.object { json in
                    json.set("none", nil as String?)
                    json.set("no number", nil as Int?)
                    json.set("no value", nil as Sample?)
                    json.set("no json", json: nil)
                    json.set("no list", unlessEmpty: [Sample]())
                    json.set("list", list: [Sample]())
                    json.set("texts", texts: ["a", "ü"])
                    json.set("yes", false)
                    json.set("inner", inner)
                    json.set("inners", unlessEmpty: [inner, inner])
                    json.set(named: "\"quoted\" ü", inner)
                    json.set("json", json: [1, ["c": "d"]])
                    json.begin("moved")
                    json.object { $0.set("to", "x") }
                    json.set("last", 7)
                }
            },
            #"{"list":[],"texts":["a","ü"],"yes":false,"inner":{"a":1,"b":"two"},"#
                + #""inners":[{"a":1,"b":"two"},{"a":1,"b":"two"}],"\"quoted\" ü":{"a":1,"b":"two"},"#
                + #""json":[1,{"c":"d"}],"moved":{"to":"x"},"last":7}"#
        ),
    ]

    @Test(arguments: samples.indices)
    func `the text is that of the value`(_ index: Int) throws {
        let (sample, text) = Self.samples[index]
        #expect(sample.jsonText == text)
        #expect(sample.json.text == text)
        #expect(try JSONValue(parsing: text) == sample.json)
    }

    @Test(arguments: [0, 9, 10, 99, 100, -1, -10, 1_764_000_000_000, .max, .min] as [Int])
    func `whole numbers are written as Swift writes them`(_ number: Int) {
        #expect(Sample { $0.write(number) }.jsonText == String(number))
    }

    @Test func `a list of values is an array`() {
        #expect([Self.inner, Self.inner].jsonText == #"[{"a":1,"b":"two"},{"a":1,"b":"two"}]"#)
        #expect([Sample]().jsonText == "[]")
    }

    /// More than the memory that there is at first.
    @Test func `long numbers and texts have room`() {
        let texts = (0..<400).map { "number \($0)" }
        let sample = Sample { json in
            json.object { json in
                json.set("texts", texts: texts)
                json.begin("numbers")
                json.array(Array(0..<400)) { $1.write(.max - $0) }
            }
        }
        #expect(sample.jsonText == sample.json.text)
    }
}
