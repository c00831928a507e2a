import ArgumentParser
import JSON
import Schemas
import Server

/// `usher schema`: the JSON Schema of a kind of file.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema (draft-07) of a kind of file, or the OpenAPI document of the admin API.",
        discussion: """
            KIND is flow, bot (bot.yaml), translation, actions (Config/actions.yaml), services (Config/services.yaml) or
            settings (Config/usher.yaml). Docs/Editors.md shows how editors use it. For flows prefer `usher lsp`: what
            authors write naturally is not always YAML. The kind admin-api is the OpenAPI document of the admin API, for
            programs that call it.

            Examples:
              usher schema actions > Config/actions.schema.json
              usher schema settings | jq '.properties | keys'
              usher schema admin-api > usher.openapi.json

            Exit code 0: printed. 2: unknown kind.
            """)

    @Argument(help: "The kind of file, or admin-api.")
    var kind: SchemaKind

    func run() throws { print(kind.json.prettyText) }
}

/// The kinds of file that have a schema, and the admin API.
enum SchemaKind: String, ExpressibleByArgument, CaseIterable {
    case flow, bot, translation, actions, services, settings
    case adminAPI = "admin-api"

    var json: JSONValue {
        switch self {
        case .flow: FileSchema.flow.schema.json
        case .bot: FileSchema.bot.schema.json
        case .translation: FileSchema.translation.schema.json
        case .actions: FileSchema.actions.schema.json
        case .services: FileSchema.services.schema.json
        case .settings: SettingsSchema.schema.json
        case .adminAPI: AdminAPIDocument.json
        }
    }
}
