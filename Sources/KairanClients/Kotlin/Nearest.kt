// The part of a client that finds what is nearest.

package client

import kotlin.math.asin
import kotlin.math.cos
import kotlin.math.min
import kotlin.math.sin
import kotlin.math.sqrt

/** An entry and its distance in metres. */
data class Near<T>(val entry: T, val metres: Double)

internal fun <T : Located> nearest(entries: List<T>, latitude: Double, longitude: Double): List<Near<T>> =
    entries.map { Near(it, metres(latitude, longitude, it) ) }.sortedBy { it.metres }

/** Returns the distance along the great circle, in metres. */
private fun metres(latitude: Double, longitude: Double, to: Located): Double {
    val first = Math.toRadians(latitude)
    val second = Math.toRadians(to.latitude)
    val up = sin((second - first) / 2)
    val across = sin(Math.toRadians(to.longitude - longitude) / 2)
    return 2 * 6371008.8 * asin(min(1.0, sqrt(up * up + cos(first) * cos(second) * across * across)))
}

/**
 * Returns the name of the cell that a position is in. Wherever the tree has a 1, a part of the Earth is cut in half, across
 * its longer side.
 */
internal fun cellName(tree: String, latitude: Double, longitude: Double): String {
    var south = -90.0
    var west = -180.0
    var north = 90.0
    var east = 180.0
    var name = "0"
    var index = 0
    while (index < tree.length && tree[index] == '1') {
        val middle = (south + north) / 2
        val centre = (west + east) / 2
        val isWide = (east - west) * cos(middle * Math.PI / 180) > north - south
        val half = if (if (isWide) longitude >= centre else latitude >= middle) 1 else 0
        if (isWide) {
            if (half == 1) west = centre else east = centre
        } else {
            if (half == 1) south = middle else north = middle
        }
        name += half
        index = 1 + 2 * tree.substring(0, index).count { it == '1' } + half
    }
    return name
}
