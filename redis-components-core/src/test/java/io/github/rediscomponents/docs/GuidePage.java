// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown page of the guide.
 *
 * @param file the file
 * @param text its content
 */
record GuidePage(Path file, String text) {

	static final Path DOCS = Path.of("../docs");

	static final Path CHINESE = DOCS.resolve("zh");

	static final Path SAMPLE = DOCS.resolve("sample");

	private static final Pattern CODE = Pattern.compile(
			"```(java|yaml|xml|kotlin|groovy|sh|text|lua|sql|json|nginx|conf)\\b[^\\n]*\\n(.*?)```", Pattern.DOTALL);

	/** Comments to the end of their line, by language. */
	private static final Map<String, Pattern> COMMENTS = Map.of("xml", comment("<!--"), "yaml", comment("#"), "sh",
			comment("#"), "nginx", comment("#"), "conf", comment("#"), "lua", comment("--"), "sql", comment("--"));

	/** A comment of Java, Kotlin and Groovy. */
	private static final Pattern COMMENT = comment("//");

	private static final Predicate<String> PROPERTIES = Pattern.compile("(?i)property|属性").asPredicate();

	static GuidePage of(Path file) {
		try {
			return new GuidePage(file, Files.readString(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static List<GuidePage> in(Path folder) throws IOException {
		if (!Files.exists(folder)) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.toString().endsWith(".md")).sorted().map(GuidePage::of).toList();
		}
	}

	String name() {
		return this.file.getFileName().toString();
	}

	/** Returns the content of the Java blocks. */
	List<String> java() {
		return CODE.matcher(this.text)
			.results()
			.filter((block) -> block.group(1).equals("java"))
			.map((block) -> block.group(2))
			.toList();
	}

	/**
	 * Returns the blocks of code, each after its language, without their comments: these
	 * are in the language of the page.
	 */
	List<String> code() {
		return CODE.matcher(this.text)
			.results()
			.map((block) -> block.group(1) + "\n"
					+ COMMENTS.getOrDefault(block.group(1), COMMENT).matcher(block.group(2)).replaceAll(""))
			.toList();
	}

	/** Returns the blocks of Lua and of SQL without their comments. */
	List<String> scripts() {
		return code().stream()
			.filter((block) -> block.startsWith("lua\n") || block.startsWith("sql\n"))
			.map((block) -> block.substring(4))
			.toList();
	}

	private static Pattern comment(String start) {
		return Pattern.compile("(?<=^|\\s)[ \\t]*" + Pattern.quote(start) + ".*$", Pattern.MULTILINE);
	}

	/** Returns the names and defaults of the tables of properties. */
	List<String> properties() {
		List<String> rows = new ArrayList<>();
		boolean inside = false;
		boolean header = true;
		for (String line : this.text.lines().toList()) {
			if (!line.startsWith("|")) {
				inside = false;
				header = true;
				continue;
			}
			String[] cells = line.split("(?<!\\\\)\\|", -1);
			if (header) {
				inside = PROPERTIES.test(cells[1]);
				header = false;
			}
			else if (inside) {
				rows.add(cells[1].strip() + " = " + cells[2].strip());
			}
		}
		return rows;
	}

}
