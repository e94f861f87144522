/// The default look of a map. No rule in it has more weight than a rule of the site's own style sheet.
///
/// Colours follow `color-scheme`, so a page without a dark look keeps its light map.
let mapStyle: String = {
    let light = ["0072b2", "c2410c", "00795a", "a21caf", "8a6100", "b91c4b", "4b5563", "0e7490"]
    let dark = ["6cb6f5", "ff9d6b", "5fd3ab", "e79cf0", "e0b94a", "ff8fa8", "b6c0cc", "67d3e6"]
    let numbers = light.indices
    let properties = numbers.map { "--map-\($0 + 1):#\(light[$0])" }.joined(separator: ";")
    let both = numbers.map { "--map-\($0 + 1):light-dark(#\(light[$0]),#\(dark[$0]))" }.joined(separator: ";")
    let classes = numbers.map { ":where(.map-c\($0 + 1)){--map-color:var(--map-\($0 + 1))}\n" }.joined()
    return """
        :where(.map){--map-ground:Canvas;--map-ink:CanvasText;\(properties)}
        @supports (color:light-dark(#000,#fff)){:where(.map){\(both)}}
        \(classes):where(.map-own){--map-color:var(--map-given)}
        @media (prefers-color-scheme:dark){:where(.map-own){--map-color:color-mix(in srgb,var(--map-given) 65%,#fff)}}
        :where(.map-picture){display:block;width:100%;height:auto}
        :where(.map-pin){fill:var(--map-color,var(--map-ink));stroke:var(--map-ground);stroke-width:1.5;paint-order:stroke}
        :where(.map-line){stroke:var(--map-color,currentColor)}
        :where(.map-count){fill:var(--map-ground);font-weight:bold}
        :where(.map-label){fill:var(--map-ink);paint-order:stroke;stroke:var(--map-ground);stroke-width:3px;stroke-linejoin:round}
        :where(.map-mark){outline:none;text-decoration:none}
        :where(.map-mark:focus-visible .map-pin){stroke:var(--map-ink);stroke-width:5}
        :where(.map-mark:hover .map-label,.map-mark:focus-visible .map-label){text-decoration:underline}
        :where(.map-legend){display:flex;flex-wrap:wrap;gap:.25em 1.25em;padding:0;list-style:none}
        :where(.map-group){padding:0;list-style:none}
        :where(.map-group:not(:target)){display:none}

        """
}()
