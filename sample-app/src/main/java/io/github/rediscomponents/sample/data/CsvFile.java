// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.core.io.ClassPathResource;

/**
 * Reads a file of comma-separated values whose first line names the columns. A quoted
 * field may contain commas, line ends and doubled quotes.
 */
public final class CsvFile {

	private static final int END = -1;

	private CsvFile() {
	}

	/**
	 * Reads a file of the application's data.
	 * @param name its name
	 * @return its rows
	 */
	public static List<Row> read(String name) {
		ClassPathResource resource = new ClassPathResource("data/" + name);
		try (Reader reader = new BufferedReader(
				new InputStreamReader(resource.getInputStream(), StandardCharsets.UTF_8))) {
			return parse(name, reader);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(name + " cannot be read", ex);
		}
	}

	static List<Row> parse(String name, Reader reader) throws IOException {
		List<String> columns = record(reader);
		List<Row> rows = new ArrayList<>();
		for (List<String> fields = record(reader); !fields.isEmpty(); fields = record(reader)) {
			if (fields.size() != columns.size()) {
				throw new IllegalArgumentException(name + " has " + fields.size() + " fields instead of "
						+ columns.size() + " in data row " + (rows.size() + 1));
			}
			Map<String, String> values = new HashMap<>();
			for (int i = 0; i < columns.size(); i++) {
				values.put(columns.get(i), fields.get(i));
			}
			rows.add(new Row(values));
		}
		return rows;
	}

	private static List<String> record(Reader reader) throws IOException {
		List<String> fields = new ArrayList<>();
		StringBuilder field = new StringBuilder();
		boolean quoted = false;
		boolean closed = false;
		int c = reader.read();
		while (c != END && (c != '\n' || quoted)) {
			if (c == '"') {
				// A quote after the closing one is an escaped quote of the text.
				if (closed && !quoted) {
					field.append('"');
				}
				closed = quoted;
				quoted = !quoted;
			}
			else if (c == ',' && !quoted) {
				fields.add(field.toString());
				field.setLength(0);
				closed = false;
			}
			else if (c != '\r' || quoted) {
				field.append((char) c);
			}
			c = reader.read();
		}
		if (c != END || !fields.isEmpty() || !field.isEmpty()) {
			fields.add(field.toString());
		}
		return fields;
	}

	/**
	 * One row.
	 *
	 * @param values the fields by the names of their columns
	 */
	public record Row(Map<String, String> values) {

		/**
		 * Returns a field.
		 * @param column its column
		 * @return the text without blanks around it
		 * @throws IllegalArgumentException if there is no such column
		 */
		public String text(String column) {
			String value = this.values.get(column);
			if (value == null) {
				throw new IllegalArgumentException("There is no column " + column);
			}
			return value.strip();
		}

		/**
		 * Returns a field as a number.
		 * @param column its column
		 * @return the number
		 */
		public long number(String column) {
			return Long.parseLong(text(column));
		}

		double decimal(String column) {
			return Double.parseDouble(text(column));
		}

	}

}
