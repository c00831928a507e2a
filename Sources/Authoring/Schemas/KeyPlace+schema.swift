import FlowCompiler
import JSON

extension KeyPlace {
    /// The schema of a block with the keys of this place.
    var schema: Schema {
        let keys = table.keys.map { ($0.name, $0.schema) }
        let required = table.keys.filter(\.isRequired).map(\.name)
        let block = Schema.block(keys, required: required, others: table.chosen?.schema)
        var schema = Schema(["title": .string(title)]).merging(block)
        if let chosen = table.chosen {
            schema = schema.with(
                "propertyNames", ["description": .string(chosen.what), "examples": [.string(chosen.example)]])
        }
        let owners = table.keys.filter { !$0.goesWith.isEmpty }.map { ($0.name, $0.owners) }
        return owners.isEmpty ? schema : schema.with("dependencies", .object(JSONObject(owners)))
    }

    /// The title of the table, without the backticks of other texts.
    private var title: String { table.title.filter { $0 != "`" } }
}

extension LanguageKey {
    var schema: Schema { Schema.anyOf(forms.map { $0.schema(of: self) }).described(about) }

    /// One of the keys that this one goes with must be in the block too.
    fileprivate var owners: JSONValue {
        if goesWith.count == 1 { return [.string(goesWith[0])] }
        return ["anyOf": .array(goesWith.map { ["required": [.string($0)]] })]
    }
}

extension ChosenKeys {
    fileprivate var schema: Schema { Schema.anyOf(forms.map { $0.schema() }) }
}
