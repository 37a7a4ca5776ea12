// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.kotlin

import org.assertj.core.api.Assertions.assertThat
import org.jetbrains.kotlin.cli.common.ExitCode
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Files
import java.nio.file.Path

/** The nullness of the components is that of Kotlin's types. */
class NullnessTests {

    @TempDir
    lateinit var folder: Path

    @Test
    fun nullsAreRefusedExceptWhereTheComponentsAllowThem() {
        val (code, output) = compile(
            """
            fun key(cache: TypedCache<String, String>) = cache.get(null) { "value" }
            fun result(cache: TypedCache<String, String>): String = cache.get("key") { "value" }
            fun use(cache: TypedCache<String, String>) = cache.get("key") { "value" }.length
            fun name(locks: DistributedLock) = locks.get(null)
            fun value(cache: TypedCache<String, String?>) = cache.name()
            fun missing(cache: TypedCache<String, String>): String? = cache.get("key") { null }
            fun absent(cache: TypedCache<String, String>) = cache.put("key", null)
            fun name(lock: NamedLock): String = lock.name()
            """,
        )
        assertThat(code).isEqualTo(ExitCode.COMPILATION_ERROR)
        assertThat(Regex("Source\\.kt:(\\d+):\\d+: error:").findAll(output).map { it.groupValues[1].toInt() }.distinct().toList())
            .describedAs(output)
            .containsExactly(4, 5, 6, 7, 8)
    }

    private fun compile(functions: String): Pair<ExitCode, String> {
        val source = folder.resolve("Source.kt")
        val imports = listOf("cache.TypedCache", "lock.DistributedLock", "lock.NamedLock")
            .joinToString("\n") { "import io.github.rediscomponents.$it" }
        Files.writeString(source, imports + "\n" + functions.trimIndent())
        val output = ByteArrayOutputStream()
        val code = K2JVMCompiler().exec(
            PrintStream(output, true),
            "-no-stdlib", "-no-reflect", "-classpath", System.getProperty("java.class.path"),
            "-d", folder.resolve("classes").toString(), source.toString(),
        )
        return code to output.toString()
    }

}
