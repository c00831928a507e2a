import Expressions
import Foundation
import JSON
import Synchronization
import Testing

/// Payment sheets in the terminal, with a business that answers from a script.
@Suite struct PayChatTests {
    /// Runs a chat in which the business asks for a payment first. Returns the output, and the saved transcript.
    private func chat(
        _ lines: [String], device: String = "iphone", answering prepare: (ScriptedShop) -> Void = { _ in },
        _ check: (ScriptedShop) throws -> Void = { _ in }
    ) async throws -> (output: String, transcript: String) {
        let saved = FileManager.default.temporaryDirectory.appending(path: "usher-pay-chat-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: saved) }
        let kept = Mutex<Program.Result?>(nil)
        let shop = ScriptedShop([])
        prepare(shop)
        try await shop.run { port in
            shop.answer(with: [try await payment(of: shop), ["type": "text", "body": "Bye"]])
            let result = try await Program.run(
                ["chat", "--simulator-port", String(port), "--device", device, "--save", saved.path],
                input: (["hello"] + lines + [":quit"]).joined(separator: "\n") + "\n",
                environment: ["TZ": "Europe/Berlin"])
            kept.withLock { $0 = result }
            try check(shop)
        }
        let result = try #require(kept.withLock { $0 })
        #expect(result.status == 0, "\(result.errors)")
        return (result.output, try String(contentsOf: saved, encoding: .utf8))
    }

    private func payment(of shop: ScriptedShop) async throws -> JSONObject {
        let address = try await shop.payAddress
        let expires = shop.now.milliseconds + 3_600_000
        return [
            "type": "interactive",
            "interactiveData": [
                "bid":
                    "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension",
                "receivedMessage": ["title": "A new pump", "style": "large"],
                "data": [
                    "version": "1.0", "requestIdentifier": "pump",
                    "payment": [
                        "endpoints": [
                            "paymentGatewayUrl": .string(address + "/payment-gateway"),
                            "shippingMethodUpdateUrl": .string(address + "/shipping-method"),
                            "shippingContactUpdateUrl": .string(address + "/shipping-contact"),
                            "fallbackUrl": .string(address + "/fallback"),
                        ],
                        "merchantSession": ["expiresAt": .int(expires)],
                        "paymentRequest": [
                            "applePay": [
                                "merchantIdentifier": "merchant.com.example", "merchantCapabilities": ["supports3DS"],
                                "supportedNetworks": ["visa", "masterCard"],
                            ],
                            "countryCode": "DE", "currencyCode": "EUR",
                            "lineItems": [["label": "City pump", "amount": "24.90", "type": "pending"]],
                            "shippingMethods": [
                                ["identifier": "pickup", "label": "Pick up", "detail": "Today", "amount": "0.00"],
                                ["identifier": "post", "label": "By post", "detail": "Soon", "amount": "4.10"],
                            ],
                            "requiredShippingContactFields": ["post"],
                            "total": ["label": "Bikes & Co", "amount": "24.90"],
                        ],
                    ],
                ],
            ],
        ]
    }

    @Test func `a sheet is walked, changed and paid, and written down without its street`() async throws {
        let lines = [":pay", "shipping 2", "address 5 Rue Basse, 75001 Paris, FR", "card 2", "dance", "pay"]
        let chat = try await chat(lines) { shop in
            shop.answer(
                "shipping-method",
                [
                    "newLineItems": [
                        ["label": "City pump", "amount": "24.90"], ["label": "By post", "amount": "4.10"],
                    ],
                    "newTotal": ["label": "Bikes & Co", "amount": "29.00"],
                ])
        } _: { shop in
            #expect(shop.calls == ["shipping-method", "shipping-contact", "payment-gateway"])
            #expect(shop.webhooks.last?["interactiveData"]?["data"]?["payment"]?["status"] == "paid")
        }
        for words in [
            "• A new pump (24.90 EUR with Apple Pay); `:pay` opens the sheet", "City pump (not settled yet)  24.90",
            "= Bikes & Co", "29.00 EUR", "shipping › 2  By post – Soon, 4.10",
            "address    5 Rue Basse, 75001 Paris, FR",
            "card       MasterCard 2222", "the sheet takes `address`", "(paid)", "• Bye",
        ] {
            #expect(chat.output.contains(words), "\(words) is not in \(chat.output)")
        }
        #expect(
            chat.transcript.contains(
                """
                bot: A new pump
                change: shipping = By post
                change: address = 1 Example Street, 75001 Paris, FR
                change: card = credit
                pay: paid
                bot: Bye

                """), "\(chat.transcript)")
    }

    @Test func `one line changes and pays`() async throws {
        let line = ":pay card=debit address=5 Rue Basse, 75001 Paris, FR shipping=By post"
        let chat = try await chat([line]) { shop in
            shop.answer(
                "shipping-method",
                [
                    "newTotal": ["label": "B", "amount": "29.00"],
                    "newLineItems": [["label": "All", "amount": "29.00"]],
                ])
        } _: { shop in
            let paid = shop.payments(to: "payment-gateway").first
            #expect(paid?["paymentToken"]?["paymentMethod"]?["displayName"] == "Visa 3333")
            #expect(paid?["shippingMethod"]?["identifier"] == "post")
            #expect(paid?["shippingContact"]?["locality"] == "Paris")
        }
        #expect(chat.output.contains("(paid)"), "\(chat.output)")
        #expect(
            chat.transcript.contains(
                """
                change: card = debit
                change: address = 1 Example Street, 75001 Paris, FR
                change: shipping = By post
                pay: paid

                """), "\(chat.transcript)")
    }

    @Test func `a declined card can be followed by another`() async throws {
        let chat = try await chat([":pay", "pay", "card 1", "pay"]) { shop in
            let error: JSONValue = ["code": "unknown", "message": "Your bank says no"]
            shop.answer("payment-gateway", ["status": "STATUS_FAILURE", "errors": [error]])
        }
        #expect(chat.output.contains("not paid: Your bank says no; another card may do"), "\(chat.output)")
        #expect(chat.transcript.contains("change: card = credit\npay: paid\n"), "\(chat.transcript)")
    }

    @Test(arguments: [
        ([":pay cancel"], "cancelled", "cancelled"), ([":pay", ":cancel"], "cancelled", "cancelled"),
        ([":pay decline"], "declined", "failed"), ([":pay", "decline"], "declined", "failed"),
    ]) func `a sheet is closed without paying`(
        _ row: (lines: [String], written: String, told: String)
    ) async throws {
        let chat = try await chat(row.lines) { shop in
            shop.answer("payment-gateway", ["status": "STATUS_FAILURE"])
        } _: { shop in
            #expect(shop.webhooks.last?["interactiveData"]?["data"]?["payment"]?["status"] == .string(row.told))
        }
        #expect(chat.output.contains("you closed the sheet without paying"))
        #expect(chat.transcript.contains("pay: \(row.written)\nbot: Bye\n"), "\(chat.transcript)")
    }

    @Test func `a change that does not come through is not written down`() async throws {
        let chat = try await chat([":pay", "address 1 Main Street, 10001 New York, NY, US", "shipping drone", "cancel"])
        {
            shop in
            shop.answer("shipping-contact", ["newTotal": ["label": "B", "amount": "0"]])
        }
        #expect(chat.output.contains("! newTotal.amount: the total is more than zero"), "\(chat.output)")
        #expect(chat.output.contains("there is no shipping method `drone`"))
        #expect(!chat.transcript.contains("change:"), "\(chat.transcript)")
    }

    @Test func `a device without Apple Pay opens the page`() async throws {
        let chat = try await chat([":pay", "just words"], device: "old-iphone") { _ in
        } _: { shop in
            #expect(shop.webhooks.last?["body"] == "just words", "no sheet is open")
        }
        #expect(chat.output.contains("this device has no Apple Pay; the browser opens http://127.0.0.1:"))
        #expect(chat.output.contains("/pay/fallback (200)"))
    }

    @Test func `what is paid cannot be paid again, and a line that means nothing does nothing`() async throws {
        let chat = try await chat([":pay now", "pay", ":pay"]) { _ in
        } _: { shop in
            #expect(shop.calls == ["payment-gateway"])
        }
        #expect(chat.output.contains("write what changes"), "\(chat.output)")
        #expect(chat.output.contains("there is no bubble of that kind on the device that waits for an answer"))
    }
}
