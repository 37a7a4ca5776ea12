// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables of properties of the guide.
 */
final class PropertyRows {

	static final Path DOCS = Path.of("../docs");

	private static final Pattern UNDER = Pattern.compile("`(redis-components\\.[^`]*)`");

	private static final Pattern NAMES = Pattern.compile("`[\\w.<>\\[\\]-]+`(?:, `[\\w.<>\\[\\]-]+`)*");

	private PropertyRows() {
	}

	/** Returns each property of each table, in the order of the pages. */
	static List<Row> all() throws IOException {
		List<Row> rows = new ArrayList<>();
		try (Stream<Path> pages = Files.list(DOCS)) {
			for (Path page : pages.filter((file) -> file.toString().endsWith(".md")).sorted().toList()) {
				read(page, rows);
			}
		}
		return rows;
	}

	private static void read(Path page, List<Row> rows) throws IOException {
		List<String> header = List.of();
		String before = "";
		for (String line : Files.readAllLines(page)) {
			List<String> cells = Arrays.stream(line.split("(?<!\\\\)\\|")).map(String::strip).toList();
			if (line.startsWith("|") && !before.startsWith("|")) {
				header = cells;
			}
			else if (line.startsWith("|") && header.size() > 1 && header.get(1).startsWith("property")
					&& NAMES.matcher(cells.get(1)).matches()) {
				Matcher under = UNDER.matcher(header.get(1));
				String prefix = under.find() ? under.group(1) + '.' : "";
				int column = header.indexOf("refreshable");
				String refreshable = (column > 0 && column < cells.size()) ? cells.get(column) : "";
				for (String name : cells.get(1).replace("`", "").split(", ")) {
					rows.add(new Row(page.getFileName().toString(), prefix + name, cells.get(2).replace("`", ""),
							refreshable));
				}
			}
			before = line;
		}
	}

	/**
	 * A property of a table.
	 *
	 * @param page the file
	 * @param property the name in full
	 * @param stated the default
	 * @param refreshable whether a change takes effect while the application runs, empty
	 * if the table does not say
	 */
	record Row(String page, String property, String stated, String refreshable) {

	}

}
