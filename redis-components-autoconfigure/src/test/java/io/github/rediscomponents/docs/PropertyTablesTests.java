// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables of properties in the guide are those of the configuration metadata.
 */
class PropertyTablesTests {

	private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");

	private static final Path DOCS = Path.of("../docs");

	/** States what the sample sets. */
	private static final Path SAMPLE = DOCS.resolve("sample-app.md");

	@Test
	void everyPropertyStandsInTheGuide() throws IOException {
		String guide = pages().map(PropertyTablesTests::read).collect(Collectors.joining());
		assertThat(properties().keySet()).hasSizeGreaterThan(200).filteredOn((name) -> !guide.contains(name)).isEmpty();
	}

	@Test
	void everyDefaultIsThatOfTheProperty() throws IOException {
		Map<String, @Nullable Object> properties = properties();
		int compared = 0;
		for (Path page : pages().filter((page) -> !page.equals(SAMPLE)).toList()) {
			for (Row row : rows(page)) {
				Object present = properties.get(row.property());
				if (present != null) {
					assertThat(row.stated()).as("%s: %s", page.getFileName(), row.property()).isEqualTo(plain(present));
					compared++;
				}
			}
		}
		assertThat(compared).isGreaterThan(90);
	}

	/** Returns the rows of the tables that name a property and its default. */
	private static List<Row> rows(Path page) {
		List<List<String>> cells = read(page).lines().map(PropertyTablesTests::cells).toList();
		return cells.stream()
			.filter((row) -> row.size() > 1 && row.get(0).startsWith("`") && row.get(0).endsWith("`"))
			.map((row) -> new Row(plain(row.get(0)), plain(row.get(1))))
			.toList();
	}

	private static List<String> cells(String line) {
		return line.startsWith("| ")
				? Arrays.stream(line.substring(1).split("(?<!\\\\)\\|")).map(String::strip).toList() : List.of();
	}

	/** Without the marks of code, and in the canonical form of enumerations. */
	private static String plain(Object value) {
		return value.toString().replace("`", "").toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Returns the default of each property, null if it has none. */
	private static Map<String, @Nullable Object> properties() {
		Map<String, @Nullable Object> properties = new TreeMap<>();
		Object all = JsonParserFactory.getJsonParser().parseMap(read(METADATA)).get("properties");
		for (Object property : (List<?>) all) {
			Map<?, ?> described = (Map<?, ?>) property;
			properties.put(String.valueOf(described.get("name")), described.get("defaultValue"));
		}
		return properties;
	}

	private static Stream<Path> pages() throws IOException {
		try (Stream<Path> files = Files.list(DOCS)) {
			return files.filter((file) -> file.toString().endsWith(".md")).sorted().toList().stream();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private record Row(String property, String stated) {
	}

}
