/// The parts of SVG that show something, and nothing that runs, loads or leads anywhere (SVG 2; Filter Effects 1; CSS
/// Masking 1). A list of what stays is safer than a list of what is removed.
enum SVGElements {
    static let kept: Set<String> = [
        "svg", "g", "defs", "symbol", "use", "switch", "title", "desc", "style",
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath",
        "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter",
        "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
        "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
        "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
        "feSpotLight", "feTile", "feTurbulence",
    ]

    /// The elements in which texts stand.
    static let texts: Set<String> = ["text", "tspan", "textPath"]

    /// The elements that are left out without a warning, since no reader sees them, as the metadata of other pictures
    /// are.
    static let silent: Set<String> = ["metadata"]

    /// The attributes of kept elements that have no namespace.
    static let attributes: Set<String> = [
        // Structure, and words for those who cannot see the picture.
        "id", "class", "style", "lang", "role", "aria-label", "aria-hidden", "aria-labelledby", "aria-describedby",
        "version", "viewBox", "preserveAspectRatio", "systemLanguage", "requiredExtensions", "requiredFeatures",
        "transform",
        // Sizes and places.
        "x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "d",
        "points", "pathLength", "dx", "dy", "rotate", "textLength", "lengthAdjust", "startOffset", "method", "spacing",
        "side", "offset", "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits",
        "patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits", "markerWidth",
        "markerHeight", "markerUnits", "refX", "refY", "orient",
        // Filters.
        "filterUnits", "primitiveUnits", "filterRes", "in", "in2", "result", "mode", "type", "values", "tableValues",
        "slope", "intercept", "amplitude", "exponent", "operator", "k1", "k2", "k3", "k4", "order", "kernelMatrix",
        "divisor", "bias", "targetX", "targetY", "edgeMode", "kernelUnitLength", "preserveAlpha", "surfaceScale",
        "diffuseConstant", "specularConstant", "specularExponent", "scale", "xChannelSelector", "yChannelSelector",
        "azimuth", "elevation", "z", "pointsAtX", "pointsAtY", "pointsAtZ", "limitingConeAngle", "stdDeviation",
        "radius", "baseFrequency", "numOctaves", "seed", "stitchTiles",
        // Properties (SVG 2, 6.6).
        "alignment-baseline", "baseline-shift", "clip", "clip-path", "clip-rule", "color", "color-interpolation",
        "color-interpolation-filters", "color-rendering", "direction", "display", "dominant-baseline",
        "enable-background", "fill", "fill-opacity", "fill-rule", "filter", "flood-color", "flood-opacity", "font",
        "font-family", "font-feature-settings", "font-kerning", "font-size", "font-size-adjust", "font-stretch",
        "font-style", "font-variant", "font-weight", "glyph-orientation-horizontal", "glyph-orientation-vertical",
        "image-rendering", "isolation", "kerning", "letter-spacing", "lighting-color", "marker", "marker-end",
        "marker-mid", "marker-start", "mask", "mask-type", "mix-blend-mode", "opacity", "overflow", "paint-order",
        "shape-rendering", "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset",
        "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor",
        "text-decoration", "text-orientation", "text-rendering", "transform-box", "transform-origin", "unicode-bidi",
        "vector-effect", "visibility", "white-space", "word-spacing", "writing-mode",
    ]
}
