// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The kinds of pictures that can be uploaded, recognized by their first bytes. The name
 * and type that a client sends are ignored.
 */
enum ImageType {

	PNG("png") {

		@Override
		boolean matches(byte[] head) {
			return has(head, 0, HexFormat.of().parseHex("89504e470d0a1a0a"));
		}

	},

	JPEG("jpg") {

		@Override
		boolean matches(byte[] head) {
			return has(head, 0, HexFormat.of().parseHex("ffd8ff"));
		}

	},

	GIF("gif") {

		@Override
		boolean matches(byte[] head) {
			return has(head, 0, "GIF87a") || has(head, 0, "GIF89a");
		}

	},

	WEBP("webp") {

		@Override
		boolean matches(byte[] head) {
			return has(head, 0, "RIFF") && has(head, 8, "WEBP");
		}

	};

	/** Number of bytes that are needed to recognize a kind. */
	static final int HEAD = 12;

	private final String extension;

	ImageType(String extension) {
		this.extension = extension;
	}

	abstract boolean matches(byte[] head);

	String extension() {
		return this.extension;
	}

	/** Returns the kind of a file by its first bytes. */
	static Optional<ImageType> of(byte[] head) {
		return Arrays.stream(values()).filter((type) -> type.matches(head)).findFirst();
	}

	private static boolean has(byte[] head, int from, String text) {
		return has(head, from, text.getBytes(StandardCharsets.US_ASCII));
	}

	private static boolean has(byte[] head, int from, byte[] part) {
		int to = from + part.length;
		return head.length >= to && Arrays.equals(head, from, to, part, 0, part.length);
	}

}
