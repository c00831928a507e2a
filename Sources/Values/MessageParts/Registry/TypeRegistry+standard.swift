extension TypeRegistry {
    /// The built-in types. To add a custom type, register it in a copy.
    public static let standard: TypeRegistry = {
        var registry = TypeRegistry()
        registry.register(TextContent.self, serializer: TextSerializer(), presenter: TextPresenter())
        registry.register(LinkContent.self, serializer: LinkSerializer(), presenter: LinkPresenter())
        registry.register(FileContent.self, serializer: FileSerializer(), presenter: FilePresenter())
        registry.register(ImageContent.self, serializer: ImageSerializer(), presenter: ImagePresenter())
        registry.register(AudioContent.self, serializer: AudioSerializer(), presenter: AudioPresenter())
        registry.register(VideoContent.self, serializer: VideoSerializer(), presenter: VideoPresenter())
        registry.register(FeedbackContent.self, serializer: FeedbackSerializer(), presenter: FeedbackPresenter())
        registry.register(LocationContent.self, serializer: LocationSerializer(), presenter: LocationPresenter())
        registry.register(
            StatusContent.self, serializer: StatusSerializer(), presenter: StatusPresenter(), container: .none)
        registry.register(
            CarouselContent.self, serializer: CarouselSerializer(), presenter: CarouselPresenter(), container: .none)
        registry.register(ChoiceContent.self, serializer: ChoiceSerializer(), presenter: ChoicePresenter())
        registry.register(
            ButtonsContent.self, serializer: ButtonsSerializer(), presenter: ButtonsPresenter(), container: .none)
        registry.register(
            ProductContent.self, serializer: ProductSerializer(), presenter: ProductPresenter(), container: .none)
        registry.register(ReceiptContent.self, serializer: ReceiptSerializer(), presenter: ReceiptPresenter())
        registry.register(
            ResponseContent.self, serializer: ResponseSerializer(), presenter: ResponsePresenter(), container: .none)
        registry.register(TimesContent.self, serializer: TimesSerializer(), presenter: TimesPresenter())
        registry.register(PromptContent.self, serializer: PromptSerializer(), presenter: PromptPresenter())
        registry.register(FormContent.self, serializer: FormSerializer(), presenter: FormPresenter())
        registry.register(ServiceContent.self, serializer: ServiceSerializer(), presenter: ServicePresenter())
        return registry
    }()
}
