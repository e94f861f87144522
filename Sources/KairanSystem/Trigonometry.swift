// The C library's functions of angles, in radians. What they return may differ in the last bit between machines.
#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

package func sine(_ angle: Double) -> Double { sin(angle) }

package func cosine(_ angle: Double) -> Double { cos(angle) }

package func arcSine(_ sine: Double) -> Double { asin(sine) }

/// Returns the angle of a point as seen from the origin, counted from the positive x axis.
package func arcTangent(y: Double, x: Double) -> Double { atan2(y, x) }
