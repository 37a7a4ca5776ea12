// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.observability.Reports;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * Reports as compressed JSON of a bounded size.
 */
public final class Packed {

	/** JSON of objects. */
	public static final ValueCodec<Map<String, Object>> JSON = ValueCodecs.json()
		.codec(new TypeRef<Map<String, Object>>() {
		}.type());

	private static final int MOST_UNPACKED = 16 * 1024 * 1024;

	/** How many elements lists keep, in the order of the attempts. */
	private static final int[] LENGTHS = { 50, 20, 5, 1, 0 };

	/** The end of the name of the number of elements that a list lacks. */
	private static final String OMITTED = "Omitted";

	private Packed() {
	}

	/**
	 * Packs a report. Lists are shortened until it is small enough.
	 * @param report the report
	 * @param limit the most bytes
	 * @return the bytes, or null if the report is too large without any list
	 */
	static byte @Nullable [] pack(Map<String, Object> report, int limit) {
		byte[] whole = pack(report);
		if (whole.length <= limit) {
			return whole;
		}
		for (int length : LENGTHS) {
			Map<String, Object> shorter = new LinkedHashMap<>(report);
			shorter.put("truncated", true);
			Map<String, Object> lists = new LinkedHashMap<>(report);
			lists.remove("processes");
			((Map<?, ?>) shorten(lists, length)).forEach((name, value) -> shorter.put(String.valueOf(name), value));
			byte[] packed = pack(shorter);
			if (packed.length <= limit) {
				return packed;
			}
		}
		return null;
	}

	private static Object shorten(Object value, int length) {
		if (value instanceof List<?> list) {
			return list.stream().limit(length).map((element) -> shorten(element, length)).toList();
		}
		if (value instanceof Map<?, ?> map) {
			Map<Object, Object> shorter = new LinkedHashMap<>();
			map.forEach((name, element) -> shorter.put(name, shorten(element, length)));
			map.forEach((name, element) -> {
				if (element instanceof List<?> list && list.size() > length) {
					shorter.put(name + OMITTED, list.size() - length + Reports.number(map.get(name + OMITTED)));
				}
			});
			return shorter;
		}
		return value;
	}

	static byte[] pack(Map<String, Object> report) {
		return compress(JSON.encode(report));
	}

	/**
	 * Compresses bytes.
	 * @param bytes any bytes
	 * @return gzip
	 */
	public static byte[] compress(byte[] bytes) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
			gzip.write(bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return out.toByteArray();
	}

	/**
	 * Unpacks a report.
	 * @throws CodecException if the bytes are no report
	 */
	static Map<String, Object> unpack(byte[] packed) {
		try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
			byte[] json = gzip.readNBytes(MOST_UNPACKED + 1);
			if (json.length > MOST_UNPACKED) {
				throw new IOException("It is larger than " + MOST_UNPACKED + " bytes");
			}
			return JSON.decode(json);
		}
		catch (IOException ex) {
			throw new CodecException("The bytes are no report of the console", ex);
		}
	}

}
