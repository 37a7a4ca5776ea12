// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * The headers of a message as one field of its entry: a line {@code name:value} for each.
 * Any writer may have set the field, so that lines that are none are passed over.
 */
final class HeaderLines {

	/** Of a message; headers that do not fit are left out. */
	static final int MOST_BYTES = 4096;

	private static final int MOST = 64;

	private static final byte[] NONE = new byte[0];

	private HeaderLines() {
	}

	/**
	 * Returns the field.
	 * @return empty for none
	 */
	static byte[] encode(Map<String, String> headers) {
		if (headers.isEmpty()) {
			return NONE;
		}
		StringBuilder lines = new StringBuilder();
		int bytes = 0;
		for (Map.Entry<String, String> header : headers.entrySet()) {
			String name = header.getKey();
			String value = header.getValue();
			if (name.isEmpty() || name.indexOf(':') >= 0 || !isLine(name) || !isLine(value)) {
				continue;
			}
			String line = (bytes > 0) ? '\n' + name + ':' + value : name + ':' + value;
			int size = Utf8.bytes(line).length;
			if (bytes + size <= MOST_BYTES) {
				lines.append(line);
				bytes += size;
			}
		}
		return Utf8.bytes(lines.toString());
	}

	private static boolean isLine(String text) {
		return text.chars().noneMatch((one) -> one < ' ');
	}

	/** Returns the headers of a field that any writer may have set. */
	static Map<String, String> decode(byte @Nullable [] field) {
		if (field == null || field.length == 0 || field.length > MOST_BYTES) {
			return Map.of();
		}
		Map<String, String> headers = new LinkedHashMap<>();
		for (String line : Utf8.text(field).split("\n", MOST + 1)) {
			int colon = line.indexOf(':');
			if (colon > 0 && headers.size() < MOST && isLine(line)) {
				headers.putIfAbsent(line.substring(0, colon), line.substring(colon + 1));
			}
		}
		return headers;
	}

}
