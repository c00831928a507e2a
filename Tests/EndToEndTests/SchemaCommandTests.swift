import JSON
import Testing

/// `usher schema`, as editors for YAML need it.
@Suite struct SchemaCommandTests {
    @Test(arguments: [
        ("flow", "steps"), ("bot", "zone"), ("translation", "texts"), ("actions", "hosts"), ("services", "merchants"),
        ("settings", "apple"),
    ])
    func `the schema of a kind of file is printed as JSON`(_ kind: String, _ key: String) async throws {
        let result = try await Program.run(["schema", kind])
        result.expectEnd(with: 0)
        #expect(result.errors.isEmpty)
        let schema = try JSONValue(parsing: result.output)
        #expect(schema["$schema"] == "http://json-schema.org/draft-07/schema#")
        #expect(schema["properties"]?[key] != nil)
        #expect(schema["additionalProperties"] == false)
    }

    @Test func `an unknown kind is wrong use, and the kinds are named`() async throws {
        let result = try await Program.run(["schema", "flows"])
        result.expectEnd(with: 2)
        #expect(result.output.isEmpty)
        for kind in ["flow", "bot", "translation", "actions", "services", "settings"] {
            #expect(result.errors.contains("- \(kind)\n"), "\(result.errors)")
        }
    }
}
