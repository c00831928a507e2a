import Diagnostics

extension Explanation {
    /// Pictures of bubbles and answers.
    static let pictures: [Explanation] = [
        Explanation(
            .imageMissing, rule: "pictures that are named exist",
            meaning: "The folder `Flows/images` has no file of this name. Capitals count.",
            broken: pictured("Bread.png"),
            repaired: pictured("bread.png"),
            why: "Customers would see an empty frame."),
        Explanation(
            .imageSize, rule: "a picture has the size of its place",
            meaning: """
                The picture has other measures than the place it is shown in: 180×180 pixels for an answer, 120×120, \
                180×180 or 789×450 for a bubble, 1125×624 for a time.
                """,
            broken: pictured("small.png  # 100×100 pixels"),
            repaired: pictured("bread.png  # 180×180 pixels"),
            why: "The device stretches or cuts it."),
        Explanation(
            .imageTooBig, rule: "a picture is small enough to be sent",
            meaning: """
                A picture may have 5 MB, and all pictures of a message together. Where the server keeps to the strict limits \
                of newer devices (`apple.limits`), more than 200 KB is a warning, and the message goes without it. Beside a \
                link Apple shows 200 KB, in an app's icon less than 15 KB.
                """,
            broken: pictured("heavy.png  # 6 MB"),
            repaired: pictured("bread.png  # 12 KB"),
            why: "Apple refuses it, or customers wait for it."),
        Explanation(
            .imageFormat, rule: "a picture is one that Apple's devices show",
            meaning: """
                The file is no picture, or, where the server keeps to the strict limits of newer devices (`apple.limits`), a \
                picture that is not PNG. The message goes without it. A web chat shows it.
                """,
            broken: pictured("bread.jpg"),
            repaired: pictured("bread.png"),
            why: "Newer devices are reported to refuse the whole message for it."),
    ]

    private static func pictured(_ file: String) -> Example {
        .steps(
            """
            hello:
              ask: Which bread?
              as: list
              answers:
                - label: Rye
                  image: \(file)
                - Wheat
              then: end
            """)
    }
}
