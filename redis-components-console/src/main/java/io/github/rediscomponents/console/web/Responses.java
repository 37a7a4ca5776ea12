// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.console.report.Packed;

/**
 * Writes responses.
 */
final class Responses {

	private static final String POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
			+ " form-action 'self'; frame-ancestors 'none'";

	private Responses() {
	}

	static void headers(HttpServletResponse response) {
		response.setHeader("Content-Security-Policy", POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("X-Frame-Options", "DENY");
		response.setHeader("Referrer-Policy", "no-referrer");
		response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
		response.setHeader("Cache-Control", "no-store");
	}

	static void json(HttpServletResponse response, int status, Map<String, Object> content) throws IOException {
		response.setStatus(status);
		response.setContentType("application/json");
		byte[] bytes = Packed.JSON.encode(content);
		response.setContentLength(bytes.length);
		response.getOutputStream().write(bytes);
	}

	static void error(HttpServletResponse response, int status, String reason) throws IOException {
		json(response, status, Map.of("error", reason));
	}

	/**
	 * Writes content that the browser may keep and has to ask for again.
	 */
	static void content(HttpServletRequest request, HttpServletResponse response, Asset asset) throws IOException {
		response.setHeader("Cache-Control", "no-cache");
		response.setHeader("ETag", asset.etag());
		response.setHeader("Vary", "Accept-Encoding, Cookie, Authorization");
		if (isKnown(request.getHeader("If-None-Match"), asset.etag())) {
			response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
			return;
		}
		response.setContentType(asset.type());
		byte[] bytes = asset.bytes();
		byte[] compressed = asset.compressed();
		if (compressed != null && acceptsGzip(request)) {
			response.setHeader("Content-Encoding", "gzip");
			bytes = compressed;
		}
		response.setContentLength(bytes.length);
		response.getOutputStream().write(bytes);
	}

	private static boolean isKnown(@Nullable String header, String etag) {
		return header != null && Arrays.stream(header.split(","))
			.map((one) -> one.strip().replaceFirst("^W/", ""))
			.anyMatch((one) -> one.equals(etag) || one.equals("*"));
	}

	private static boolean acceptsGzip(HttpServletRequest request) {
		String accepted = request.getHeader("Accept-Encoding");
		return accepted != null && Arrays.stream(accepted.split(","))
			.map((one) -> one.replace(" ", ""))
			.anyMatch((one) -> one.equals("gzip") || (one.startsWith("gzip;q=") && !one.matches("gzip;q=0(\\.0*)?")));
	}

}
