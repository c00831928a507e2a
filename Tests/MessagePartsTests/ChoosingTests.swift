import JSON
import MessageParts
import Testing

/// The effect of a tap on a choice.
@Suite struct ChoosingTests {
    private static func choices(_ rules: (inout Choices) -> Void = { _ in }) -> Choices {
        var choices = Choices([.init(id: "s", text: "Slick"), .init(id: "k", text: "Knobby")])
        choices.enabledFor = ["ana"]
        rules(&choices)
        return choices
    }

    /// Taps one after another. Returns the final selection, and the texts of the taps; `-` for a tap without effect.
    private static func tap(_ ids: [String], _ choices: Choices, by identity: String = "ana") -> (String, [String]) {
        var log = ResponseLog()
        var names = NodeNames(seed: "test")
        var said: [String] = []
        for id in ids {
            let made = choices.choosing(id, by: identity, called: "Ana", in: log.summary, &names)
            for change in made?.changes ?? [] { log.take(change, by: identity) }
            said.append(made?.sentence ?? "-")
        }
        return (choices.answer(in: log.summary).joined(separator: ","), said)
    }

    @Test(arguments: [
        (0, ["s"], "s", ["selected Slick"]), (0, ["s", "k"], "s", ["selected Slick", "-"]),
        (0, ["s", "s"], "s", ["selected Slick", "-"]), (0, ["x"], "", ["-"]),
        (1, ["s", "k"], "k", ["selected Slick", "selected Knobby"]), (1, ["s", "s"], "s", ["selected Slick", "-"]),
        (2, ["s", "s"], "", ["selected Slick", "deselected Slick"]), (2, ["s", "k", "s"], "s", []),
        (3, ["s", "k"], "s,k", []), (3, ["s", "k", "s"], "k", []), (3, ["s", "k", "s", "s"], "k,s", []),
    ])
    func `rules decide what a tap changes`(_ rules: Int, _ taps: [String], _ chosen: String, _ said: [String]) {
        let choices = Self.choices { choices in
            choices.allowsReselect = rules > 0
            choices.allowsDeselect = rules > 1
            choices.allowsMultiselect = rules > 2
        }
        let (answer, sentences) = Self.tap(taps, choices)
        #expect(answer == chosen)
        if !said.isEmpty {
            #expect(sentences == said.map { $0 == "-" ? $0 : "Ana " + $0.replacing(" ", with: " \"") + "\"" })
        }
    }

    @Test func `whoever may not choose changes nothing`() {
        let (answer, said) = Self.tap(["s"], Self.choices(), by: "ben")
        #expect(answer.isEmpty)
        #expect(said == ["-"])
    }

    @Test func `data of the message is sent with every choice, that of the choice goes before it`() throws {
        var choices = Self.choices {
            $0.responseData = ["shop": "north", "kind": "tyre"]
            $0.name = "Tyres"
        }
        choices.items[1].responseData = ["kind": "knobby"]
        var names = NodeNames(seed: "test")
        let made = try #require(choices.choosing("k", by: "ana", called: "Ana", in: ResponseSummary(), &names))
        #expect(made.sentence == #"Ana selected "Knobby" for "Tyres""#)
        #expect(made.changes.map(\.name) == ["selection", "custom_response_data"])
        #expect(made.changes.last?.value == ["shop": "north", "kind": "knobby"])
    }
}
