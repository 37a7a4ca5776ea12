// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.nio.charset.StandardCharsets;

/**
 * The slot of a key, as the Redis Cluster specification defines it: CRC16 (XMODEM) of the
 * key, or of the text in its first braces, modulo 16384.
 */
final class ClusterSlots {

	static final int COUNT = 16384;

	private ClusterSlots() {
	}

	static int of(String key) {
		int open = key.indexOf('{');
		int close = key.indexOf('}', open + 1);
		boolean tagged = open >= 0 && close > open + 1;
		return crc16(tagged ? key.substring(open + 1, close) : key) % COUNT;
	}

	private static int crc16(String text) {
		int crc = 0;
		for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
			crc ^= (b & 0xff) << 8;
			for (int bit = 0; bit < 8; bit++) {
				crc = ((crc & 0x8000) != 0) ? (crc << 1) ^ 0x1021 : crc << 1;
			}
		}
		return crc & 0xffff;
	}

}
