// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The table of keys in the guide, which is what Redis has of each component: all of its
 * keys, their types, whether they expire, and, on the server that it was measured on,
 * their size. Prints the rows with the sizes that it finds.
 */
final class KeyTable {

	/** Type and whether it expires of each key. */
	private static final String LOOK = "local found = {} for i, key in ipairs(KEYS) do "
			+ "found[2 * i - 1] = redis.call('TYPE', key).ok found[2 * i] = redis.call('PTTL', key) end return found";

	private final FilledServer server;

	private final List<KeyRow> rows;

	KeyTable(FilledServer server) throws IOException {
		this.server = server;
		this.rows = KeyRow.all();
	}

	List<KeyRow> rows() {
		return this.rows;
	}

	/** Compares the keys of a component with its rows. */
	void check(FilledRoom room, String prefix, List<String> keys) {
		List<KeyRow> rows = this.rows.stream().filter((row) -> row.component().equals(room.component())).toList();
		assertThat(keys).isNotEmpty()
			.allSatisfy((key) -> assertThat(rows.stream().filter((row) -> row.matches(prefix, key))).hasSize(1));
		List<Runnable> checks = new ArrayList<>();
		for (KeyRow row : rows) {
			List<String> own = keys.stream().filter((key) -> row.matches(prefix, key)).toList();
			if (!own.isEmpty() || row.documented().isPresent()) {
				checks.add(() -> checkSize(row, own, room));
				checkKind(row, own);
			}
		}
		checks.forEach(Runnable::run);
	}

	private void checkKind(KeyRow row, List<String> own) {
		assertThat(own).as(row.key()).isNotEmpty();
		List<String> found = this.server.list(FilledServer.script(LOOK, own));
		for (int i = 0; i < own.size(); i++) {
			assertThat(found.get(2 * i)).as(own.get(i)).isEqualTo(row.type());
			assertThat(Long.parseLong(found.get(2 * i + 1)) > 0).as("%s expires", own.get(i)).isEqualTo(row.expiring());
		}
	}

	private void checkSize(KeyRow row, List<String> own, FilledRoom room) {
		int items = room.items().getOrDefault(row.item(), own.size());
		double each = (double) this.server.weigh(own) / items;
		System.out.printf(Locale.ROOT, "| %s | `%s` | %s | %s | %s | %,.0f |%n", row.component(), row.key(), row.type(),
				row.expires(), row.item(), each);
		if (this.server.isMeasured() && row.documented().isPresent()) {
			long documented = row.documented().getAsLong();
			assertThat(each).as(row.toString()).isCloseTo(documented, within(2 + documented * 0.1));
		}
	}

}
