extension Example {
    static let deals = Example(
        name: "deals", summary: "a deals calendar: shops, offers by day, a calendar file",
        tasks: #"""
            | add a deal | run `kairan new deals "Tea for two"`, or write a file in `content/deals/` beside the others |
            | add a shop | add a line to `content/shops/shops.csv` |
            | choose the days of a deal | set its `days`: `daily`, `{ weekly: [sat, sun] }` or `{ dates: [2026-04-01] }` |
            """#,
        text: #"""
            === content/site.yml
            title: Market Street Deals
            description: What is cheaper today between the station and the river
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
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
              days: schedule      # the days of the deal: daily, { weekly: sat }, { monthly: [5, last] } …
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
            While stocks last.
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
            On every date with an eight in it. Not for take-away.
            === templates/index.html.mustache
            ---
            layout: base
            data:
              week: { each: days, from: today, until: today + 6 days, value: { day: day, deals: { each: deals, where: { days: { on: $day } }, sort: title, value: { title: title, path: page.path, shop: shop.name, category: category.label } } } }
            ---
            <h1>{{site.description}}</h1>
            {{#week}}
            <h2><time datetime="{{day}}">{{day.text}}</time></h2>
            <ul class="cards">
            {{#deals}}
            <li class="card"><p class="badge">{{category}}</p><h3><a href="{{path}}">{{title}}</a></h3><p class="note">{{shop}}</p></li>
            {{/deals}}
            {{^deals}}
            <li class="empty">Nothing on this day.</li>
            {{/deals}}
            </ul>
            {{/week}}
            === templates/deals/{id}/index.html.mustache
            ---
            for: { each: deals, sort: title }
            title: "{title}"
            layout: base
            ---
            <p class="crumb"><a href="{{site.path}}">This week</a></p>
            <h1>{{title}}</h1>
            <p class="lead">{{category.label}}{{#off}}, {{.}}% off{{/off}}</p>
            <div class="prose">{{{body.html}}}</div>
            <dl class="facts">
            <div><dt>Days</dt><dd>{{days.text}}</dd></div>
            {{#shop}}
            <div><dt>Shop</dt><dd>{{name}}, {{street}}</dd></div>
            {{#phone}}
            <div><dt>Telephone</dt><dd><a href="tel:{{.}}">{{.}}</a></dd></div>
            {{/phone}}
            {{/shop}}
            </dl>
            === templates/deals.ics.yml
            calendar: "{site.title}"
            each: deals
            event: { title: title, on: days, categories: category.label }
            === templates/api/v1/deals.json.yml
            description: Every deal; 'lines' gives its days as calendar files write them.
            data:
              deals:
                each: deals
                sort: title
                value: { id: id, title: title, category: category, off?: off, days: days.text, lines?: days.lines, shop: { id: shop.id, name: shop.name } }
            === templates/api/v1/today.json.yml
            description: Today's deals.
            data:
              deals:
                each: deals
                where: { days: { on: today } }
                sort: title
                value: { id: id, title: title, shop: shop.name }
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#1f6b45, #8fd6ac); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}">This week</a></li>
            <li><a href="{{site.path}}deals.ics">Calendar file</a></li>
            """#)
}
