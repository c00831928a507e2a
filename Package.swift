// swift-tools-version:6.2
import PackageDescription

/// One set of rules for every target: Swift 6, imports that are decisions, and no warnings.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")

/// A module of ours, in the folder of its layer.
func module(
    _ name: String, in layer: String, folder: String? = nil, with dependencies: [Target.Dependency] = [],
    exclude: [String] = [], resources: [Resource] = [], links libraries: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(folder ?? name)", exclude: exclude,
        resources: resources, swiftSettings: settings, linkerSettings: libraries)
}

/// The modules from the bottom up, by the folders of `Sources`. Each depends only on modules written above it.
let modules: [Target] = [
    // Values: JSON, diagnostics, expressions, messages, flows.
    module("JSON", in: "Values"),
    module("Diagnostics", in: "Values", with: ["JSON"]),
    module(
        "Expressions", in: "Values", with: ["Diagnostics", "JSON"], links: [.linkedLibrary("_FoundationICU")]),
    module("MessageModel", in: "Values", with: ["JSON", "Expressions"]),
    module("ChannelRules", in: "Values", with: ["MessageModel"]),
    module("MessageParts", in: "Values", with: ["JSON", "Expressions", "MessageModel"]),
    module("FlowModel", in: "Values", with: ["JSON", "Expressions", "MessageModel"]),

    // Authoring: from text to a checked flow, and back to pictures and explanations.
    module(
        "FlowCompiler", in: "Authoring",
        with: ["JSON", "Diagnostics", "Expressions", "MessageModel", "ChannelRules", "FlowModel", crypto]),
    module("Explanations", in: "Authoring", with: ["Diagnostics"]),
    module("FlowMap", in: "Authoring", with: ["Expressions", "FlowModel"]),
    module("Authoring", in: "Authoring", with: ["Diagnostics", "Expressions", "FlowCompiler"]),
    module("LanguageProtocol", in: "Authoring", with: ["JSON", "Diagnostics", "Authoring"]),
    module("Schemas", in: "Authoring", with: ["JSON", "ChannelRules", "FlowCompiler"]),

    // Engine: a flow in motion; transcripts and dry runs on it. Up to here nothing acts on the world.
    module("FlowEngine", in: "Engine", with: ["JSON", "Expressions", "MessageModel", "FlowModel"]),
    module(
        "Simulation", in: "Engine",
        with: [
            "JSON", "Diagnostics", "Expressions", "MessageModel", "ChannelRules", "MessageParts", "FlowModel",
            "FlowEngine",
        ]),
    module(
        "Forecasts", in: "Engine", with: ["JSON", "Expressions", "MessageModel", "FlowModel", "FlowEngine"]),
    module("Replays", in: "Engine", with: ["JSON", "Expressions", "MessageModel", "FlowModel", "FlowEngine"]),

    // System: the C libraries, and what we make of them.
    .systemLibrary(
        name: "CCurl", path: "Sources/System/CCurl", pkgConfig: "libcurl",
        providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
        name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
        name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
        name: "CPostgreSQL", path: "Sources/System/CPostgreSQL", pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"])]),
    module("Gzip", in: "System", with: ["CZlib"]),
    module("Files", in: "System"),
    module("CurlClient", in: "System", with: ["CCurl", "Files"]),
    module("RequestExpectations", in: "System", with: [hummingbird, nio]),

    // Runtime: the loop around the engine, and the protocols of what it needs.
    module("WebTokens", in: "Runtime", with: ["JSON", crypto]),
    module("Channels", in: "Runtime", with: ["JSON", "Expressions", "MessageModel"]),
    module("Concurrency", in: "Runtime", with: ["Expressions", "Channels", lifecycle]),
    module("ServerMetrics", in: "Runtime"),
    module("Traces", in: "Runtime", with: [logging, tracing]),
    module(
        "ConversationRuntime", in: "Runtime",
        with: [
            "JSON", "Expressions", "MessageModel", "FlowModel", "FlowEngine", "Channels", "Concurrency",
            "ServerMetrics", "Traces",
            logging,
            lifecycle,
        ]),

    // Storage: the database, SQLite or PostgreSQL.
    module("Databases", in: "Storage"),
    module(
        "SQLStorage", in: "Storage",
        with: [
            "Databases", "JSON", "Expressions", "MessageModel", "MessageParts", "FlowModel", "FlowEngine", "Channels",
            "Concurrency", "ServerMetrics", "Traces", "ConversationRuntime", "Files", logging, crypto,
        ]),
    module(
        "SQLiteStorage", in: "Storage",
        with: [
            "Databases", "SQLStorage", "JSON", "Expressions", "MessageModel", "FlowModel", "FlowEngine", "Channels",
            "Concurrency", "ServerMetrics", "ConversationRuntime", "Files", "CSQLite",
            .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
        ]),
    module(
        "PostgreSQLStorage", in: "Storage",
        with: [
            "Databases", "SQLStorage", "Expressions", "Channels", "Concurrency", "ConversationRuntime", "Files",
            "CPostgreSQL", logging,
        ]),

    module(
        "Storage", in: "Storage",
        with: [
            "Databases", "SQLStorage", "SQLiteStorage", "Channels", "Concurrency", "ConversationRuntime",
            "ServerMetrics", "Files",
            logging,
            .target(name: "PostgreSQLStorage", condition: .when(traits: ["PostgreSQL"])),
        ]),

    // Services: other systems that flows use, and the collector of traces.
    module(
        "OpenTelemetry", in: "Services",
        with: [
            "JSON", "Expressions", "Channels", "Concurrency", "CurlClient", "ServerMetrics", "Traces", logging,
            lifecycle, tracing,
        ]),
    module(
        "HTTPActions", in: "Services",
        with: [
            "JSON", "Expressions", "FlowModel", "FlowEngine", "Channels", "ConversationRuntime", "CurlClient", "Traces",
            logging, lifecycle,
        ]),
    module(
        "SignIn", in: "Services",
        with: [
            "JSON", "Expressions", "MessageModel", "FlowModel", "Channels", "Concurrency", "ConversationRuntime",
            "CurlClient", "WebTokens", crypto, cryptoExtras, logging, lifecycle,
        ]),

    // Web: the web chat, its page, and what pages say of themselves.
    module("OpenGraph", in: "Web", with: ["Expressions", "Channels", "Gzip", "CurlClient"]),
    module(
        "WebChat", in: "Web",
        with: [
            "JSON", "Expressions", "MessageModel", "MessageParts", "FlowModel", "Files", "Channels", "Concurrency",
            "OpenGraph",
            "ConversationRuntime", "WebTokens", crypto, logging, lifecycle,
        ]),
    // The files of the page lie in the program itself.
    .target(name: "CChatAssets", path: "Sources/Web/CChatAssets"),
    module("ChatPage", in: "Web", with: ["CChatAssets", crypto], exclude: ["Assets"]),
    .target(name: "CAccountAssets", path: "Sources/Web/CAccountAssets"),
    module("AccountPage", in: "Web", with: ["CAccountAssets", "ChatPage", crypto], exclude: ["Assets"]),

    // Apple: Messages for Business, Apple Pay, and a simulated Apple.
    module(
        "AppleMessages", in: "Apple",
        with: [
            "JSON", "Expressions", "MessageModel", "ChannelRules", "MessageParts", "FlowModel", "Channels",
            "Concurrency", "Gzip",
            "Files",
            "CurlClient", "OpenGraph", "WebTokens", logging, crypto, cryptoExtras,
        ]),
    module(
        "ApplePay", in: "Apple",
        with: [
            "JSON", "Expressions", "MessageModel", "ChannelRules", "FlowModel", "FlowEngine", "Channels", "Concurrency",
            "ServerMetrics",
            "ConversationRuntime", "CurlClient", "AppleMessages", crypto, cryptoExtras, asn1, logging, lifecycle,
        ]),
    module(
        "AppleSimulator", in: "Apple",
        with: [
            "JSON", "Expressions", "Channels", "Concurrency", "Gzip", "CurlClient", "RequestExpectations", "WebTokens",
            hummingbird, nio,
            logging,
            lifecycle, crypto,
            cryptoExtras,
        ]),

    // Server: projects and their publishing, what operators see of customers; the server, which wires everything, once;
    // and what examines it.
    module("Projects", in: "Server", with: ["Diagnostics", "FlowCompiler", "Files", crypto]),
    module(
        "CustomerRecords", in: "Server",
        with: [
            "JSON", "Expressions", "MessageModel", "FlowModel", "FlowEngine", "Channels", "ConversationRuntime",
            "Files",
            crypto,
        ]),
    module(
        "FlowPublishing", in: "Server",
        with: [
            "Diagnostics", "JSON", "Expressions", "FlowModel", "FlowCompiler", "FlowEngine", "Forecasts", "Replays",
            "Channels", "ConversationRuntime", "Files", "Projects", crypto, logging, lifecycle,
        ]),
    module(
        "Accounts", in: "Server",
        with: ["JSON", "Expressions", "Channels", "Concurrency", "ConversationRuntime", crypto, cryptoExtras]),
    module(
        "Server", in: "Server",
        with: [
            "Projects", "CustomerRecords", "FlowPublishing", "Accounts", "Diagnostics", "JSON", "Expressions",
            "MessageModel",
            "ChannelRules", "FlowModel", "FlowCompiler", "Schemas",
            "FlowEngine",
            "Forecasts", "Channels", "Concurrency", "ServerMetrics", "Traces", "ConversationRuntime", "Files",
            "CurlClient",
            "OpenGraph", "OpenTelemetry",
            "AppleMessages", "ApplePay", "SignIn", "MessageParts", "WebChat", "HTTPActions", "SQLStorage",
            "SQLiteStorage", "Storage",
            "AppleSimulator", "ChatPage", "AccountPage", "RequestExpectations", hummingbird, nio,
            .product(name: "NIOHTTP1", package: "swift-nio"), crypto,
            logging, lifecycle, .product(name: "NIOPosix", package: "swift-nio"),
        ]),

    module(
        "ServerDoctor", in: "Server",
        with: [
            "Diagnostics", "JSON", "Expressions", "FlowModel", "FlowCompiler", "Files", "CurlClient", "OpenTelemetry",
            "ConversationRuntime", "AppleMessages",
            "SQLStorage", "SQLiteStorage", "Storage", "Server",
        ]),

    // Studio: what authors work with, in their editors and in the browser.
    module(
        "Plays", in: "Studio",
        with: [
            "JSON", "Diagnostics", "Expressions", "MessageModel", "MessageParts", "FlowModel", "FlowCompiler",
            "FlowMap", "FlowEngine", "Simulation", "Channels", "AppleMessages", logging,
        ]),
    module(
        "LanguageServer", in: "Studio",
        with: [
            "JSON", "Diagnostics", "Expressions", "FlowCompiler", "Explanations", "Authoring", "LanguageProtocol",
            "Files", "Channels", "Concurrency", "Projects",
        ]),
    .target(name: "CStudioAssets", path: "Sources/Studio/CStudioAssets"),
    module(
        "StudioPage", in: "Studio", with: ["CStudioAssets", "ChatPage", "AccountPage", crypto], exclude: ["Assets"]),
    .target(name: "CDeskAssets", path: "Sources/Studio/CDeskAssets"),
    module("DeskPage", in: "Studio", with: ["CDeskAssets", "ChatPage", "AccountPage", crypto], exclude: ["Assets"]),
    module(
        "Desk", in: "Studio",
        with: [
            "JSON", "Expressions", "FlowModel", "Channels", "ConversationRuntime", "Server", "ChatPage", "DeskPage",
            hummingbird, nio, lifecycle,
        ]),
    module(
        "Studio", in: "Studio",
        with: [
            "JSON", "Diagnostics", "Expressions", "FlowModel", "FlowCompiler", "FlowMap", "Simulation", "Authoring",
            "LanguageProtocol", "Files", "Channels", "Concurrency", "Forecasts", "ConversationRuntime", "Plays",
            "Projects", "FlowPublishing", "Server", "LanguageServer", "ChatPage", "StudioPage", "Desk", "AppleMessages",
            "AppleSimulator", hummingbird, nio, crypto, logging, lifecycle,
        ]),

    // The part of ICU's data that a shipped program contains.
    .target(name: "CICUData", path: "Sources/System/CICUData", exclude: ["made"]),

    // CommandLine: a chat in the terminal, the library for servers of one's own, and the command.
    module(
        "TerminalChat", in: "CommandLine",
        with: [
            "JSON", "Expressions", "MessageModel", "MessageParts", "FlowModel", "Channels", "Concurrency", "CurlClient",
            "AppleMessages",
        ]),
    // The files of project templates lie in the program itself.
    .target(name: "CProjectTemplates", path: "Sources/CommandLine/CProjectTemplates"),
    module(
        "ProjectTemplates", in: "CommandLine", with: ["CProjectTemplates", "Expressions"], exclude: ["Templates"]),
    module(
        "Usher", in: "CommandLine",
        // Where capitals do not count, the folder `Usher` would be `usher`.
        folder: "UsherLibrary",
        with: [
            "Diagnostics", "JSON", "FlowModel", "FlowCompiler", "Channels", "Concurrency", "ServerMetrics", "Traces",
            "ConversationRuntime",
            "MessageParts", "CurlClient", "HTTPActions", "OpenTelemetry", "SQLStorage", "Storage", "AppleSimulator",
            "Projects",
            "FlowPublishing",
            "Server", logging, lifecycle, .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ]),
    .executableTarget(
        name: "usher",
        dependencies: [
            "Diagnostics", "JSON", "Expressions", "MessageModel", "MessageParts", "FlowModel", "FlowCompiler",
            "FlowEngine", "Explanations", "FlowMap", "Authoring", "Simulation", "Forecasts", "Replays", "Channels",
            "Concurrency", "ServerMetrics", "ConversationRuntime", "CurlClient", "Gzip", "AppleMessages", "SQLStorage",
            "SQLiteStorage", "Storage",
            "AppleSimulator", "Server", "Projects", "CustomerRecords", "FlowPublishing", "Accounts", "ServerDoctor",
            "Files",
            "TerminalChat", "Plays", "LanguageServer", "Studio", "ProjectTemplates", "Schemas", "Usher", "CICUData",
            logging,
            lifecycle, nio,
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Sources/CommandLine/usher", swiftSettings: settings),
]

/// The tests of a module, what they need beside it, and the folders of text files that they read themselves.
func tests(of module: String, with dependencies: [Target.Dependency] = [], files: String...) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: [.byName(name: module), "TestSupport"] + dependencies,
        exclude: files, swiftSettings: settings)
}

let tests: [Target] = [
    // Temporary folders, recorded logs, seeded random numbers and polling, for all tests.
    .target(name: "TestSupport", dependencies: ["JSON", logging], path: "Tests/TestSupport", swiftSettings: settings),
    // Programs that tests start.
    .target(name: "ChildProcess", path: "Tests/ChildProcess", swiftSettings: settings),
    // PostgreSQL servers that tests start, promote and kill, and a proxy that cuts connections to one.
    .target(
        name: "PostgreSQLServers", dependencies: ["ChildProcess", "TestSupport"], path: "Tests/PostgreSQLServers",
        swiftSettings: settings),
    // A shop whose flow tests write and edit.
    .target(
        name: "TestShops", dependencies: ["Diagnostics", "Expressions", "FlowCompiler", "FlowModel"],
        path: "Tests/TestShops", swiftSettings: settings),
    // The checker of what several servers have done with the messages of customers.
    .target(name: "Histories", path: "Tests/Histories", swiftSettings: settings),
    // Stores without a disk, for tests of what stands above them; the contracts hold for them, too.
    .target(
        name: "InMemoryStores",
        dependencies: [
            "JSON", "Expressions", "MessageModel", "FlowEngine", "Channels", "ConversationRuntime",
        ],
        path: "Tests/InMemoryStores", swiftSettings: settings),
    // A server in place of Apple's attachment store.
    .target(
        name: "FakeStore", dependencies: [hummingbird, nio, crypto, cryptoExtras, logging, lifecycle],
        path: "Tests/FakeStore",
        swiftSettings: settings),
    // A disk that fails when a test wants it to, below SQLite.
    .target(
        name: "FaultyDisk", path: "Tests/FaultyDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
    // What a large attachment costs in memory; `Benchmarks/run memory`.
    .executableTarget(
        name: "AttachmentMemory",
        dependencies: [
            "FakeStore", "JSON", "Expressions", "MessageModel", "FlowEngine", "Channels", "ConversationRuntime",
            "CurlClient", "AppleMessages", "SQLStorage", "SQLiteStorage",
        ],
        path: "Tests/AttachmentMemory", swiftSettings: settings),
    // Mixed traffic for a while, with kills; `make soak`.
    .executableTarget(
        name: "Soak",
        dependencies: [
            "ChildProcess", "JSON", "Expressions", "Channels", "ConversationRuntime", "CurlClient", "SQLStorage",
            "SQLiteStorage",
            "AppleSimulator", hummingbird, logging, lifecycle,
        ],
        path: "Tests/Soak", exclude: ["Project"], swiftSettings: settings),
    // The projects of the repository and of the templates, to be changed.
    .target(
        name: "SampleProjects",
        dependencies: ["Diagnostics", "Expressions", "FlowCompiler", "Projects", "ProjectTemplates"],
        path: "Tests/SampleProjects", swiftSettings: settings),
    // Seeded single slips in projects, and how many diagnostics each brings; `make slips`.
    .target(
        name: "Slips", dependencies: ["SampleProjects", "TestSupport", "Diagnostics", "FlowCompiler"],
        path: "Tests/Slips", swiftSettings: settings),
    .executableTarget(
        name: "SlipReport", dependencies: ["SampleProjects", "Slips", "Diagnostics"], path: "Tests/SlipReport",
        swiftSettings: settings),
    // Seeded changes of what flows mean, and what catches each; `make flow-mutations`.
    .target(
        name: "FlowMutations",
        dependencies: [
            "SampleProjects", "TestSupport", "Diagnostics", "FlowModel", "FlowCompiler", "FlowEngine", "Simulation",
        ],
        path: "Tests/FlowMutations", swiftSettings: settings),
    .executableTarget(
        name: "MutationReport", dependencies: ["FlowMutations", "SampleProjects"], path: "Tests/MutationReport",
        swiftSettings: settings),
    tests(of: "FlowMutations", with: ["SampleProjects", "Diagnostics", "FlowModel", "FlowCompiler", "Simulation"]),
    // Repeats the parts of what an event costs; `Benchmarks/instructions`.
    .executableTarget(
        name: "InstructionCosts",
        dependencies: [
            "TestSupport", "Diagnostics", "Expressions", "MessageModel", "FlowModel", "FlowCompiler", "FlowEngine",
            "Gzip", "CurlClient", "Channels", "Concurrency", "ConversationRuntime", "SQLStorage", "SQLiteStorage",
            "AppleMessages", "Projects", "WebTokens", crypto, logging,
        ],
        path: "Tests/InstructionCosts", swiftSettings: settings),
    // How long a large carousel takes; `Benchmarks/run chat`.
    .executableTarget(
        name: "CarouselSpeed", dependencies: ["JSON", "MessageParts"], path: "Tests/CarouselSpeed",
        swiftSettings: settings),
    // The example of Docs/Embedding.md, so that every build shows whether it still holds.
    .executableTarget(
        name: "BellShop", dependencies: ["Usher"], path: "Docs/Examples/Embedding/Sources/BellShop",
        swiftSettings: settings),
    tests(
        of: "Usher",
        with: [
            "BellShop", "Diagnostics", "JSON", "Expressions", "CurlClient", "AppleSimulator", "Channels", "Concurrency",
            "Projects", "FlowPublishing", "Server", logging, lifecycle,
        ]),
    .testTarget(name: "ArchitectureTests", dependencies: ["ChildProcess"], swiftSettings: settings),
    .testTarget(
        name: "ChaosTests",
        dependencies: [
            "FaultyDisk", "JSON", "Diagnostics", "Expressions", "MessageModel", "ChannelRules", "FlowModel",
            "FlowCompiler",
            "FlowEngine",
            "Channels", "Concurrency", "ServerMetrics", "ConversationRuntime", "CurlClient", "AppleMessages",
            "ApplePay",
            "SignIn",
            "MessageParts", "WebChat", "SQLStorage", "SQLiteStorage", logging, lifecycle,
            .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        swiftSettings: settings),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "usher", "TestSupport", "ChildProcess", "PostgreSQLServers", "Histories", "JSON", "Diagnostics",
            "Expressions", "MessageModel", "FlowModel", "FlowCompiler",
            "FlowEngine",
            "Channels", "Concurrency", "ConversationRuntime", "Gzip", "CurlClient", "SQLStorage", "SQLiteStorage",
            "PostgreSQLStorage", "Projects", "FlowPublishing", "AppleSimulator",
            hummingbird,
            lifecycle,
            logging,
        ],
        swiftSettings: settings),
    tests(of: "JSON"),
    tests(
        of: "Concurrency",
        with: [
            "Expressions", "Channels", lifecycle,
            .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        ]),
    tests(of: "Expressions", with: ["Diagnostics", "JSON"]),
    tests(
        of: "FlowCompiler",
        with: [
            "SampleProjects", "Slips", "Diagnostics", "JSON", "Expressions", "FlowModel", "Simulation",
            .product(name: "Yams", package: "Yams"),
        ],
        files: "Broken", "Correct", "Examples", "Formats/Projects"),
    tests(of: "Explanations", with: ["Diagnostics", "Expressions", "FlowModel", "FlowCompiler", "Simulation"]),
    tests(
        of: "Authoring",
        with: ["Diagnostics", "Expressions", "FlowCompiler", "Explanations"]),
    tests(
        of: "Schemas",
        with: [
            "JSON", "Diagnostics", "Explanations", "FlowCompiler", "Server",
            .product(name: "Yams", package: "Yams"),
        ]),
    tests(
        of: "LanguageServer",
        with: [
            "JSON", "Diagnostics", "Expressions", "FlowCompiler", "Authoring", "LanguageProtocol", "Channels",
            "Concurrency", "Projects",
        ]),
    tests(
        of: "FlowMap", with: ["JSON", "Diagnostics", "Expressions", "FlowModel", "FlowCompiler"], files: "Pictures"),
    tests(of: "MessageModel", with: ["JSON", "Expressions"]),
    tests(of: "MessageParts", with: ["JSON", "Expressions", "MessageModel"], files: "Messages"),
    tests(
        of: "FlowEngine",
        with: ["JSON", "Diagnostics", "Expressions", "MessageModel", "FlowModel", "FlowCompiler"],
        files: "Histories"),
    tests(
        of: "ConversationRuntime",
        with: [
            "InMemoryStores", "JSON", "Diagnostics", "Expressions", "MessageModel", "FlowModel", "FlowCompiler",
            "FlowEngine",
            "Channels", "Concurrency", "ServerMetrics", "Databases", "SQLStorage", "SQLiteStorage", "PostgreSQLStorage",
            logging,
            lifecycle,
            .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        files: "Layouts"),
    tests(
        of: "SQLiteStorage",
        with: [
            "InMemoryStores", "Databases", "SQLStorage", "PostgreSQLStorage", "Traces", "JSON", "Expressions",
            "MessageModel",
            "FlowModel",
            "FlowEngine", "Files",
            "ServerMetrics",
            "Channels", "Concurrency",
            "ConversationRuntime", .product(name: "GRDB", package: "GRDB.swift"),
        ]),
    tests(
        of: "Storage",
        with: [
            "PostgreSQLServers", "Databases", "SQLStorage", "SQLiteStorage", "PostgreSQLStorage", "Expressions",
            "Channels", "ConversationRuntime", .product(name: "GRDB", package: "GRDB.swift"),
        ]),
    tests(
        of: "PostgreSQLStorage",
        with: [
            "PostgreSQLServers", "JSON", "Expressions", "MessageModel", "FlowEngine", "Channels", "Databases",
            "SQLStorage", "Concurrency", "ConversationRuntime", logging,
        ]),
    tests(of: "Histories"),
    tests(of: "ServerMetrics"),
    tests(of: "Traces", with: [logging, tracing]),
    tests(
        of: "OpenTelemetry",
        with: [
            "JSON", "Expressions", "Channels", "Concurrency", "CurlClient", "ServerMetrics", "Traces", logging,
            lifecycle,
            tracing,
        ]),
    tests(
        of: "ProjectTemplates",
        with: ["Diagnostics", "Expressions", "FlowModel", "FlowCompiler", "Simulation", "Projects"]),
    tests(of: "ChatPage"),
    tests(of: "AccountPage", with: ["ChatPage"]),
    tests(of: "StudioPage", with: ["ChatPage"]),
    tests(of: "DeskPage", with: ["ChatPage"]),
    tests(
        of: "Studio",
        with: [
            "JSON", "Authoring", "LanguageProtocol", "Projects", "FlowPublishing", "Server", "Diagnostics", "FlowModel",
            "FlowCompiler",
            "Channels", "Concurrency",
            "ConversationRuntime", "CurlClient", "SQLStorage", "SQLiteStorage", "Accounts", "Expressions", "Desk",
            "Plays",
            hummingbird,
            nio, logging, lifecycle,
            .product(name: "NIOEmbedded", package: "swift-nio"),
        ]),
    tests(
        of: "Simulation", with: ["Diagnostics", "Expressions", "JSON", "FlowModel", "FlowCompiler", "FlowEngine"],
        files: "Fixtures"),
    tests(
        of: "Plays",
        with: [
            "JSON", "Diagnostics", "Expressions", "MessageModel", "FlowModel", "FlowCompiler", "FlowEngine", "FlowMap",
            "Simulation", "AppleMessages", "Projects", "ProjectTemplates",
        ]),
    tests(
        of: "Forecasts", with: ["TestShops", "JSON", "Expressions", "MessageModel", "FlowModel", "FlowEngine"]),
    tests(
        of: "Replays",
        with: [
            "InMemoryStores", "TestShops", "JSON", "Diagnostics", "Expressions", "MessageModel", "FlowModel",
            "FlowCompiler", "FlowEngine", "Simulation", "Channels", "Concurrency", "ConversationRuntime", "Databases",
            "SQLStorage", "SQLiteStorage", "Projects", "FlowPublishing", logging,
        ]),
    tests(of: "Files"),
    tests(of: "WebTokens", with: ["JSON", crypto]),
    tests(of: "CurlClient", with: ["ChildProcess"]),
    tests(
        of: "AppleSimulator",
        with: [
            "JSON", "Expressions", "Channels", "Concurrency", "Gzip", "CurlClient", "WebTokens", hummingbird, nio,
            logging,
            lifecycle,
        ]),
    tests(
        of: "AppleMessages",
        with: [
            "OpenGraph", "FakeStore", "JSON", "Diagnostics", "Expressions", "MessageModel", "ChannelRules",
            "MessageParts",
            "FlowModel",
            "FlowCompiler", "FlowEngine", "Channels", "Concurrency", "Gzip", "Files", "CurlClient", hummingbird, nio,
            crypto, logging,
            lifecycle,
        ],
        files: "Fixtures"),
    tests(
        of: "ApplePay",
        with: [
            "InMemoryStores", "ChildProcess", "JSON", "Expressions", "MessageModel", "ChannelRules", "FlowModel",
            "FlowEngine",
            "Channels", "Concurrency",
            "ConversationRuntime", "CurlClient", "AppleMessages", "MessageParts", "ServerMetrics", logging,
        ],
        files: "Fixtures"),
    tests(
        of: "SignIn",
        with: [
            "JSON", "Expressions", "MessageModel", "FlowModel", "Channels", "Concurrency", "ConversationRuntime",
            "CurlClient",
            "WebTokens", hummingbird, crypto, cryptoExtras, logging,
        ]),
    tests(
        of: "WebChat",
        with: [
            "OpenGraph", "JSON", "Expressions", "MessageModel", "MessageParts", "Files", "Channels", "Concurrency",
            "ConversationRuntime", "SQLStorage", "SQLiteStorage", "WebTokens", logging,
        ]),
    tests(
        of: "HTTPActions",
        with: [
            "Diagnostics", "JSON", "Expressions", "FlowModel", "FlowCompiler", "FlowEngine", "Channels", "Concurrency",
            "ConversationRuntime", "CurlClient", logging, lifecycle,
        ]),
    tests(
        of: "Accounts",
        with: [
            "Expressions", "Channels", "Concurrency", "ConversationRuntime", "SQLStorage", "SQLiteStorage",
        ]),
    tests(
        of: "Server",
        with: [
            "Projects", "CustomerRecords", "FlowPublishing", "Accounts", "ServerDoctor", "InMemoryStores", "FakeStore",
            "Databases", "OpenTelemetry", "Traces",
            "ChildProcess", "Diagnostics", "JSON", "Expressions", "MessageModel",
            "FlowModel",
            "FlowCompiler", "FlowEngine", "Channels", "Concurrency", "ServerMetrics", "ConversationRuntime", "Gzip",
            "CurlClient",
            "AppleMessages", "ApplePay", "SignIn", "WebChat", "HTTPActions", "SQLStorage", "SQLiteStorage", "Storage",
            "AppleSimulator",
            "ChatPage", "Forecasts", crypto, hummingbird, nio, logging, lifecycle,
            .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        files: "Fixtures"),
]

let package = Package(
    name: "usher",
    products: [
        .executable(name: "usher", targets: ["usher"]),
        .library(name: "Usher", targets: ["Usher"]),
        // For message types of one's own.
        .library(name: "MessageParts", targets: ["MessageParts", "JSON"]),
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Several servers on a PostgreSQL database; requires libpq.")
    ],
    dependencies: [
        // Without its traits it needs no package for configuration, which takes longer to build than Hummingbird itself.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        // Only for tests: what `usher fmt` writes must mean the same to others.
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: modules + tests
)

// `USHER_TESTS=ServerTests,SignInTests swift build --build-tests` leaves out all other tests, which saves most of the time.
if let wanted = Context.environment["USHER_TESTS"].map({ $0.split(separator: ",").map(String.init) }) {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
