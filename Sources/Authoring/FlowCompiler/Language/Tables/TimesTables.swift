/// The keys of times to choose from.
enum TimesTables {
    static let rule = KeyTable(
        "the rule of `times`",
        [
            LanguageKey(
                "every", .duration, .insert, isRequired: true,
                about: "The distance of the slots, 5 minutes to 1 day, or a name that holds it."),
            LanguageKey(
                "in", .name(.week), .hours, isRequired: true,
                about: "The opening hours of bot.yaml by their name, or hours such as `9:00 to 12:00`."),
            LanguageKey(
                "lasting", .duration, .insert,
                about: "The length of a slot, or a name that holds it; the same as `every`, if left out."),
            LanguageKey("from", .insert, about: "A name that holds the first day; today, if left out."),
            LanguageKey("days", .wholeNumber, from: 1, to: 60, about: "How many days ahead, 1 to 60; 7, if left out."),
            LanguageKey("notice", .duration, about: "The shortest time from now to a slot; 1 hour, if left out."),
            LanguageKey("except", .insert, about: "A name that holds the times that are taken."),
            LanguageKey(
                "at_most", .wholeNumber, from: 1, to: 200, about: "The most slots to offer, 1 to 200; 40, if left out."),
            LanguageKey("more", .text, about: "The label of the answer that shows the slots after these."),
            LanguageKey(
                "places", .wholeNumber, from: 1, to: 100,
                about: "How many customers can have a slot, 1 to 100; choosing one takes it."),
            LanguageKey(
                "calendar", .word, goesWith: ["places"],
                about: "The name under which questions share their places; the question alone, if left out."),
            LanguageKey(
                "hold", .duration, goesWith: ["places"],
                about:
                    "How long a slot is kept for a conversation that does not end; until it is given back, if left out."
            ),
        ])

    static let venue = KeyTable(
        "`where`",
        [
            LanguageKey("name", .text, isRequired: true, about: "The name of the place."),
            LanguageKey("latitude", .number, from: -90, to: 90, about: "Its latitude, -90 to 90."),
            LanguageKey("longitude", .number, from: -180, to: 180, about: "Its longitude, -180 to 180."),
            LanguageKey("radius", .number, from: 0, to: 100_000, about: "The radius around it in metres."),
        ])
}
