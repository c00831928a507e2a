extension ServerSettings {
    /// What spans say about the server (OpenTelemetry, Semantic conventions, Service).
    public var traceResource: [(name: String, value: String)] {
        [("service.name", "usher"), ("service.version", UsherServer.version), ("service.instance.id", node)]
    }
}
