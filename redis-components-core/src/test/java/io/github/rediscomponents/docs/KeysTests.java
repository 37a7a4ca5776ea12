// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The table of keys in the guide is what Redis has of each component: all of its keys,
 * their types, whether they expire, and, on the server that it was measured on, their
 * size. Prints the rows with the sizes that it finds. A new component has a
 * {@link FilledRoom} and its rows, in the same order.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeysTests {

	/** Type and whether it expires of each key. */
	private static final String LOOK = "local found = {} for i, key in ipairs(KEYS) do "
			+ "found[2 * i - 1] = redis.call('TYPE', key).ok found[2 * i] = redis.call('PTTL', key) end return found";

	private final AtomicInteger number = new AtomicInteger();

	private final FilledServer server = new FilledServer();

	private List<KeyRow> table = List.of();

	@BeforeAll
	void read() throws IOException {
		this.table = KeyRow.all();
	}

	@AfterAll
	void stop() {
		this.server.close();
	}

	static Stream<FilledRoom> rooms() {
		return FilledRoom.all();
	}

	@Test
	void everyComponentOfTheTableIsFilled() {
		assertThat(rooms()).extracting(FilledRoom::component)
			.containsExactlyElementsOf(this.table.stream().map(KeyRow::component).distinct().toList());
	}

	@ParameterizedTest
	@MethodSource("rooms")
	void areThoseOfTheTable(FilledRoom room) throws Exception {
		// As long as "shop".
		String prefix = String.format(Locale.ROOT, "sh%02d", this.number.incrementAndGet());
		AtomicInteger looks = new AtomicInteger();
		room.scene().run(this.server.env(prefix, 100), () -> {
			looks.incrementAndGet();
			look(room, prefix);
		});
		assertThat(looks).hasValue(1);
	}

	private void look(FilledRoom room, String prefix) {
		List<KeyRow> rows = this.table.stream().filter((row) -> row.component().equals(room.component())).toList();
		List<String> keys = this.server.keys(prefix);
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
