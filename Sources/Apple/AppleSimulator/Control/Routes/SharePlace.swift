import HTTPTypes
import JSON

/// The customer shares a place: `{latitude, longitude, name?}`.
struct SharePlace: ControlRoute {
    let method = HTTPRequest.Method.post
    let path = "devices/:id/place"
    let purpose = "the customer shares a place"

    func answer(_ call: ControlCall, _ simulator: AppleSimulator) async throws -> ControlAnswer {
        try call.expectQuery([])
        let fields = try call.fields(["latitude", "longitude", "name"])
        let place = try SharedPlace(
            latitude: try degrees("latitude", in: fields), longitude: try degrees("longitude", in: fields),
            name: try fields.optionalText("name", limit: 200))
        return ControlAnswer(try await simulator.share(place, from: call.deviceID).json)
    }

    private func degrees(_ key: String, in fields: Fields) throws(ValidationError) -> Double {
        guard let degrees = try fields.optionalNumber(key)?.double else {
            throw ValidationError(key, "this is required and is missing: degrees, such as 52.5")
        }
        return degrees
    }
}
