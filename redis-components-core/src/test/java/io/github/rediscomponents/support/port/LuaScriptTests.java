// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Holds every script constant of every room against its file.
 */
class LuaScriptTests {

	@Test
	void everyScriptFileIsAConstantAndEveryConstantHasItsFile() throws Exception {
		assertThat(constants().keySet()).containsExactlyInAnyOrderElementsOf(files().keySet()).isNotEmpty();
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
		files().forEach((name, text) -> assertThat(text).as(name).startsWith("--").contains("KEYS[", "Reply", "O("));
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

	private static Map<String, LuaScript<?>> constants() {
		Map<String, LuaScript<?>> scripts = new TreeMap<>();
		for (JavaClass type : new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.github.rediscomponents")) {
			type.getFields()
				.stream()
				.filter((field) -> field.getRawType().isEquivalentTo(LuaScript.class))
				.map((field) -> field.reflect())
				.filter((field) -> Modifier.isStatic(field.getModifiers()))
				.map(LuaScriptTests::value)
				.forEach((script) -> scripts.put(script.name(), script));
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

	static Map<String, String> files() throws IOException {
		Path root = Path.of("target/classes/META-INF/redis-components/lua");
		Map<String, String> files = new TreeMap<>();
		List<Path> paths = new ArrayList<>();
		try (Stream<Path> walk = Files.walk(root)) {
			walk.filter((path) -> path.toString().endsWith(".lua")).forEach(paths::add);
		}
		for (Path path : paths) {
			files.put(root.relativize(path).toString().replace('\\', '/').replace(".lua", ""), Files.readString(path));
		}
		return files;
	}

}
