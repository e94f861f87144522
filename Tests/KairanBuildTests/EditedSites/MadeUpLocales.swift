/// Templates that make an output for each language.
extension EditedSite {
    static let localized: [String: [String]] = [
        "_strings.yml": [
            "hello: { en: Hello, ja: やあ }\nall: { en: All, ja: 全部, ko: 모두 }\n",
            "hello: { en: Hi, ko: 안녕 }\nall: Everything\nmore: More\n",
        ],
        "{locale}/index.html.mustache": [
            """
            ---
            title: "{strings.hello}"
            layout: base
            data:
              all: { each: clubs, sort: name }
              some: { each: clubs, where: { name: { moreThan: c } } }
              sections: { each: clubs, by: section, sort: name }
            ---
            {{locale.name}} {{strings.all}} {{site.moment.date.text}}
            {{#all}}<a href="{{page.path}}">{{name}}</a> {{founded.text}}{{#meets}} {{meets.text}}{{/meets}}{{/all}}{{#some}}{{id}}{{/some}}
            {{#sections}}<a href="{{page.path}}">{{label}}</a>{{#entries}}{{name}} {{/entries}}{{/sections}}
            {{#page.translations}}<a href="{{path}}" hreflang="{{code}}">{{name}}</a>{{/page.translations}}
            """,
            "---\ndata: { all: { each: news, sort: title, unique: title } }\n---\n{{#all}}{{title}} {{date.text}} {{/all}}",
        ],
        "{locale}/clubs/{id}/index.html.mustache": [
            """
            ---
            for: { each: clubs, sort: name }
            title: "{name}"
            layout: base
            ---
            {{name}} {{#about}}{{{about.html}}}{{/about}}{{{body.html}}}{{#section}}{{section.label}}{{/section}}
            {{#page.translations}}{{^isCurrent}}<a href="{{path}}">{{name}}</a>{{/isCurrent}}{{#isDefault}}{{url}}{{/isDefault}}{{/page.translations}}
            {{#next}}<a href="{{page.path}}">{{name}}</a>{{/next}}{{#page.previous}}<a href="{{path}}">{{title}}</a>{{/page.previous}}
            """,
            "---\nfor: { each: clubs, where: { members: { exists: true } } }\n---\n{{name}} {{{body.html}}}",
            "---\nfor: { each: clubs, where: { name: { lessThan: d } } }\n---\n{{name}} {{#page.translations}}{{code}}{{/page.translations}}",
        ],
        "{locale}/sections/{section}.html.mustache": [
            "---\nfor: { each: clubs, by: section, sort: name }\ntitle: \"{label}\"\nlayout: base\n---\n{{#entries}}{{name}} {{page.path}}{{/entries}}"
        ],
        "{locale}/news/{page}.html.mustache": [
            """
            ---
            for: { each: news, sort: title, paginate: 3, first: "{locale}/news/index.html" }
            layout: base
            ---
            {{#entries}}{{title}} {{{body.html}}}{{/entries}}{{#page.translations}}<a href="{{path}}">{{code}}</a>{{/page.translations}}
            {{#page.pages}}<a href="{{path}}">{{number}}</a>{{/page.pages}}
            """
        ],
        "{locale}/news.xml.yml": [
            "feed: atom\ntitle: \"{strings.hello}\"\neach: news\nsort: -date\nitem: { title: title, date: date, content: body.html }\n"
        ],
        "{locale}/found/{part}.json.yml": [
            "search:\n  - each: clubs\n    title: name\n    label: \"{section.label}\"\n    text: [name, body.text]\n"
        ],
        "api/{locale}/clubs.json.yml": [
            "data: { each: clubs, sort: name, value: { name: name, all: strings.all, html: body.html, text: about.text, page?: page.url } }\n",
            "data: { locale: locale, groups: { group: clubs, by: name, value: id }, strings: strings }\n",
        ],
    ]
}
