// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A row of the table of keys in the guide.
 *
 * @param component whose key
 * @param key with the variable parts in angle brackets
 * @param type as TYPE calls it
 * @param expires begins with {@code never} if a key of default settings does not
 * @param item what the bytes are counted by
 * @param bytes how many an item takes, or a dash
 */
record KeyRow(String component, String key, String type, String expires, String item, String bytes) {

	static List<KeyRow> all() throws IOException {
		try (Stream<String> lines = Files.lines(Path.of("../docs/keys.md"))) {
			return lines.filter((line) -> line.startsWith("| ") && line.contains("`<prefix>:"))
				.map((line) -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
				.map((cells) -> new KeyRow(cells.get(0), cells.get(1).replace("`", ""), cells.get(2), cells.get(3),
						cells.get(4), cells.get(5)))
				.toList();
		}
	}

	boolean matches(String prefix, String found) {
		StringBuilder regex = new StringBuilder();
		for (String part : this.key.replace("<prefix>", prefix).split("(?=<)|(?<=>)")) {
			regex.append(part.startsWith("<") ? "[^:{}]+" : Pattern.quote(part));
		}
		return found.matches(regex.toString());
	}

	boolean expiring() {
		return !this.expires.startsWith("never");
	}

	OptionalLong documented() {
		return this.bytes.matches("[0-9,]+") ? OptionalLong.of(Long.parseLong(this.bytes.replace(",", "")))
				: OptionalLong.empty();
	}

}
