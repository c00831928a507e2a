import Concurrency
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Payment sheets` {
    @Test func `a tap opens the sheet, and an iPhone tells nobody`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            let sheet = try await harness.open(device)
            #expect(sheet.lines.map(\.label) == ["City pump", "Voucher", "Pick up"] && sheet.total.written == "19.90")
            #expect(sheet.method == "pickup" && sheet.card?.displayName == "Visa 1111")
            #expect(desk.calls.isEmpty)
            await expectRefusal("a payment sheet is open already") { try await harness.open(device) }
        }
    }

    @Test func `a Mac asks about the preset address and card as the sheet opens`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device(.mac)
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            #expect(desk.calls.map(\.endpoint) == ["shipping-contact", "payment-method"])
            #expect(desk.payments(to: "payment-method") == [["paymentMethod": ["type": "Credit"]]])
            let contact = desk.payments(to: "shipping-contact")[0]["shippingContact"]
            #expect(contact?["countryCode"] == "DE" && contact?["addressLines"] == nil)
        }
    }

    @Test func `another address is told without name, street and ways to reach somebody`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            try await harness.simulator.change(.address("5 Rue Basse, 75001 Paris, France"), from: device.id)
            #expect(
                desk.calls.first?.body["requestIdentifier"] == "pump-1" && desk.calls.first?.body["version"] == "1.0")
            #expect(
                desk.payments(to: "shipping-contact") == [
                    [
                        "shippingContact": [
                            "locality": "Paris", "subLocality": "", "postalCode": "75001", "administrativeArea": "",
                            "subAdministrativeArea": "", "country": "France", "countryCode": "fr", "givenName": "",
                            "familyName": "", "phoneticGivenName": "", "phoneticFamilyName": "", "addressLines": [],
                        ]
                    ]
                ])
        }
    }

    @Test(arguments: [
        ("10 Downing Street, London SW1A 2AA, GB", "SW1A", "London", ""),
        ("111 Wellington Street, Ottawa K1A 0A9, Ontario, Canada", "K1A", "Ottawa", "Ontario"),
        ("1 Infinite Loop, 95014 Cupertino, CA, US", "95014", "Cupertino", "CA"),
        ("Flat 3, 7 High Street, Dublin, Ireland", "", "Dublin", ""),
    ]) func `addresses are read, and some postcodes are told in part`(
        _ row: (line: String, code: String, town: String, area: String)
    ) async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            try await harness.simulator.change(.address(row.line), from: device.id)
            let told = desk.payments(to: "shipping-contact")[0]["shippingContact"]
            #expect(told?["postalCode"] == .string(row.code) && told?["locality"] == .string(row.town))
            #expect(told?["administrativeArea"] == .string(row.area))
        }
    }

    @Test func `a way of shipping is told whole, and the sheet shows the new sums`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.answer(
                "shipping-method",
                [
                    "newLineItems": [
                        ["label": "Pump", "amount": "19.90", "type": "final"], ["label": "By post", "amount": "4.10"],
                    ],
                    "newTotal": ["label": "Bikes & Co", "amount": "24.00", "type": "final"],
                ])
            let sheet = try await harness.simulator.change(.shipping("by post"), from: device.id)
            #expect(sheet.total.written == "24.00" && sheet.lines.count == 2 && sheet.method == "post")
            #expect(
                desk.payments(to: "shipping-method") == [
                    [
                        "shippingMethod": [
                            "amount": "4.1", "detail": "2 to 3 days", "identifier": "post", "label": "By post",
                            "type": "Final",
                        ]
                    ]
                ])
        }
    }

    @Test func `new ways of shipping replace the old ones`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.answer(
                "shipping-contact",
                ["newShippingMethods": [["identifier": "ship", "label": "Ship", "detail": "Slow", "amount": "0.00"]]])
            let sheet = try await harness.simulator.change(.address("1 Quay, 20095 Hamburg, DE"), from: device.id)
            #expect(sheet.methods.map(\.identifier) == ["ship"] && sheet.method == "ship")
            await expectRefusal("there is no shipping method `post`; the methods are `ship` (Ship)") {
                try await harness.simulator.change(.shipping("post"), from: device.id)
            }
        }
    }

    @Test func `what the business finds wrong is shown, and has to be put right before paying`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.answer("shipping-contact", ["errors": [["code": "addressUnserviceable", "message": "Too far away"]]])
            let sheet = try await harness.simulator.change(.address("1 Main St, 10001 New York, US"), from: device.id)
            #expect(sheet.errors.map(\.message) == ["Too far away"])
            await expectRefusal("the sheet shows: Too far away") { try await harness.simulator.pay(from: device.id) }
            try await harness.simulator.change(.address("1 Quay, 20095 Hamburg, DE"), from: device.id)
            #expect(try await harness.simulator.pay(from: device.id).isPaid)
        }
    }

    @Test(arguments: [
        (#"{"newTotal": {"label": "B", "amount": "20.00"}}"#, 200, "the lines add up to 19.9, not to 20.00"),
        (#"{"newTotal": {"label": "B", "amount": "0"}}"#, 200, "more than zero"),
        (#"{"newLineItems": [{"label": "B", "amount": "19.90"}]}"#, 200, "require a new total"),
        (#"{"newLineItems": []}"#, 200, "not be empty"),
        (#"{"total": {}}"#, 200, "it is called `newTotal`"),
        (#"{"errors": [{"code": "tooFar"}]}"#, 200, "tooFar"),
        (#"{"errors": [{"code": "unknown", "contactField": "name"}]}"#, 200, "only errors of a contact"),
        ("so sorry", 200, "not JSON"), ("{}", 500, "the answer is 500"),
    ]) func `a wrong answer takes the change back`(_ row: (text: String, status: Int, reason: String)) async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.answer("payment-method", text: row.text, status: row.status)
            let sheet = try await harness.simulator.change(.card("mastercard"), from: device.id)
            #expect(sheet.card?.name == "visa" && sheet.total.written == "19.90")
            #expect(sheet.problem?.contains(row.reason) == true, "\(sheet.problem ?? "none")")
        }
    }

    @Test func `who does not answer within 30 seconds is not heard`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            desk.hold(true)
            async let changing = harness.simulator.change(.shipping("post"), from: device.id)
            _ = try await desk.calls(atLeast: 1)
            try await harness.clock.untilAsleep(until: Harness.start + .seconds(30))
            harness.clock.turn(by: .seconds(30))
            let sheet = try await changing
            #expect(sheet.method == "pickup" && sheet.problem == "no response within 30 seconds")
            desk.hold(false)
        }
    }

    @Test func `the answer to an older change is not looked at`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            let total: (String) -> JSONValue = { amount in
                [
                    "newLineItems": [["label": "Pump", "amount": .string(amount)]],
                    "newTotal": ["label": "B", "amount": .string(amount)],
                ]
            }
            desk.answer("shipping-method", total("24.00"))
            desk.answer("payment-method", total("19.00"))
            desk.hold(true)
            async let first = harness.simulator.change(.shipping("post"), from: device.id)
            _ = try await desk.calls(atLeast: 1)
            async let second = harness.simulator.change(.card("debit"), from: device.id)
            _ = try await desk.calls(atLeast: 2)
            desk.hold(false)
            _ = try await (first, second)
            let sheet = try harness.simulator.sheet(on: device.id)
            #expect(sheet.total.written == "19.00" && sheet.method == "post" && sheet.card?.name == "debit")
        }
    }

    @Test func `only cards that the business takes can be chosen`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk) {
                $0.setting(
                    "\(Messages.paymentPath).paymentRequest.applePay.merchantCapabilities",
                    to: ["supports3DS", "supportsDebit"])
            }
            #expect(try await harness.open(device).card?.displayName == "Visa 3333")
            await expectRefusal("the business accepts no card `amex`; the wallet has `debit` (Visa 3333)") {
                try await harness.simulator.change(.card("amex"), from: device.id)
            }
        }
    }

    @Test func `a sheet of a session that has run out does not open, and one that runs out cannot pay`() async throws {
        try await withPayDesk { harness, desk in
            let (device, other) = (try harness.device(), try harness.device())
            try await harness.askToPay(device, at: desk)
            try await harness.askToPay(other, at: desk, id: 2)
            _ = try await harness.open(device)
            harness.clock.turn(by: .minutes(5))
            await expectRefusal("has expired") { try await harness.simulator.pay(from: device.id) }
            await expectRefusal("has expired") { try await harness.open(other) }
            #expect(desk.calls.isEmpty)
        }
    }

    @Test func `a device without Apple Pay opens the page of the payment`() async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device { $0.paysWithApple = false }
            try await harness.askToPay(device, at: desk)
            guard case .page(let url, 200, "Pay here") = try await harness.simulator.openSheet(from: device.id) else {
                return #expect(Bool(false), "no page was opened")
            }
            #expect(url == (try await desk.address) + "/fallback")
            let path = "\(Messages.paymentPath).endpoints.fallbackUrl"
            try await harness.askToPay(device, at: desk, id: 2) { $0.setting(path, to: nil) }
            await expectRefusal("names no fallback page") { try await harness.simulator.openSheet(from: device.id) }
        }
    }
}
