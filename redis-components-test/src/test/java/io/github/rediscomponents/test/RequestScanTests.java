// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestScanTests {

	private static final String LONG = "x".repeat(100_000);

	private static String request(String... parts) {
		return "*" + parts.length + "\r\n"
				+ Stream.of(parts)
					.map((part) -> "$" + part.length() + "\r\n" + part + "\r\n")
					.collect(Collectors.joining());
	}

	private static RequestScan scan(String requests, int piece) {
		RequestScan scan = new RequestScan();
		byte[] sent = requests.getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < sent.length; i += piece) {
			scan.add(Arrays.copyOfRange(sent, i, Math.min(sent.length, i + piece)));
		}
		return scan;
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 7, 1 << 16 })
	void findsBlockingCommandsInPiecesOfAnySize(int piece) {
		String before = request("SET", "BLPOP", LONG) + request("XREAD", "STREAMS", "s", "0")
				+ request("SET", "", "BLOCK") + request("GET", "WAIT");
		assertThat(scan(before, piece).isBlocked()).isFalse();
		for (String blocking : new String[] { request("blpop", "list", "0"), request("WAIT", "1", "0"),
				request("XREADGROUP", "GROUP", "g", "c", "BLOCK", "0", "STREAMS", "s", ">") }) {
			RequestScan scan = scan(before + blocking + request("EXISTS", "a"), piece);
			assertThat(scan.isBlocked()).isTrue();
			scan.replied();
			assertThat(scan.isBlocked()).isFalse();
		}
	}

	@Test
	void ignoresWhatIsNoRequest() {
		for (String other : new String[] { "PING\r\n", "BLPOP a 0\r\n", "\u0016\u0003\u0001\n\n", "*x\r\n",
				"*1\r\n*1\r\n", LONG, "*1\r\n$-5\r\n" }) {
			assertThat(scan(other + request("BLPOP", "a", "0"), 5).isBlocked()).as(other).isFalse();
		}
	}

}
