import MessageParts
import Testing

@Suite struct TypeRegistryTests {
    @Test func `the types that come with Usher are in the list`() {
        #expect(
            TypeRegistry.standard.types == [
                "text", "link", "file", "image", "audio", "video", "feedback", "location", "status", "carousel",
                "choice",
                "buttons", "product", "receipt", "response", "times", "prompt", "form", "service",
            ])
    }
}
