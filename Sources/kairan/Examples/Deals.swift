extension Example {
    static let deals = Example(
        name: "deals", summary: "a deals calendar: shops, offers by day, a calendar file",
        tasks: #"""
            | add a deal | `kairan new deals "Tea for two"`, or a file in `content/deals/` beside the others |
            | add a shop | a line in `content/shops/shops.csv` |
            | say on which days a deal is | its `days`: `daily`, `{ weekly: [sat, sun] }`, `{ dates: [2026-04-01] }` |
            """#,
        text: #"""
            === content/site.yml
            title: Market Street Deals
            description: What is cheaper today between the station and the river
            # Where the site will be: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/deals/
            language: en
            timeZone: Asia/Tokyo
            dateFormat: d MMMM yyyy
            firstWeekday: mon
            === content/shops/_collection.yml
            entry: shop
            fields:
              name: { text: { maximumLength: 40 } }
              street: text
              phone: phone?
            === content/shops/shops.csv
            id,name,street,phone
            bakery,Corner Bakery,1 Market Street,03-5550-0101
            books,Second Shelf,8 Market Street,
            noodles,River Noodles,21 Quay Road,03-5550-0121
            === content/deals/_collection.yml
            entry: deal
            fields:
              title: { text: { maximumLength: 60 } }
              shop: { reference: shops }
              category: { choice: { food: Food and drink, things: Things, fun: Fun } }
              days: schedule      # on which days: daily, { weekly: sat }, { monthly: [5, last] } …
              off: { integer?: { minimum: 1, maximum: 90 } }   # per cent
            body: markdown
            === content/deals/evening-bread.md
            ---
            title: Bread of the day at half price after six
            shop: bakery
            category: food
            days: { weekly: [mon, tue, wed, thu, fri] }
            off: 50
            ---
            As long as there is some.
            === content/deals/third-book.md
            ---
            title: Three books, pay for two
            shop: books
            category: things
            days: { weekly: [sat, sun] }
            ---
            The cheapest of the three is free.
            === content/deals/bowl-day.md
            ---
            title: Big bowl for the price of the small one
            shop: noodles
            category: food
            days: { monthly: [8, 18, 28] }
            ---
            All days with an eight. Not for take-away.
            === templates/index.html.mustache
            ---
            layout: base
            data:
              week: { each: days, from: today, until: today + 6 days, value: { day: day, deals: { each: deals, where: { days: { on: $day } }, sort: title, value: { title: title, path: page.path, shop: shop.name } } } }
            ---
            <h1>{{site.description}}</h1>
            {{#week}}
            <h2>{{day.text}}</h2>
            <ul>
            {{#deals}}<li><a href="{{path}}">{{title}}</a>, {{shop}}</li>
            {{/deals}}{{^deals}}<li>Nothing on this day.</li>
            {{/deals}}</ul>
            {{/week}}
            === templates/deals/{id}/index.html.mustache
            ---
            for: { each: deals, sort: title }
            title: "{title}"
            layout: base
            ---
            <h1>{{title}}</h1>
            <p class="note">{{category.label}}. {{days.text}}.{{#off}} {{.}} % off.{{/off}}</p>
            {{{body.html}}}
            {{#shop}}<p>{{name}}, {{street}}{{#phone}}, {{.}}{{/phone}}</p>{{/shop}}
            === templates/deals.ics.yml
            calendar: "{site.title}"
            each: deals
            event: { title: title, on: days, categories: category.label }
            === templates/api/v1/deals.json.yml
            description: Every deal; 'lines' are the days as calendars know them.
            data:
              deals:
                each: deals
                sort: title
                value: { id: id, title: title, category: category, off?: off, days: days.text, lines?: days.lines, shop: { id: shop.id, name: shop.name } }
            === templates/api/v1/today.json.yml
            description: The deals of today.
            data:
              deals:
                each: deals
                where: { days: { on: today } }
                sort: title
                value: { id: id, title: title, shop: shop.name }
            """#)
}
