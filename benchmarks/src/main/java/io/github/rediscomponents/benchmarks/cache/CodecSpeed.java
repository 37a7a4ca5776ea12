// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;

import io.github.rediscomponents.benchmarks.Report;
import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.entry.EntryForms;
import io.github.rediscomponents.cache.entry.Envelope;
import io.github.rediscomponents.cache.entry.Payload;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * The forms of a cached value: how many bytes it has in Redis, and what it costs to make
 * them and to read them, in time of the processor. Without Redis.
 */
public final class CodecSpeed {

	private static final int CALLS = Integer.getInteger("bench.calls", 20_000);

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private CodecSpeed() {
	}

	public static void print(int rounds) {
		System.out.printf("%n### Forms of a cached value%n%n");
		System.out.println("| value | form | bytes | to write (us) | to read (us) | allocated by reading (bytes) |");
		System.out.println("|---|---|---|---|---|---|");
		Shop shop = Shop.of(1);
		print("1 shop", shop, Shop.class, rounds);
		print("20 shops", IntStream.range(0, 20).mapToObj(Shop::of).toList(), new TypeRef<List<Shop>>() {
		}.type(), rounds);
		print("200 shops", IntStream.range(0, 200).mapToObj(Shop::of).toList(), new TypeRef<List<Shop>>() {
		}.type(), rounds);
	}

	private static <V> void print(String title, V value, Type type, int rounds) {
		Form<V> json = new Form<>("json", value, type, ValueCodecs.json(), 0);
		Form<V> binary = new Form<>("binary", value, type, ValueCodecs.binary(), 0);
		Form<V> compressed = new Form<>("json, compressed", value, type, ValueCodecs.json(), 1);
		Form<V> both = new Form<>("binary, compressed", value, type, ValueCodecs.binary(), 1);
		List<Form<V>> forms = List.of(json, binary, compressed, both);
		int calls = Math.max(100, (int) (CALLS * 300L / json.entry.length));
		forms.forEach((form) -> form.run(3 * calls));
		forms.forEach(Form::forget);
		for (int round = 0; round < rounds; round++) {
			forms.forEach((form) -> form.run(calls));
		}
		forms.forEach((form) -> form.print(title));
	}

	/** What a city guide keeps of a shop. */
	record Shop(long id, String name, int typeId, String area, String address, double x, double y, long avgPrice,
			int sold, int comments, int score, String openHours, List<String> images) {

		private static final String[] AREAS = { "大关", "拱宸桥/上塘", "Marina", "Hayes Valley" };

		static Shop of(int id) {
			return new Shop(id, "Tea house 茶餐厅 " + id, 1 + id % 10, AREAS[id % AREAS.length], "金华路锦昌文华苑" + 7 * id + "号",
					120.149192 + id / 1e4, 30.316078 - id / 1e4, 80 + id % 40, 4215 + id, 3035 - id, 37 + id % 13,
					"10:00-22:00", List.of("/shops/" + id + "/1.webp", "/shops/" + id + "/2.webp"));
		}

	}

	private static final class Form<V> {

		private final String name;

		private final V value;

		private final Envelope<V> envelope;

		private final int compressAbove;

		private final byte[] entry;

		private final List<Double> writes = new ArrayList<>();

		private final List<Double> reads = new ArrayList<>();

		private long allocated;

		Form(String name, V value, Type type, ValueCodecs codecs, int compressAbove) {
			this.name = name;
			this.value = value;
			this.compressAbove = compressAbove;
			this.envelope = new Envelope<>(type,
					new EntryForms<>(name, (choice) -> codecs.codec(type), () -> CacheCodec.APPLICATION),
					() -> Integer.MAX_VALUE);
			Payload payload = this.envelope.encode(value).compressedAbove(compressAbove);
			byte[] after = payload.after(0, 0);
			this.entry = ByteBuffer.allocate(2 + Long.BYTES + after.length)
				.put(payload.before(false, false))
				.putLong(0)
				.put(after)
				.array();
		}

		void run(int calls) {
			long start = THREADS.getCurrentThreadCpuTime();
			for (int i = 0; i < calls; i++) {
				Objects
					.requireNonNull(this.envelope.encode(this.value).compressedAbove(this.compressAbove).after(0, i));
			}
			long written = THREADS.getCurrentThreadCpuTime();
			long before = THREADS.getCurrentThreadAllocatedBytes();
			for (int i = 0; i < calls; i++) {
				if (!this.envelope.isOurs(this.entry) || this.envelope.value(this.entry) == null) {
					throw new IllegalStateException(this.name);
				}
			}
			long read = THREADS.getCurrentThreadCpuTime();
			this.allocated = (THREADS.getCurrentThreadAllocatedBytes() - before) / calls;
			this.writes.add((written - start) / 1e3 / calls);
			this.reads.add((read - written) / 1e3 / calls);
		}

		void forget() {
			this.writes.clear();
			this.reads.clear();
		}

		void print(String title) {
			System.out.printf(Locale.ROOT, "| %s | %s | %,d | %,.1f | %,.1f | %,d |%n", title, this.name,
					this.entry.length, Report.median(this.writes), Report.median(this.reads), this.allocated);
		}

	}

}
