// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.kotlin

import io.github.rediscomponents.cache.CacheClient
import io.github.rediscomponents.cache.TypedCache
import io.github.rediscomponents.codec.TypeRef
import kotlin.reflect.KType
import kotlin.reflect.javaType
import kotlin.reflect.typeOf

/**
 * Returns a type with its arguments, for the methods that take a [TypeRef]. It equals the type that Java writes in the same way: `List<Shop>`,
 * without the wildcards of Kotlin's read-only collections.
 *
 * @param T the type, such as `List<Shop>`
 * @since 1.0.0
 */
@Suppress("UNCHECKED_CAST")
public inline fun <reified T : Any> typeRef(): TypeRef<T> = typeRef(typeOf<T>()) as TypeRef<T>

@PublishedApi
@OptIn(ExperimentalStdlibApi::class)
internal fun typeRef(type: KType): TypeRef<*> {
    val javaType = type.javaType
    return TypeRef.of(if (javaType is Class<*>) javaType.kotlin.javaObjectType else javaType)
}

/**
 * Returns the cache of a name for keys that are strings. Sends nothing.
 *
 * @param name the name of the cache
 * @param V the type of the values, with its arguments
 * @throws IllegalArgumentException as [CacheClient.cache] does
 * @since 1.0.0
 */
public inline fun <reified V : Any> CacheClient.cache(name: String): TypedCache<String, V> = cache(name, typeRef<V>())
