import JSON

@testable import AppleSimulator

/// Messages as a careful business sends them.
enum Messages {
    static let bid = InteractiveMessage.businessExtension
    /// The smallest picture: a PNG of one pixel.
    static let pixel =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    static func envelope(_ type: String, to customer: CustomerID, id: Int = 1) -> JSONObject {
        let digits = String(id)
        let tail = String(repeating: "0", count: 12 - digits.count) + digits
        return [
            "v": 1, "id": .string("11111111-2222-4333-8444-\(tail)"), "type": .string(type),
            "sourceId": .string(Harness.business.text), "destinationId": .string(customer.text),
        ]
    }

    static func text(_ text: String = "Hello", to customer: CustomerID, id: Int = 1) -> JSONValue {
        message("text", ["body": .string(text)], to: customer, id)
    }

    static func typing(_ type: String = "typing_start", to customer: CustomerID, id: Int = 1) -> JSONValue {
        message(type, [:], to: customer, id)
    }

    static func quickReply(to customer: CustomerID, id: Int = 1) -> JSONValue {
        let data: JSONValue = [
            "version": "1.0", "requestIdentifier": "which-bike",
            "quick-reply": [
                "summaryText": "Which bike?",
                "items": [
                    ["identifier": "city", "title": "City bike"], ["identifier": "race", "title": "Racing bike"],
                    ["identifier": "cargo", "title": "Cargo bike"],
                ],
            ],
        ]
        return message("interactive", ["interactiveData": ["bid": .string(bid), "data": data]], to: customer, id)
    }

    static func listPicker(to customer: CustomerID, id: Int = 1) -> JSONValue {
        let data: JSONValue = [
            "version": "1.0", "requestIdentifier": "what-to-eat",
            "images": [["identifier": "soup", "data": .string(pixel), "description": "A bowl"]],
            "listPicker": [
                "sections": [
                    [
                        "title": "Starters", "order": 0, "multipleSelection": true,
                        "items": [
                            [
                                "identifier": "s1", "title": "Soup", "subtitle": "Of the day", "order": 0,
                                "imageIdentifier": "soup", "style": "default",
                            ],
                            ["identifier": "s2", "title": "Salad", "order": 1],
                        ],
                    ],
                    [
                        "title": "Mains", "order": 1,
                        "items": [["identifier": "m1", "title": "Pasta"], ["identifier": "m2", "title": "Fish"]],
                    ],
                ]
            ],
        ]
        let interactive: JSONValue = [
            "bid": .string(bid), "data": data,
            "receivedMessage": ["title": "The menu", "subtitle": "Tap to choose", "style": "small"],
            "replyMessage": [
                "title": "Your choice", "subtitle": "Thank you", "style": "icon", "imageIdentifier": "soup",
            ],
        ]
        return message("interactive", ["interactiveData": interactive], to: customer, id)
    }

    static func timePicker(to customer: CustomerID, id: Int = 1) -> JSONValue {
        let data: JSONValue = [
            "version": "1.0", "requestIdentifier": "when",
            "event": [
                "identifier": "repair", "title": "Repair", "timezoneOffset": 60,
                "location": [
                    "title": "Workshop", "latitude": .number(JSONNumber(52)), "longitude": .number(JSONNumber(13)),
                    "radius": 50,
                ],
                "timeslots": [
                    ["identifier": "t1", "startTime": "2026-11-23T09:00+0000", "duration": 3600],
                    ["identifier": "t2", "startTime": "2026-11-23T13:30:00Z", "duration": 1800],
                ],
            ],
        ]
        let interactive: JSONValue = [
            "bid": .string(bid), "data": data, "receivedMessage": ["title": "Pick a time", "style": "icon"],
            "replyMessage": ["title": "Your time"],
        ]
        return message("interactive", ["interactiveData": interactive], to: customer, id)
    }

    static func richLink(to customer: CustomerID, id: Int = 1) -> JSONValue {
        let link: JSONValue = [
            "url": "https://www.example.com/bikes", "title": "Our bikes",
            "assets": ["image": ["data": .string(pixel), "mimeType": "image/png"]],
        ]
        return message("richLink", ["richLinkData": link], to: customer, id)
    }

    /// A bubble of the business's own app.
    static func app(to customer: CustomerID, id: Int = 1) -> JSONValue {
        let interactive: JSONValue = [
            "bid": "com.apple.messages.MSMessageExtensionBalloonPlugin:ABCDE12345:com.example.seats.messages",
            "appId": 1_234_567_890, "appName": "Seats", "appIcon": .string(pixel), "URL": "?flight=AB12&row=3",
            "sessionIdentifier": "which-seat", "useLiveLayout": true,
            "receivedMessage": ["title": "Choose a seat", "imageTitle": "Row 3", "style": "small"],
            "replyMessage": ["title": "Your seat"],
        ]
        return message("interactive", ["interactiveData": interactive], to: customer, id)
    }

    private static func message(
        _ type: String, _ content: JSONObject, to customer: CustomerID, _ id: Int
    ) -> JSONValue {
        var object = envelope(type, to: customer, id: id)
        for (key, value) in content { object[key] = value }
        return .object(object)
    }
}
