# Adds lists of 100 and the JSON API, because Jekyll itself paginates only posts and gives each document one output.
require "date"
require "json"

module Campus
  KINDS = %w[deals clubs ads terms].freeze
  FIELDS = %w[id title category price address lat lon website image start end days_of_month].freeze
  PAGE_SIZE = 100

  class Lists < Jekyll::Generator
    def generate(site)
      newest = KINDS.to_h { |kind| [kind, site.collections[kind].docs.sort_by { |doc| -doc.date.to_i }] }
      newest["all"] = KINDS.flat_map { |kind| newest[kind] }.sort_by { |doc| -doc.date.to_i }
      site.config["newest"] = newest
      KINDS.each { |kind| add_lists(site, kind, newest[kind].each_slice(PAGE_SIZE).to_a) }
    end

    def add_lists(site, kind, slices)
      url = ->(number) { number == 1 ? "/#{kind}/" : "/#{kind}/page/#{number}/" }
      slices.each.with_index(1) do |entries, number|
        page = Jekyll::PageWithoutAFile.new(site, site.source, url.(number)[1..-2], "index.html")
        page.content = ""
        page.data.merge!(
          "layout" => "section", "title" => kind, "entries" => entries, "number" => number, "pages" => slices.size
        )
        page.data["prev_url"] = url.(number - 1) if number > 1
        page.data["next_url"] = url.(number + 1) if number < slices.size
        site.pages << page
      end
    end
  end

  class JSONFile < Jekyll::PageWithoutAFile
    def initialize(site, path, value)
      super(site, site.source, File.dirname("api/v1/#{path}"), File.basename(path))
      self.output = JSON.generate(value)
    end
  end

  module_function

  def add_api(site)
    newest = site.config["newest"]
    {
      "deals.json" => { "deals" => newest["deals"].map { |doc| deal(doc) } },
      "clubs.json" => { "clubs" => newest["clubs"].map { |doc| club(doc) } },
      "ad_items.json" => { "prItems" => newest["ads"].map { |doc| ad(doc) } },
      "current_term_version.json" => current_terms(newest["terms"]),
      **newest["deals"].to_h { |doc| ["deals/#{doc.data["id"]}.json", deal(doc).merge("html" => doc.content)] },
      **days(newest["deals"])
    }.each { |path, value| site.pages << JSONFile.new(site, path, value) }
  end

  def deal(doc)
    doc.data.slice(*FIELDS).merge("path" => doc.url)
  end

  def club(doc)
    id, name, section, website = doc.data.values_at("id", "title", "club_section", "website")
    { "id" => id, "name" => name, "section" => section, "website" => website, "path" => doc.url }
  end

  def ad(doc)
    id, client, image, url, last = doc.data.values_at("number", "client", "image", "website", "end")
    { "id" => id, "client" => client, "image" => image, "url" => url, "end" => last }
  end

  def current_terms(docs)
    doc = docs.max_by { |terms| Gem::Version.new(terms.data["version"]) }
    { "version" => doc.data["version"], "effective" => doc.data["effective"], "path" => doc.url }
  end

  def days(docs)
    items = docs.map { |doc| [doc.data, doc.data.slice("id", "title", "category")] }
    dated, monthly = items.partition { |data, _| data["start"] }
    (Date.new(2026, 1, 1)..Date.new(2026, 12, 31)).to_h do |date|
      day = date.to_s
      shown = dated.select { |data, _| data["start"] <= day && day <= data["end"] }
      shown += monthly.select { |data, _| data["days_of_month"].include?(date.day) }
      ["days/#{day}.json", { "day" => day, "deals" => shown.map(&:last) }]
    end
  end
end

Jekyll::Hooks.register(:site, :post_render) { |site| Campus.add_api(site) }
