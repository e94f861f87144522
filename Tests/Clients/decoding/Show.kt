import java.lang.reflect.Modifier
import java.net.URI
import java.time.LocalDate
import java.time.LocalTime
import java.time.OffsetDateTime
import org.json.JSONObject

// Prints what a client decoded as JSON, for any client. Objects are arrays of their members' values, in the order in
// which the contract has the members.

fun show(path: String, value: () -> Any?) {
    try {
        println("$path\t${shown(value())}")
    } catch (error: Exception) {
        println("$path\terror: $error")
    }
}

fun shown(value: Any?): String = when (value) {
    null -> "null"
    is Boolean, is Int, is Long -> value.toString()
    is Double -> if (value == Math.rint(value)) value.toLong().toString() else value.toString()
    is String -> quoted(value)
    is URI -> quoted(value.toString())
    is LocalDate, is LocalTime -> quoted(value.toString())
    is OffsetDateTime -> value.toInstant().toEpochMilli().toString()
    is List<*> -> value.joinToString(",", "[", "]") { shown(it) }
    is Map<*, *> -> value.map { shown(it.key) + ":" + shown(it.value) }.sorted().joinToString(",", "{", "}")
    else -> declared(value)
}

private fun declared(value: Any): String {
    val type = value.javaClass
    val parent = type.superclass
    // A choice knows its JSON, and a case of a union has its value.
    if (parent.declaredFields.any { it.name == "json" }) {
        return shown(parent.getDeclaredMethod("getJson").invoke(value))
    }
    val fields = type.declaredFields.filter { !Modifier.isStatic(it.modifiers) }.onEach { it.isAccessible = true }.toMutableList()
    if (Modifier.isAbstract(parent.modifiers)) return shown(fields[0].get(value))
    if (type.simpleName == "Version") return quoted(value.toString())
    // It also has the names of parts that came later.
    if (type.simpleName == "Audience") fields.removeIf { it.name == "others" }
    return fields.joinToString(",", "[", "]") { shown(it.get(value)) }
}

private fun quoted(text: String) = JSONObject.quote(text)
