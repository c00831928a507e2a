import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of rich links` {
    @Test(arguments: [
        Complaining("richLinkData", nil, missing),
        Complaining("richLinkData.url", nil, missing),
        Complaining("richLinkData.url", "www.example.com", "is not a web address"),
        Complaining("richLinkData.url", "bikes://open", "is not a web address"),
        Complaining("richLinkData.title", nil, missing),
        Complaining("richLinkData.title", long, "201 characters are too long"),
        Complaining("richLinkData.image", [:], "it is called `assets`"),
        Complaining("richLinkData.assets", [], "expected an object"),
        Complaining("richLinkData.assets.image.data", nil, missing),
        Complaining("richLinkData.assets.image.data", "/9j/4AAQSkZJRgABAQAA", "this is not a PNG image"),
        Complaining("richLinkData.assets.image.data", .string(picture(of: 204_801)), "204801 bytes are too many"),
        Complaining("richLinkData.assets.image.mimeType", nil, missing),
        Complaining("richLinkData.assets.image.mimeType", "text/html", "does not begin with `image/`"),
        Complaining("richLinkData.assets.image.mimetype", "x", "it is called `mimeType`"),
        Complaining("richLinkData.assets.sound", [:], "there is no key `sound` here"),
        Complaining(
            "richLinkData.assets", ["video": ["url": "https://a.example/v.mp4", "mimeType": "video/mp4"]],
            at: "richLinkData.assets.image", "a video needs a picture beside it"),
        Complaining(
            "richLinkData.assets.video", ["url": "v.mp4", "mimeType": "video/mp4"],
            at: "richLinkData.assets.video.url", "is not a web address"),
        Complaining(
            "richLinkData.assets.video", ["url": "https://a.example/v.mp4", "mimeType": "image/png"],
            at: "richLinkData.assets.video.mimeType", "does not begin with `video/`"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await row.check { Messages.richLink(to: $0) }
    }
}
