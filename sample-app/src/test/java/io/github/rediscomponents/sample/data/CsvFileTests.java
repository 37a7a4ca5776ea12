// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;

import io.github.rediscomponents.sample.data.CsvFile.Row;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Comma-separated values.
 */
class CsvFileTests {

	@Test
	void readsQuotedFieldsEmptyOnesAndBothLineEnds() throws IOException {
		List<Row> rows = parse("a,b,c\n1,\"x,\"\"y\"\"\n,z\",3\r\n,\"\",\"\"\"\"\n");
		assertThat(rows).hasSize(2);
		assertThat(rows.get(0).text("b")).isEqualTo("x,\"y\"\n,z");
		assertThat(rows.get(0).number("c")).isEqualTo(3);
		assertThat(rows.get(1).text("a")).isEmpty();
		assertThat(rows.get(1).text("b")).isEmpty();
		assertThat(rows.get(1).text("c")).isEqualTo("\"");
	}

	@Test
	void theLastLineNeedsNoEnd() throws IOException {
		assertThat(parse("a,b\n1,2")).hasSize(1);
		assertThat(parse("a,b\n")).isEmpty();
	}

	@Test
	void namesTheRowThatHasTooFewFields() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse("a,b\n1,2\n3\n"))
			.withMessage("test.csv has 1 fields instead of 2 in data row 2");
	}

	@Test
	void readsTheFilesOfTheApplication() {
		assertThat(CsvFile.read("shop_types.csv")).hasSize(10);
		assertThat(CsvFile.read("shops.csv")).hasSize(14);
		assertThat(CsvFile.read("vouchers.csv")).hasSize(6);
		assertThat(CsvFile.read("users.csv")).hasSize(1005);
		assertThat(CsvFile.read("shops.csv").get(5).text("open_hours")).isEqualTo("11:00-13:50,17:00-20:50");
	}

	private static List<Row> parse(String text) throws IOException {
		return CsvFile.parse("test.csv", new StringReader(text));
	}

}
