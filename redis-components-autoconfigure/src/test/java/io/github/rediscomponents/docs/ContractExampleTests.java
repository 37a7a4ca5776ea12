// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

import org.junit.jupiter.api.Nested;

import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.contract.ObserverContract;
import io.github.rediscomponents.contract.ValueCodecContract;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LossReason;

/**
 * What testing.md shows of codecs and observers of an application.
 */
class ContractExampleTests {

	@Nested
	class PriceCodecTests extends ValueCodecContract<Price> {

		@Override
		protected ValueCodec<Price> codec() {
			return new PriceCodec();
		}

		@Override
		protected List<Price> values() {
			return List.of(new Price(0), new Price(995), new Price(Long.MAX_VALUE));
		}

	}

	@Nested
	class LostLocksTests extends ObserverContract<LockObserver> {

		LostLocksTests() {
			super(LockObserver.class);
		}

		@Override
		protected LockObserver observer() {
			return new LostLocks();
		}

	}

	record Price(long cents) {

	}

	static class PriceCodec implements ValueCodec<Price> {

		@Override
		public String format() {
			return "price";
		}

		@Override
		public byte[] encode(Price value) {
			return Long.toString(value.cents()).getBytes(StandardCharsets.US_ASCII);
		}

		@Override
		public Price decode(byte[] bytes) {
			try {
				return new Price(Long.parseLong(new String(bytes, StandardCharsets.US_ASCII)));
			}
			catch (NumberFormatException ex) {
				throw new CodecException("Not a price", ex);
			}
		}

	}

	static class LostLocks implements LockObserver {

		final LongAdder count = new LongAdder();

		@Override
		public void lost(Lease lease, LossReason reason) {
			this.count.increment();
		}

	}

}
