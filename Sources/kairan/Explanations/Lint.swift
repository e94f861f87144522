internal import KairanReaders

extension Explanation {
    static let lint = Section(
        title: "A folder that `kairan lint` checks",
        text: #"""
            # baseline.entry
            broken by: a baseline that is not a list of known findings, or an entry without `rule`, `path`, `message` and `text`
            mend: `--write-baseline` writes it anew; see [mistakes that may stay](lint.md#mistakes-that-may-stay)
            An entry that is not understood would hide nothing, or too much.
            - { "rule": "image.format", "path": "bread.png" }
            + { "rule": "image.format", "path": "bread.png", "message": "'bread.png' is a JPEG picture, not what its name says", "text": "" }

            # baseline.gone
            broken by: an entry of a baseline for a mistake that is no longer found
            mend: remove the entry
            While it is there, the same mistake would not be reported if somebody made it again.
            - "findings": [{ "rule": "image.format", "path": "bread.png", "message": "…", "text": "" }]
            + "findings": []

            # schema.value
            broken by: JSON that does not match the schema given with `--schema`
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
