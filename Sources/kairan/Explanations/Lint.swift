extension Explanation {
    static let lint = Section(
        title: "A folder that `kairan lint` checks",
        text: #"""
            # schema.value
            broken by: JSON that is not as the schema of `--schema` says
            mend: the value, or the schema
            The schema says what apps rely on.
            - {}
            + { "id": "chess" }

            # schema.word
            broken by: a schema with a word that lint does not know, or no schema at all
            mend: see [with a schema](lint.md#with-a-schema)
            A word that is not understood would check nothing, and look as if it did.
            - { "oneOf": [] }
            + { "type": "object", "required": ["id"] }
            """#)
}
