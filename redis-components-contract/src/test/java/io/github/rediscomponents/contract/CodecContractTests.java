// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.util.List;

import org.junit.jupiter.api.Nested;

import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * The codecs of the components keep the contract.
 */
class CodecContractTests {

	@Nested
	class Json extends ValueCodecContract<Order> {

		@Override
		protected ValueCodec<Order> codec() {
			return ValueCodecs.json().codec(Order.class);
		}

		@Override
		protected List<Order> values() {
			return List.of(new Order(1, "tea"), new Order(Long.MIN_VALUE, "咖啡\u0000\"{}"));
		}

	}

	@Nested
	class Text extends ValueCodecContract<String> {

		@Override
		protected ValueCodec<String> codec() {
			return ValueCodecs.text().codec(String.class);
		}

		@Override
		protected List<String> values() {
			return List.of("tea", "", "\ud83c\udf75");
		}

	}

	@Nested
	class Bytes extends ValueCodecContract<byte[]> {

		@Override
		protected ValueCodec<byte[]> codec() {
			return ValueCodecs.bytes().codec(byte[].class);
		}

		@Override
		protected List<byte[]> values() {
			return List.of(new byte[0], new byte[] { 0, -1 });
		}

	}

	record Order(long id, String item) {

	}

}
