extension ChannelKeys {
    /// The body of the root part of a rich message (Layer, Custom Message Types): the members of all types. Overlays
    /// cannot change identifiers, the participants who may answer, and amounts.
    public static let web = ChannelKeys.block(members)

    /// The same for a question: it is answered once, so that the flow and the message always agree on the answer.
    public static let webQuestion = ChannelKeys.block(members.merging(answeredOnce) { _, once in once })

    private static let members = described.merging(media) { first, _ in first }.merging(places) { first, _ in first }
        .merging(choices) { first, _ in first }.merging(sales) { first, _ in first }

    private static let answeredOnce: [String: ChannelKeys] = [
        "allow_reselect": .decided(instead: "leave it out; customers change an answer with a word that leads `back`"),
        "allow_deselect": .decided(instead: "leave it out; customers change an answer with a word that leads `back`"),
        "allow_multiselect": .decided(instead: "write `several: yes` in the step"),
    ]

    private static let action = ChannelKeys.block(["event": .text, "data": .any])

    private static let described: [String: ChannelKeys] = [
        "text": .text, "title": .text, "subtitle": .text, "description": .text, "author": .text, "summary": .any,
        "url": .text, "image_url": .text, "action": action, "custom_data": .any, "created_at": .text,
        "updated_at": .text, "prompt": .text, "prompt_wait": .text, "placeholder": .text, "response_message": .text,
    ]

    private static let media: [String: ChannelKeys] = [
        "source_url": .text, "preview_url": .text, "mime_type": .text, "size": .number, "width": .number,
        "height": .number, "preview_width": .number, "preview_height": .number, "image_width": .number,
        "image_height": .number, "orientation": .number, "artist": .text, "album": .text, "genre": .text,
        "duration": .number, "file_name": .text, "comment": .text,
    ]

    private static let places: [String: ChannelKeys] = [
        "latitude": .number, "longitude": .number, "heading": .number, "altitude": .number, "accuracy": .number,
        "zoom": .number, "street1": .text, "street2": .text, "city": .text, "administrative_area": .text,
        "postal_code": .text, "country": .text,
    ]

    private static let choices: [String: ChannelKeys] = [
        "label": .text, "type": .text, "expanded_type": .text, "allow_reselect": .flag, "allow_deselect": .flag,
        "allow_multiselect": .flag, "name": .text, "enabled_for": .fixed, "response_name": .text,
        "custom_response_data": .any, "preselected_choice": .any,
        "initial_response_state": .decided(instead: "write `preselected_choice` with the id of an answer"),
        "choices": .list(
            .block([
                "id": .fixed, "text": .text, "tooltip": .text, "icon": .text, "states": .any,
                "custom_response_data": .any,
            ])),
        "buttons": .list(
            .block([
                "type": .text, "text": .text, "tooltip": .text, "icon": .text, "event": .text, "data": .any,
                "choices": .fixed,
            ])),
    ]

    private static let sales: [String: ChannelKeys] = [
        "brand": .text, "image_urls": .list(.text), "price": .fixed, "quantity": .fixed, "currency": .fixed,
        "payment_method": .text, "order": .fixed, "discounts": .fixed,
    ]
}
