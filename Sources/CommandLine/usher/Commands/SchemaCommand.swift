import ArgumentParser
import JSON
import Schemas
import Server

/// `usher schema`: the JSON Schema of a kind of file.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema (draft-07) of a kind of file, for editors with support for YAML.",
        discussion: """
            KIND is flow, bot (bot.yaml), translation, actions (Config/actions.yaml), services (Config/services.yaml) or
            settings (Config/usher.yaml). Docs/Editors.md shows how editors use it. For flows prefer `usher lsp`: what
            authors write naturally is not always YAML.

            Examples:
              usher schema actions > Config/actions.schema.json
              usher schema settings | jq '.properties | keys'

            Exit code 0: printed. 2: unknown kind.
            """)

    @Argument(help: "The kind of file.")
    var kind: SchemaKind

    func run() throws { print(kind.schema.json.prettyText) }
}

/// The kinds of file that have a schema.
enum SchemaKind: String, ExpressibleByArgument, CaseIterable {
    case flow, bot, translation, actions, services, settings

    var schema: Schema {
        switch self {
        case .flow: FileSchema.flow.schema
        case .bot: FileSchema.bot.schema
        case .translation: FileSchema.translation.schema
        case .actions: FileSchema.actions.schema
        case .services: FileSchema.services.schema
        case .settings: SettingsSchema.schema
        }
    }
}
