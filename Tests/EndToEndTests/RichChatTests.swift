import Foundation
import JSON
import Synchronization
import Testing

/// Forms, apps, files and places in the terminal, with a business that answers from a script.
@Suite struct RichChatTests {
    private func chat(
        _ shop: ScriptedShop, _ lines: [String], _ arguments: [String] = [], device: String = "iphone"
    ) async throws -> Program.Result {
        let kept = Mutex<Program.Result?>(nil)
        try await shop.run { port in
            let result = try await Program.run(
                ["chat", "--simulator-port", String(port), "--device", device] + arguments,
                input: lines.joined(separator: "\n") + "\n", environment: ["TZ": "Europe/Berlin"])
            kept.withLock { $0 = result }
        }
        return try #require(kept.withLock { $0 })
    }

    /// Runs `body` with a temporary folder.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-rich-chat-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static let form: JSONObject = [
        "type": "interactive",
        "interactiveData": [
            "bid":
                "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension",
            "receivedMessage": ["title": "Your bike"],
            "data": [
                "version": "1.0", "requestIdentifier": "bike",
                "dynamic": [
                    "version": "1.1", "template": "messageForms",
                    "data": [
                        "startPageIdentifier": "make", "showSummary": true,
                        "splash": ["header": "Before we begin", "buttonTitle": "Go on"],
                        "pages": [
                            [
                                "pageIdentifier": "make", "type": "select", "subtitle": "Which make?",
                                "items": [
                                    [
                                        "identifier": "m1", "title": "Gazelle", "value": "gazelle",
                                        "nextPageIdentifier": "day",
                                    ],
                                    [
                                        "identifier": "m2", "title": "Another", "value": "other",
                                        "nextPageIdentifier": "name",
                                    ],
                                ],
                            ],
                            [
                                "pageIdentifier": "name", "type": "input", "subtitle": "Which one?",
                                "nextPageIdentifier": "day", "options": ["required": true],
                            ],
                            [
                                "pageIdentifier": "day", "type": "datePicker", "subtitle": "Since when?",
                                "nextPageIdentifier": "words", "options": ["minimumDate": "01/01/2020"],
                            ],
                            [
                                "pageIdentifier": "words", "type": "input", "subtitle": "Anything else?",
                                "submitForm": true, "options": ["inputType": "multiline"],
                            ],
                        ],
                    ],
                ],
            ],
        ],
    ]

    @Test func `a form is walked page by page, back and forth, and sent after its summary`() async throws {
        try await withFolder { folder in
            let saved = folder.appending(path: "chat.transcript")
            let shop = ScriptedShop([Self.form, ["type": "text", "body": "Thank you"]])
            let lines = [
                "hello", "1", ":back", "Another", "", "Batavus", "1999-12-31", "2021-05-04", "", "", ":quit",
            ]
            let chat = try await chat(shop, lines, ["--save", saved.path])
            #expect(chat.status == 0, "\(chat.errors)")
            for words in [
                "Before we begin", "▸ Which make?", " 2  Another", "this is required and is empty",
                "is too early; the calendar begins on 2020-01-01", "Which one?  Batavus", "Return sends it",
                "• Thank you",
            ] {
                #expect(chat.output.contains(words), "\(words) is not in \(chat.output)")
            }
            let selections = shop.webhooks.last?["interactiveData"]?["data"]?["dynamic"]?["selections"]
            #expect(
                selections?.array?.map { $0["items"]?[0]?["value"] } == [
                    "other", "Batavus", "2021-05-03T22:00:00Z", "",
                ])
            let transcript = try String(contentsOf: saved, encoding: .utf8)
            #expect(
                transcript.contains(
                    "bot: Your bike\nfill: make = Another\nfill: name = Batavus\nfill: day = 2021-05-04\nbot: Thank you\n"
                ),
                "\(transcript)")
        }
    }

    @Test func `a form is put away and opened again, and words reach the bot meanwhile`() async throws {
        let shop = ScriptedShop([Self.form])
        let chat = try await chat(shop, ["hello", ":cancel", "just words", ":form", ":back", ":back", ":quit"])
        #expect(chat.output.contains("you put the form away"))
        #expect(chat.output.components(separatedBy: "▸ Which make?").count == 3)
        #expect(chat.output.contains("no form is open"))
        #expect(shop.webhooks.map { $0["body"] } == ["hello", "just words"])
    }

    @Test func `files go both ways`() async throws {
        try await withFolder { folder in
            let (photo, kept) = (folder.appending(path: "my bike.jpg"), folder.appending(path: "map.txt"))
            try Data([0xFF, 0xD8, 0xFF, 0xE0]).write(to: photo)
            let shop = ScriptedShop([])
            let answer: JSONObject = [
                "type": "text", "body": "The way\u{FFFC}",
                "attachments": [try await shop.attachment(Array("left, then right".utf8), "map.txt", "text/plain")],
            ]
            shop.answer(with: [answer])
            let saved = folder.appending(path: "chat.transcript")
            let chat = try await chat(
                shop,
                [
                    ":photo \(photo.path)", ":save 1 \(kept.path)", ":save 2 x", ":save 1 \(kept.path)",
                    ":file \(folder.path)/none.pdf", ":file \(photo.path), \(kept.path)", ":quit",
                ], ["--save", saved.path])
            #expect(
                chat.output.contains("📎 map.txt (16 bytes, text/plain); `:save 1 map.txt` keeps it"), "\(chat.output)")
            #expect(try String(contentsOf: kept, encoding: .utf8) == "left, then right")
            #expect(chat.output.contains("there is no file 2; the bot has sent 1"))
            #expect(chat.output.contains("map.txt already exists"))
            #expect(chat.output.contains("there is no file \(folder.path)/none.pdf"))
            let sent = shop.webhooks.map { ($0["attachments"]?.array ?? []).compactMap { $0["name"]?.string } }
            #expect(sent == [["my bike.jpg"], ["my bike.jpg", "map.txt"]])
            let transcript = try String(contentsOf: saved, encoding: .utf8)
            #expect(
                transcript.contains("photo: my bike.jpg\nbot: The way\nfile: my bike.jpg, map.txt\n"), "\(transcript)")
        }
    }

    @Test func `an app answers, a place is shared, and a reaction goes out`() async throws {
        try await withFolder { folder in
            let saved = folder.appending(path: "chat.transcript")
            let app: JSONObject = [
                "type": "interactive",
                "interactiveData": [
                    "bid": "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.seats",
                    "appId": 1_234_567_890, "appName": "Seats", "URL": "?row=3", "sessionIdentifier": "which-seat",
                    "receivedMessage": ["title": "Choose a seat"],
                ],
            ]
            let link: JSONObject = [
                "type": "richLink", "richLinkData": ["url": "https://www.example.com/bikes", "title": "Our bikes"],
            ]
            let shop = ScriptedShop([app, link])
            let chat = try await chat(
                shop,
                [
                    "hello", ":app seat=12A, note=by the window", ":react loved", ":place 52.5, 13.4", ":app seat",
                    ":quit",
                ],
                ["--save", saved.path])
            #expect(chat.output.contains("• Choose a seat (the app Seats)"), "\(chat.output)")
            #expect(chat.output.contains("• Our bikes\n    https://www.example.com/bikes"))
            #expect(chat.output.contains("write what the app says"))
            let data = shop.webhooks[1]["interactiveData"]
            #expect(data?["URL"] == "?seat=12A&note=by%20the%20window" && data?["sessionIdentifier"] == "which-seat")
            #expect(shop.webhooks[2]["body"] == "Loved 1 Business Message")
            #expect(shop.webhooks[3]["attachments"]?[0]?["mimeType"] == "text/x-vlocation")
            let transcript = try String(contentsOf: saved, encoding: .utf8)
            #expect(
                transcript.contains(
                    "app: seat = 12A, note = by the window\n# the customer reacts: loved\nplace: 52.5, 13.4\n"),
                "\(transcript)")
        }
    }
}
