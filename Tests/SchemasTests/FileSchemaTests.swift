import FlowCompiler
import JSON
import TestSupport
import Testing

@testable import Schemas

/// The schemas say what the tables of the language say, no more and no less.
@Suite struct FileSchemaTests {
    @Test(arguments: FileSchema.allCases)
    func `a schema has the keys of its places, with their sentences`(_ file: FileSchema) throws {
        let json = file.schema.json
        #expect(json["$schema"] == "http://json-schema.org/draft-07/schema#")
        let places = KeyPlace.reached(from: [file.place])
        var known = Set<String>()
        for place in places {
            let schema = try #require(place == file.place ? json : json["definitions"]?[place.definition])
            known.insert(place.definition)
            #expect(schema["type"] == "object")
            #expect(schema["properties"]?.object?.keys ?? [] == place.table.keys.map(\.name), "\(place)")
            #expect((schema["additionalProperties"] == false) == (place.table.chosen == nil), "\(place)")
            let required = place.table.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
            #expect(schema["required"]?.array ?? [] == required, "\(place)")
            for key in place.table.keys {
                let property = try #require(schema["properties"]?[key.name])
                #expect(property["description"]?.string == key.about)
            }
        }
        #expect(known.count == places.count, "two places have one name")
        let parts = Set(places.flatMap(\.table.forms).flatMap(\.channelParts).map(\.definition))
        #expect(Set(json["definitions"]?.object?.keys ?? []) == known.union(parts).subtracting([file.place.definition]))
        for reference in references(in: json) {
            #expect(json["definitions"]?[String(reference.dropFirst("#/definitions/".count))] != nil, "\(reference)")
        }
    }

    @Test func `each form of a value accepts what it is for, and refuses others`() {
        let forms: [(form: ValueForm, good: [JSONValue], bad: [JSONValue])] = [
            (.prose, ["Good day", 5, true], [[], .null]), (.oneOf(["wheel"]), ["wheel"], ["list", 1]),
            (.yesNo, ["yes", "no", true, false], ["perhaps", 1]), (.number, [2, "2.5"], ["two", true]),
            (.wholeNumber, [2, "2"], ["2.5", "two"]), (.currency, ["EUR"], ["euro"]), (.country, ["IE"], ["Ireland"]),
            (.language, ["en", "en-GB"], ["english language"]), (.insert, ["{slots.times}"], ["slots"]),
            (.duration, ["10 minutes", "1 hour and 30 minutes", "1.5 days"], ["ten minutes", "10", 10]),
            (.each, ["item in basket.items"], ["basket"]), (.nothing, [.null], ["something"]),
            (.list(of: [.word]), [["pdf", "docx"], []], ["pdf"]), (.anything, [1, "a", [], [:], .null], []),
            (.value, ["{a} * 2", 3, true, ["a", "b"]], [.null]),
        ]
        for (form, good, bad) in forms {
            let validator = SchemaValidator(form.schema().json)
            for value in good { #expect(validator.faults(of: value) == [], "\(form): \(value)") }
            for value in bad { #expect(validator.faults(of: value) != [], "\(form): \(value)") }
        }
    }

    @Test func `numbers keep their limits`() throws {
        let days = try #require(KeyPlace.timesRule.table["days"])
        let validator = SchemaValidator(days.schema.json)
        #expect(validator.faults(of: 60) == [] && validator.faults(of: 1) == [])
        #expect(validator.faults(of: 61) != [] && validator.faults(of: 0) != [])
    }

    private func references(in value: JSONValue) -> [String] {
        if let reference = value["$ref"]?.string { return [reference] }
        return (value.array ?? []).flatMap(references)
            + (value.object?.keys ?? []).flatMap { key in
                value[key].map(references) ?? []
            }
    }
}
