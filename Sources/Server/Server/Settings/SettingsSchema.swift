import JSON
import Logging
import SQLStorage
public import Schemas

/// The JSON Schema of `Config/usher.yaml`.
public enum SettingsSchema {
    public static var schema: Schema {
        var groups: [(name: String, keys: [(name: String, schema: Schema)])] = []
        for key in SettingKey.allCases {
            let parts = key.rawValue.split(separator: ".").map(String.init)
            if groups.last?.name != parts[0] { groups.append((parts[0], [])) }
            groups[groups.count - 1].keys += key.schemas.map { ("\(parts[1])\($0.suffix)", $0.schema) }
        }
        return Schema.block(groups.map { ($0.name, Schema.block($0.keys)) }).ofFile(
            title: "usher.yaml of Usher", "The settings of the server. Environment variables override them.")
    }
}

/// What is known of a setting beside its key: its form, its default and what it is for.
struct SettingDescription {
    enum Form {
        case text(such: String?)
        /// Values separated by commas, or a list.
        case list(such: String)
        case number(ClosedRange<Int>)
        case duration, size, yesNo
        case oneOf([String])
    }

    let form: Form
    /// As it would be written in the file; `nil` when there is none.
    let standard: String?
    let about: String

    var schema: Schema { formSchema.described(about, default: standard.map(json)) }

    private var formSchema: Schema {
        switch form {
        case .text(let example): Schema.scalar(such: [example].compactMap { $0 })
        case .list(let example): .anyOf([.scalar(such: [example]), .list(of: .scalar())])
        case .number(let range): .number(isWhole: true, from: range.lowerBound, to: range.upperBound)
        case .duration: .duration
        case .size: .text("^[0-9]+ [KkMmGgTt][Bb]$", such: "25 MB")
        case .yesNo: .yesNo
        case .oneOf(let words): .oneOf(words)
        }
    }

    private func json(_ standard: String) -> JSONValue {
        switch form {
        case .number: Int(standard).map { .int($0) } ?? .string(standard)
        case .yesNo: .bool(standard == "true")
        case .text, .list, .duration, .size, .oneOf: .string(standard)
        }
    }
}

extension SettingKey {
    /// The schemas of the key, and of the key that names the file of a secret.
    fileprivate var schemas: [(suffix: String, schema: Schema)] {
        let schema = description.schema
        guard isSecret else { return [("", schema)] }
        let file = Schema.scalar(such: ["/run/secrets/usher"]).described("A file that contains `\(rawValue)`.")
        return [("", schema), ("_file", file)]
    }

    var description: SettingDescription {
        switch self {
        case .serverHost: text("127.0.0.1", "The address that the server listens on.")
        case .serverPort: number(0...65_535, 8080, "The port that the server listens on.")
        case .serverWebhooksAtOnce:
            number(1...100_000, 1024, "How many of Apple's webhooks are processed at once; further ones get a 503.")
        case .serverTrustedProxies:
            list("10.0.0.1, 172.16.0.0/12", "Addresses or networks of proxies whose `X-Forwarded-For` is trusted.")
        case .serverPublicURL:
            text(such: "https://bot.example.com", "The address of the server for customers' devices and Apple.")
        case .serverMaxConnections:
            number(10...1_000_000, 10_000, "The limit on open connections; further ones wait.")
        case .serverConnectionsPerAddress:
            number(0...1_000_000, 1000, "The limit on open connections from one address; 0 is no limit.")
        case .serverIdleTimeout:
            duration("75 seconds", "How long a connection may be idle, and a request header incomplete.")
        case .serverRequestsPerAddress:
            number(0...1_000_000, 1200, "The rate limit for one address, in requests per minute; 0 is no limit.")
        case .botsPath: text(such: "bots", "The folder with the projects of further bots, one folder each.")
        case .storagePath: text("data/usher.sqlite", "The SQLite file. Only one server may use it.")
        case .storageURL:
            text(
                such: "postgresql://usher@db.example/usher",
                "The PostgreSQL database that is used instead of the SQLite file; several servers may use it.")
        case .storageNode:
            text(
                "web-1", "The name of this server among those that share a database; that of the machine, if left out.")
        case .storageLease:
            duration(
                "30 seconds", "How long a server that shares a database has a conversation after its last sign of life."
            )
        case .storageAcceptLoss:
            yesNo(false, "Whether a failover of PostgreSQL may lose acknowledged messages.")
        case .storageLargestGroup: number(1...10_000, 128, "The largest number of turns in one transaction.")
        case .storageKey: text("32 bytes in base64, which seal private answers.")
        case .storageFormerKeys: text("Former keys, until everything is sealed with the new one.")
        case .contentStore:
            oneOf(
                ContentPlace.allCases.map(\.rawValue), "folder",
                "Where customers' files are: in a folder beside the database, or in the database, as with `storage.url`."
            )
        case .contentMaxSize: size("25 MB", "The largest file that is accepted from a customer.")
        case .contentFreeSpace: size(nil, "The disk space that files leave free; a tenth of it or 1 GB, if left out.")
        case .contentQuota: size(nil, "The limit on the total size of all files; that of the disk, if left out.")
        case .contentKinds: list("image/*, application/pdf", "all", "The types of files that the web chat accepts.")
        case .contentAutomaticKinds:
            list("image/*", "image/*, text/plain", "The types of files that the chat page downloads by itself.")
        case .contentAutomaticSize: size("1 MB", "Files up to this size are downloaded by the chat page itself.")
        case .flowsPath: text("Flows", "The folder of flows.")
        case .actionsPath: text("Config/actions.yaml", "The file that declares actions.")
        case .actionsPrivateAddresses:
            yesNo(false, "Whether actions may call private addresses, and these without TLS.")
        case .appleGateway: text("https://mspgw.push.apple.com/v1", "The base address of Apple's API.")
        case .appleMSPID: text("The Messaging Service Provider id that Apple shows.")
        case .appleSecret: text("The shared secret, in base64 as Apple shows it.")
        case .appleFormerSecrets: text("Former secrets, which remain valid while Apple changes to a new one.")
        case .appleBusinessIDs:
            list(
                "00000000-0000-0000-0000-000000000001",
                "The business ids that are served; all of the provider's, if left out.")
        case .appleLimits:
            oneOf(
                ["strict", "documented"], "strict",
                "The limits of bubbles: what every device is known to show, or what Apple allows.")
        case .appleVerifyWebhooks:
            yesNo(true, "Whether the token of webhooks is verified; `false` only on a loopback address.")
        case .appleTyping: yesNo(false, "Whether customers see a typing indicator.")
        case .appleLinkPreviews: yesNo(true, "Whether a link card without a title shows the metadata of its page.")
        case .servicesPath:
            text("Config/services.yaml", "The file of sign-in providers, merchants, apps and custom cards.")
        case .webChatEnabled: yesNo(false, "Whether the bot is also available in browsers, at /chat.")
        case .webChatAllowedOrigins:
            list("https://shop.example.com", "Sites that may embed the web chat and use its API.")
        case .webChatPictureOrigins: list("https://cdn.shop.example.com", "Servers whose pictures the page shows.")
        case .webChatLinkPreviews: yesNo(true, "Whether a link without a title shows the metadata of its page.")
        case .webChatSignInSecret:
            text("The secret with which your site signs the identity of its customers; 32 characters or more.")
        case .webChatNewChats:
            number(0...1_000_000, 30, "The rate limit for new chats from one address, per minute; 0 is no limit.")
        case .webChatRetention: duration("365 days", "How long a conversation is kept after its last message.")
        case .simulatorPort: number(0...65_535, 8081, "The port of the simulated Apple of `usher dev`.")
        case .retentionHistory:
            duration(nil, "How long conversations are kept after their end; as `expires` says, if left out.")
        case .retentionDeadLetters: duration("30 days", "How long dead letters are kept.")
        case .retentionBubbles: duration("30 days", "How long taps on old bubbles are understood.")
        case .retentionContent: duration("30 days", "How long files of customers are kept.")
        case .retentionAudit: duration("365 days", "How long the audit log keeps what operators did.")
        case .adminToken: text("The bearer token of operators, which /metrics and /admin/api require.")
        case .operatorsSignIn:
            SettingDescription(
                form: .yesNo, standard: nil,
                about:
                    "Whether operators sign in to their accounts at /operators; as `studio.enabled` says, if left out.")
        case .operatorsProvider:
            text(such: "https://id.example.com", "The issuer of the identity provider at which operators sign in.")
        case .operatorsClient: text("The client id that it has assigned to this server.")
        case .operatorsClientSecret: text("The client's secret, if it has one.")
        case .operatorsNameClaim: text("email", "The claim that is the name of the account.")
        case .operatorsRoleClaim:
            text(such: "groups", "The claim that gives the role; accounts have their own, if left out.")
        case .operatorsRoles:
            list("writers = author, desk = agent", "The roles by the values of that claim; the first that fits counts.")
        case .studioEnabled:
            yesNo(false, "Whether the studio and the desk are on this server, for those who sign in.")
        case .handoverWebhook:
            text(such: "https://desk.example.com/usher", "An agent desk that is notified of conversations with people.")
        case .handoverSecret: text("Signs the notices to the desk.")
        case .notifyEmail:
            list("desk@shop.example.com", "Who gets an e-mail about rows that flows keep.")
        case .notifyFrom: text(such: "bot@shop.example.com", "The sender of these e-mails.")
        case .notifySMTP:
            text(such: "smtps://mail.shop.example.com", "The mail server; `smtp://` for STARTTLS.")
        case .notifyUser: text("The name with which the server logs in there.")
        case .notifyPassword: text("The password with which the server logs in there.")
        case .notifyWebhook:
            text(such: "https://desk.example.com/rows", "An address that is notified of rows that flows keep.")
        case .notifySecret: text("Signs the notices of rows.")
        case .paySecret: text("Signs what a payment page of your own reports.")
        case .tracingEndpoint:
            text(such: "http://127.0.0.1:4318", "The collector of OpenTelemetry to which traces are sent.")
        case .tracingSample: text("1", "The share of traces that are recorded, from 0 to 1.")
        case .tracingHeaders: text("Headers of the requests to the collector, one per line: `Name: value`.")
        case .logLevel:
            oneOf(Logger.Level.allCases.map(\.rawValue), "info", "The lowest level that is logged.")
        case .logFormat: oneOf(["text", "json"], "text", "The format of log lines: for people, or one object a line.")
        }
    }

    // Forms.

    private func text(_ about: String) -> SettingDescription {
        SettingDescription(form: .text(such: nil), standard: nil, about: about)
    }

    private func text(_ standard: String, _ about: String) -> SettingDescription {
        SettingDescription(form: .text(such: nil), standard: standard, about: about)
    }

    private func text(such example: String, _ about: String) -> SettingDescription {
        SettingDescription(form: .text(such: example), standard: nil, about: about)
    }

    private func list(_ example: String, _ about: String) -> SettingDescription {
        SettingDescription(form: .list(such: example), standard: nil, about: about)
    }

    private func list(_ example: String, _ standard: String, _ about: String) -> SettingDescription {
        SettingDescription(form: .list(such: example), standard: standard, about: about)
    }

    private func number(_ range: ClosedRange<Int>, _ standard: Int, _ about: String) -> SettingDescription {
        SettingDescription(form: .number(range), standard: String(standard), about: about)
    }

    private func duration(_ standard: String?, _ about: String) -> SettingDescription {
        SettingDescription(form: .duration, standard: standard, about: about)
    }

    private func size(_ standard: String?, _ about: String) -> SettingDescription {
        SettingDescription(form: .size, standard: standard, about: about)
    }

    private func yesNo(_ standard: Bool, _ about: String) -> SettingDescription {
        SettingDescription(form: .yesNo, standard: String(standard), about: about)
    }

    private func oneOf(_ words: [String], _ standard: String, _ about: String) -> SettingDescription {
        SettingDescription(form: .oneOf(words), standard: standard, about: about)
    }
}
