// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Holds every script constant of every room against its file.
 */
class LuaScriptTests {

	private static final Path CLASSES = Path.of("target/classes");

	@Test
	void everyScriptFileIsAConstantAndEveryConstantHasItsFile() throws Exception {
		assertThat(constants().keySet()).containsExactlyInAnyOrderElementsOf(scripts().keySet()).isNotEmpty();
	}

	@Test
	void everyIncludedFileHasFunctionsThatScriptsOfItsRoomShare() throws Exception {
		Map<String, String> scripts = scripts();
		Map<String, String> included = files();
		included.keySet().removeAll(scripts.keySet());
		assertThat(included).isNotEmpty().allSatisfy((name, text) -> {
			String room = name.substring(0, name.indexOf('/'));
			assertThat(text).startsWith("-- ").contains("\nlocal function ").doesNotContain("@include");
			assertThat(scripts.entrySet()).filteredOn((script) -> script.getValue().contains("--- @include " + name))
				.hasSizeGreaterThan(1)
				.allSatisfy((script) -> assertThat(script.getKey()).startsWith(room + "/"));
		});
	}

	@Test
	void anIncludedFileStandsInTheScript() {
		assertThat(LuaScript.integer("cache/generation", 1, 1).source()).contains("local function checked(text)")
			.doesNotContain("@include");
	}

	@Test
	void saysWhichIncludedFileIsMissing() {
		assertThatIllegalStateException().isThrownBy(() -> LuaScript.integer("test/lacking", 1, 1).source())
			.withMessageContaining("nowhere/include/none.lua");
	}

	@Test
	void everyConstantDeclaresTheArityThatItsFileUses() throws Exception {
		constants().forEach((name, script) -> {
			String source = script.source();
			assertArity(name + " KEYS", script.keys(), source, "KEYS");
			assertArity(name + " ARGV", script.args(), source, "ARGV");
		});
	}

	@Test
	void everyFileSaysWhatItTakesAndReplies() throws Exception {
		scripts().forEach((name, text) -> assertThat(text).as(name).startsWith("--").contains("KEYS[", "Reply", "O("));
	}

	@Test
	void noFileTouchesAKeyThatItWasNotGiven() throws Exception {
		Pattern literalKey = Pattern
			.compile("call\\(\\s*'(?!BITOP'|INFO'|XINFO'|XGROUP'|XREADGROUP')[A-Z]+'\\s*,\\s*['\"]");
		files().forEach((name, text) -> assertThat(literalKey.matcher(text).find()).as(name).isFalse());
	}

	@Test
	void noScriptFailsBecauseItsAnnouncementIsRefused() throws Exception {
		files()
			.forEach((name, text) -> assertThat(text).as(name).doesNotContainPattern("redis\\.call\\(\\s*'S?PUBLISH"));
	}

	@Test
	void refusesAnotherNumberOfArguments() {
		LuaScript<?> script = LuaScript.list("test/echo", 1, 1);
		assertThatIllegalArgumentException().isThrownBy(() -> script.checkArity(17, 99))
			.withMessageContaining(script.name());
	}

	@Test
	void saysWhichFileIsMissing() {
		assertThatIllegalStateException().isThrownBy(() -> LuaScript.integer("nowhere/none", 1, 1).source())
			.withMessageContaining("nowhere/none.lua");
	}

	private static void assertArity(String what, int declared, String source, String table) {
		if (declared == LuaScript.ANY) {
			assertThat(source).as(what + " is declared as variable")
				.containsPattern("#" + table + "|pairs\\(" + table + "|" + table + "\\[[^\\]]*[a-z]");
		}
		else {
			assertThat(highest(source, table)).as(what).isEqualTo(declared);
		}
	}

	private static int highest(String source, String table) {
		int highest = 0;
		Matcher matcher = Pattern.compile(table + "\\[(\\d+)]").matcher(source);
		while (matcher.find()) {
			highest = Math.max(highest, Integer.parseInt(matcher.group(1)));
		}
		return highest;
	}

	private static Map<String, LuaScript<?>> constants() throws Exception {
		Map<String, LuaScript<?>> scripts = new TreeMap<>();
		for (Path file : all(CLASSES, ".class")) {
			String type = CLASSES.relativize(file).toString().replace(File.separatorChar, '.').replace(".class", "");
			// Nothing of it runs yet.
			for (Field field : Class.forName(type, false, LuaScript.class.getClassLoader()).getDeclaredFields()) {
				if (field.getType() == LuaScript.class && Modifier.isStatic(field.getModifiers())) {
					LuaScript<?> script = value(field);
					scripts.put(script.name(), script);
				}
			}
		}
		return scripts;
	}

	private static LuaScript<?> value(Field field) {
		try {
			field.setAccessible(true);
			return (LuaScript<?>) field.get(null);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Map<String, String> scripts() throws IOException {
		Map<String, String> scripts = files();
		scripts.keySet().removeIf((name) -> name.contains("/include/"));
		return scripts;
	}

	static Map<String, String> files() throws IOException {
		Path root = CLASSES.resolve("META-INF/redis-components/lua");
		Map<String, String> files = new TreeMap<>();
		for (Path path : all(root, ".lua")) {
			files.put(root.relativize(path).toString().replace('\\', '/').replace(".lua", ""), Files.readString(path));
		}
		return files;
	}

	private static List<Path> all(Path folder, String ending) throws IOException {
		try (Stream<Path> walk = Files.walk(folder)) {
			return walk.filter((path) -> path.toString().endsWith(ending)).toList();
		}
	}

}
