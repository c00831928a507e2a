extension ChannelKeys {
    /// `interactiveData` (Apple, Interactive Message Types): overlays cannot change `bid`, identifiers, the bytes of
    /// pictures, endpoints and amounts.
    public static let apple = ChannelKeys.block([
        "bid": .fixed, "sessionIdentifier": .fixed, "data": data, "receivedMessage": receivedMessage,
        "replyMessage": replyMessage, "useLiveLayout": .flag, "URL": .text, "appId": .fixed, "appName": .text,
        "appIcon": .fixed,
    ])

    /// `richLinkData` (Apple, Rich Link Message), the form of cards with an address.
    public static let appleLink = ChannelKeys.block([
        "url": .fixed, "title": .text,
        "assets": .block(["image": .fixed, "video": .block(["url": .text, "mimeType": .text])]),
    ])

    private static let bubble: [String: ChannelKeys] = [
        "title": .text, "subtitle": .text, "style": .text, "imageIdentifier": .text, "imageTitle": .text,
        "imageSubtitle": .text, "secondarySubtitle": .text, "tertiarySubtitle": .text,
    ]

    private static let receivedMessage = ChannelKeys.block(bubble)
    private static let replyMessage = ChannelKeys.block(bubble.merging(["alternateTitle": .text]) { first, _ in first })

    private static let data = ChannelKeys.block([
        "version": .text, "requestIdentifier": .fixed, "mspVersion": .text,
        "images": .list(.block(["identifier": .fixed, "data": .fixed, "description": .text])),
        "quick-reply": quickReply, "listPicker": listPicker, "event": event, "dynamic": form,
        "authenticate": authenticate, "payment": payment,
    ])

    private static let quickReply = ChannelKeys.block([
        "summaryText": .text,
        "items": .list(.block(["identifier": .fixed, "title": .text, "imageIdentifier": .text])),
    ])

    private static let listPicker = ChannelKeys.block([
        "sections": .list(
            .block([
                "title": .text, "order": .number, "multipleSelection": .flag,
                "items": .list(
                    .block([
                        "identifier": .fixed, "title": .text, "subtitle": .text, "order": .number, "style": .text,
                        "imageIdentifier": .text,
                    ])),
            ]))
    ])

    private static let event = ChannelKeys.block([
        "identifier": .fixed, "title": .text, "imageIdentifier": .text, "timezoneOffset": .number,
        "location": .block(["title": .text, "latitude": .number, "longitude": .number, "radius": .number]),
        "timeslots": .list(.block(["identifier": .fixed, "startTime": .text, "duration": .number])),
    ])

    private static let form = ChannelKeys.block([
        "version": .text, "template": .text,
        "data": .block([
            "startPageIdentifier": .fixed, "private": .flag, "showSummary": .flag,
            "splash": .block([
                "header": .text, "splashtext": .text, "buttonTitle": .text, "imageIdentifier": .text,
            ]),
            "pages": .list(
                .block([
                    "pageIdentifier": .fixed, "nextPageIdentifier": .fixed, "submitForm": .flag, "type": .text,
                    "title": .text, "subtitle": .text, "multipleSelection": .flag, "pickerTitle": .text,
                    "selectedItemIndex": .number, "hintText": .text,
                    "items": .list(
                        .block([
                            "identifier": .fixed, "nextPageIdentifier": .fixed, "title": .text, "value": .text,
                            "imageIdentifier": .text,
                        ])),
                    "options": .block([
                        "regex": .text, "placeholder": .text, "required": .flag, "inputType": .text,
                        "labelText": .text, "prefixText": .text, "maximumCharacterCount": .number,
                        "keyboardType": .text, "textContentType": .text, "dateFormat": .text, "startDate": .text,
                        "minimumDate": .text, "maximumDate": .text, "hintText": .text,
                    ]),
                ])),
        ]),
    ])

    private static let authenticate = ChannelKeys.block([
        "oauth2": .block([
            "responseType": .text, "scope": .list(.text), "state": .fixed, "redirectURI": .fixed,
            "clientSecret": .fixed, "additionalParameters": .any,
        ])
    ])

    private static let payment = ChannelKeys.block([
        "endpoints": .fixed, "merchantSession": .fixed,
        "paymentRequest": .block([
            "applePay": .block([
                "merchantIdentifier": .fixed, "merchantCapabilities": .list(.text), "supportedNetworks": .list(.text),
            ]),
            "countryCode": .text, "currencyCode": .fixed, "total": .fixed,
            "lineItems": .list(.block(["label": .text, "amount": .fixed, "type": .text])),
            "shippingMethods": .list(
                .block(["identifier": .fixed, "label": .text, "detail": .text, "amount": .fixed])),
            "requiredBillingContactFields": .list(.text), "requiredShippingContactFields": .list(.text),
            "supportedCountries": .list(.text),
        ]),
    ])
}
