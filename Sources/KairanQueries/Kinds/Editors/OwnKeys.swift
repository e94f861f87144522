internal import KairanContent
internal import KairanFormats

/// The schemas of the keys that every entry may have besides its fields.
package let ownKeySchemas: [(key: String, value: SchemaNode)] = {
    let deletion = SchemaNode.text(Forms.day, write: "2026-04-01")
        .described("The day on which the entry went into the trash: it is then in no output").orNull
    let channel: SchemaNode = [
        "enum": ["live", "preview"],
        "description": "preview: the entry is only in the preview, until this line is removed",
    ]
    let text: SchemaNode = ["type": ["string", "number"]]
    let aliases: SchemaNode = [
        "anyOf": [text, .list(of: text), ["type": "null"]],
        "description": "Former ids, and former addresses of its page such as /old/page.html: they lead to the page",
    ]
    return [
        (CollectionDeclaration.deletionKey, deletion), (CollectionDeclaration.channelKey, channel),
        (CollectionDeclaration.aliasesKey, aliases),
    ]
}()
