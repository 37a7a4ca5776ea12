// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is left of a report that is too large.
 */
class PackedTests {

	private static Map<String, Object> report(int elements) {
		Random random = new Random(1);
		List<Map<String, Object>> many = IntStream.range(0, elements)
			.mapToObj((i) -> Map.<String, Object>of("name", Long.toHexString(random.nextLong())))
			.toList();
		Map<String, Object> room = new LinkedHashMap<>();
		room.put("oldest", many);
		room.put("oldestOmitted", 900);
		room.put("few", List.of("a"));
		Map<String, Object> report = new LinkedHashMap<>();
		report.put("processes", List.of(Map.of("id", "a"), Map.of("id", "b")));
		report.put("rooms", Map.of("lock", room));
		report.put("refusals", List.of(Map.of("property", "a")));
		return report;
	}

	@Test
	void aReportThatFitsIsWhole() {
		Map<String, Object> report = report(100);
		assertThat(Packed.unpack(Packed.pack(report, 64 * 1024))).isEqualTo(report);
	}

	@Test
	void aShortenedListSaysHowManyAreLeftOut() {
		Map<String, Object> report = report(100);
		int whole = Packed.pack(report).length;
		Map<String, Object> shown = Packed.unpack(Packed.pack(report, whole - 200));
		assertThat(shown).containsEntry("truncated", true).doesNotContainKeys("refusalsOmitted", "processesOmitted");
		assertThat((List<?>) shown.get("processes")).hasSize(2);
		assertThat((List<?>) shown.get("refusals")).hasSize(1);
		Map<?, ?> room = (Map<?, ?>) ((Map<?, ?>) shown.get("rooms")).get("lock");
		assertThat((List<?>) room.get("oldest")).hasSize(50);
		assertThat(room.get("oldestOmitted")).isEqualTo(950);
		assertThat(room.containsKey("fewOmitted")).isFalse();
		assertThat((List<?>) room.get("few")).hasSize(1);
	}

	@Test
	void aReportWithoutListsThatIsTooLargeIsNone() {
		assertThat(Packed.pack(Map.of("a", report(100).toString()), 100)).isNull();
	}

}
