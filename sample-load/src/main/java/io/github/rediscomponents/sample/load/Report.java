// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.rediscomponents.sample.load.measure.Latencies.Row;
import io.github.rediscomponents.sample.load.measure.Pictures;
import io.github.rediscomponents.sample.load.scenario.Outcome;

/**
 * Prints what came of scenarios, and keeps it in a folder together with the pictures.
 */
final class Report {

	private final PrintWriter out;

	private final Path folder;

	Report(PrintWriter out, Path folder) {
		this.out = out;
		this.folder = folder;
	}

	/**
	 * Adds what came of a scenario.
	 * @param name names its files
	 * @param outcome what came of it
	 */
	void add(String name, Outcome outcome) {
		String text = text(outcome);
		this.out.println(text);
		try {
			Files.createDirectories(this.folder);
			Files.writeString(this.folder.resolve("load-" + name + ".txt"), text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Path picture = this.folder.resolve("load-" + name + ".png");
		Pictures.write(outcome.plots(), picture);
		this.out.println("Picture: " + picture);
		this.out.println();
		this.out.flush();
	}

	private static String text(Outcome outcome) {
		List<String> lines = new ArrayList<>();
		lines.add(outcome.title());
		lines.add("");
		lines.add(table(outcome.latencies()));
		outcome.figures().forEach((name, value) -> lines.add(name + ": " + value));
		lines.add("");
		outcome.findings().forEach((finding) -> lines.add(finding.toString()));
		return String.join(System.lineSeparator(), lines) + System.lineSeparator();
	}

	private static String table(List<Row> rows) {
		return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows,
				List.of(text("request", Row::kind), number("answers", (row) -> whole(row.count())),
						number("failed", (row) -> whole(row.failed())), number("mean ms", (row) -> millis(row.mean())),
						number("p50", (row) -> millis(row.p50())), number("p90", (row) -> millis(row.p90())),
						number("p99", (row) -> millis(row.p99())), number("max", (row) -> millis(row.max()))));
	}

	private static ColumnData<Row> text(String name, Function<Row, String> value) {
		return new Column().header(name).dataAlign(HorizontalAlign.LEFT).with(value);
	}

	private static ColumnData<Row> number(String name, Function<Row, String> value) {
		return new Column().header(name).dataAlign(HorizontalAlign.RIGHT).with(value);
	}

	private static String whole(long number) {
		return String.format(Locale.ROOT, "%,d", number);
	}

	private static String millis(double number) {
		return String.format(Locale.ROOT, "%,.1f", number);
	}

}
