// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.console.report.Packed;

/**
 * A file of the page, held in memory.
 *
 * @param type the type of the content
 * @param bytes the content
 * @param compressed the content as gzip, null if that is not shorter
 * @param etag identifies the content
 */
record Asset(String type, byte[] bytes, byte @Nullable [] compressed, String etag) {

	private static final String FOLDER = "META-INF/redis-components/console/";

	/** No part begins with a dot. Possessive, which needs no stack for each part. */
	private static final Pattern NAME = Pattern
		.compile("(?:[A-Za-z0-9_-][A-Za-z0-9._-]*+/)*+[A-Za-z0-9_-][A-Za-z0-9._-]*");

	private static final Map<String, String> TYPES = Map.of("html", "text/html;charset=UTF-8", "js",
			"text/javascript;charset=UTF-8", "mjs", "text/javascript;charset=UTF-8", "css", "text/css;charset=UTF-8",
			"json", "application/json", "svg", "image/svg+xml", "png", "image/png", "woff2", "font/woff2", "ico",
			"image/x-icon");

	private static final Map<String, Asset> loaded = new ConcurrentHashMap<>();

	/**
	 * Returns a file.
	 * @param name such as {@code assets/js/main.js}
	 * @return null if there is none
	 */
	static @Nullable Asset of(String name) {
		if (!NAME.matcher(name).matches()) {
			return null;
		}
		Asset known = loaded.get(name);
		if (known != null) {
			return known;
		}
		String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
		byte[] bytes = (type != null) ? read(name) : null;
		if (type == null || bytes == null) {
			return null;
		}
		Asset asset = of(type, bytes);
		loaded.put(name, asset);
		return asset;
	}

	static Asset of(String type, byte[] bytes) {
		byte[] compressed = Packed.compress(bytes);
		return new Asset(type, bytes, (compressed.length < bytes.length) ? compressed : null, etag(bytes));
	}

	private static byte @Nullable [] read(String name) {
		URL url = Asset.class.getClassLoader().getResource(FOLDER + name);
		if (url == null) {
			return null;
		}
		try {
			URLConnection connection = url.openConnection();
			connection.setUseCaches(false);
			try (InputStream in = connection.getInputStream()) {
				return in.readAllBytes();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String etag(byte[] bytes) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
			return '"' + HexFormat.of().formatHex(digest, 0, 12) + '"';
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
