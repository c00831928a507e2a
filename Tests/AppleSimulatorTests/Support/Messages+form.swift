import JSON

@testable import AppleSimulator

extension Messages {
    /// A form with a page of every type, after Apple's sample.
    static func form(to customer: CustomerID, id: Int = 1) -> JSONValue {
        let form: JSONValue = [
            "version": "1.1", "template": "messageForms",
            "data": [
                "startPageIdentifier": "problem", "showSummary": true, "private": true,
                "splash": [
                    "header": "Your bike", "splashtext": "A few questions.", "buttonTitle": "Continue",
                    "imageIdentifier": "bike",
                ],
                "pages": [
                    [
                        "pageIdentifier": "problem", "type": "select", "title": "The problem",
                        "subtitle": "What is wrong?", "multipleSelection": true, "nextPageIdentifier": "urgent",
                        "items": [
                            ["identifier": "p1", "title": "Brake", "value": "brake", "imageIdentifier": "bike"],
                            ["identifier": "p2", "title": "Gears", "value": "gears"],
                        ],
                    ],
                    [
                        "pageIdentifier": "urgent", "type": "select", "subtitle": "Is it urgent?",
                        "items": [
                            [
                                "identifier": "u1", "title": "Yes", "value": "yes", "nextPageIdentifier": "when",
                            ],
                            ["identifier": "u2", "title": "No", "value": "no", "nextPageIdentifier": "where"],
                        ],
                    ],
                    [
                        "pageIdentifier": "where", "type": "picker", "pickerTitle": "Workshop", "selectedItemIndex": 1,
                        "nextPageIdentifier": "when",
                        "items": [
                            ["identifier": "w1", "title": "North", "value": "north"],
                            ["identifier": "w2", "title": "South", "value": "south"],
                        ],
                    ],
                    [
                        "pageIdentifier": "when", "type": "datePicker", "title": "The day", "subtitle": "Which day?",
                        "nextPageIdentifier": "price", "hintText": "Monday to Friday",
                        "options": [
                            "dateFormat": "MM/dd/yyyy", "startDate": "09/28/2026", "minimumDate": "2026-09-22",
                            "maximumDate": "12/31/2026", "labelText": "Day",
                        ],
                    ],
                    [
                        "pageIdentifier": "price", "type": "input", "subtitle": "What may it cost?",
                        "nextPageIdentifier": "words",
                        "options": [
                            "regex": #"\d*\.?\d?\d?"#, "required": true, "inputType": "singleline", "prefixText": "$",
                            "maximumCharacterCount": 6, "keyboardType": "decimalPad", "labelText": "Price",
                        ],
                    ],
                    [
                        "pageIdentifier": "words", "type": "input", "subtitle": "Anything else?", "submitForm": true,
                        "options": ["inputType": "multiline", "maximumCharacterCount": 200_000],
                    ],
                ],
            ],
        ]
        let interactive: JSONValue = [
            "bid": .string(bid),
            "data": [
                "version": "1.0", "requestIdentifier": "repair", "dynamic": form,
                "images": [["identifier": "bike", "data": .string(pixel)]],
            ],
            "receivedMessage": [
                "title": "Repair", "subtitle": "Tap to fill in", "style": "small", "imageIdentifier": "bike",
            ],
            "replyMessage": ["title": "Thank you", "style": "small"],
        ]
        var object = envelope("interactive", to: customer, id: id)
        object["interactiveData"] = interactive
        return .object(object)
    }

    /// The answers that complete the form.
    static let filled: [String: [String]] = [
        "problem": ["brake", "Gears"], "urgent": ["u2"], "where": ["north"], "when": ["2026-10-05"],
        "price": ["50.00"], "words": ["Thank you,\nAna"],
    ]
}
