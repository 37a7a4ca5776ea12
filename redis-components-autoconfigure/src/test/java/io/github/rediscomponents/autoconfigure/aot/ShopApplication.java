// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.LockedContext;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ratelimit.RateLimited;
import io.github.rediscomponents.ratelimit.RateLimitedException;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.topic.Topic;

/**
 * An application with every kind of declared bean, a listener and annotations. Says what
 * it finds, one line each.
 */
public final class ShopApplication {

	private ShopApplication() {
	}

	public static void main(String[] args) throws Exception {
		try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class, args)) {
			say("generated",
					AotDetector.useGeneratedArtifacts() && context.containsBean("redisComponentsRunRegistrars"));
			say("queues", new TreeSet<>(List.of(context.getBeanNamesForType(TaskQueue.class))));
			say("declared", context.getBean(Others.class).names());
			say("injected", context.getBean(Injected.class).names());
			context.getBean(Counter.class).work();
			say("done", true);
		}
	}

	private static void say(String name, Object value) {
		System.out.println(name + "=" + value);
	}

	record Order(long id, String user) {

	}

	record Price(String shop, long cents) {

	}

	record Gift(String name, List<Part> parts) {

	}

	record Part(String name, Optional<String> note) {

	}

	record Letter(String to) {

	}

	record Notice(String text) {

	}

	record Named(String name) {

	}

	/** Named by the configuration of the build only. */
	record Ticket(String seat) {

	}

	/** Named by the configuration of the build only. */
	record Wage(long cents) {

	}

	public record Stored(String text) {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	static class Shop {

		@Bean
		Counter counter(CacheClient caches, DistributedLock locks, IdWorker ids, Orders orders, Letters letters,
				LimitQueue<Gift> giftLimitQueue) {
			return new Counter(caches, locks, ids, orders, letters, giftLimitQueue);
		}

		@Bean
		Orders orders() {
			return new Orders();
		}

		@Bean
		Letters letters(TaskQueue<Letter> letterTaskQueue) {
			return new Letters(letterTaskQueue);
		}

		@Bean
		SettingsCustomizer<LockSettings> leases() {
			return (settings) -> settings.withLease(Duration.ofSeconds(77));
		}

		@Bean
		Injected injected(@Qualifier("letter") TaskQueue<Letter> one, ObjectProvider<LimitQueue<Gift>> giftLimitQueue) {
			return new Injected(one, giftLimitQueue.getObject());
		}

		@Bean
		Others others(StreamQueue<Order> orderStreamQueue, DelayQueue<Order> orderDelayQueue, Topic<Notice> noticeTopic,
				PrefixIndex<Named> shopPrefixIndex, RecentList searchRecentList, BloomFilter shopBloomFilter,
				RankedSet scoreRankedSet, OneTimeCodes loginOneTimeCodes) {
			return new Others(List.of(orderStreamQueue.name(), orderDelayQueue.name(), noticeTopic.name(),
					shopPrefixIndex.name(), searchRecentList.name(), shopBloomFilter.name(), scoreRankedSet.name(),
					loginOneTimeCodes.getClass().getSimpleName()));
		}

	}

	/** Injected by a qualifier, a provider and a field. */
	static class Injected {

		private final TaskQueue<Letter> qualified;

		private final LimitQueue<Gift> provided;

		@Autowired
		private Topic<Notice> noticeTopic;

		Injected(TaskQueue<Letter> qualified, LimitQueue<Gift> provided) {
			this.qualified = qualified;
			this.provided = provided;
		}

		List<String> names() {
			return List.of(this.qualified.name(), this.provided.name(), this.noticeTopic.name());
		}

	}

	/** Instances of the other kinds, which must be injectable. */
	record Others(List<String> names) {

	}

	static class Counter {

		private final TypedCache<String, Price> prices;

		private final DistributedLock locks;

		private final IdWorker ids;

		private final Orders orders;

		private final Letters letters;

		private final LimitQueue<Gift> gifts;

		Counter(CacheClient caches, DistributedLock locks, IdWorker ids, Orders orders, Letters letters,
				LimitQueue<Gift> gifts) {
			this.prices = caches.cache("price", Price.class);
			this.locks = locks;
			this.ids = ids;
			this.orders = orders;
			this.letters = letters;
			this.gifts = gifts;
		}

		void work() throws InterruptedException {
			say("loaded", this.prices.get("tea", (key) -> new Price("tea", 250)));
			say("cached", this.prices.get("tea", (key) -> new Price("none", 0)));
			say("ids", this.ids.nextId() < this.ids.nextId());
			say("token", this.orders.place(new Order(1, "ann")) > 0);
			say("customized", this.locks.get("lease").acquire().remaining().toSeconds() > 40);
			say("free", this.locks.get("order:ann").tryAcquire().isPresent());
			this.gifts.offer(new Gift("cup", List.of(new Part("ear", Optional.of("left")))));
			say("gifts", this.gifts.list());
			say("limited", limited());
			say("stored", this.orders.stored("a"));
			say("again", this.orders.stored("a"));
			this.letters.write(new Letter("bob"));
			say("letter", this.letters.read());
		}

		private List<Boolean> limited() {
			List<Boolean> limited = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				try {
					this.orders.sendCode(Map.of("phone", "1"));
					limited.add(false);
				}
				catch (RateLimitedException ex) {
					limited.add(true);
				}
			}
			return limited;
		}

	}

	static class Orders {

		private int stored;

		@Locked(name = "order", key = "#order.user")
		long place(Order order) {
			return LockedContext.lease().token();
		}

		@RateLimited(policy = "code", key = "#root.methodName + #to['phone']")
		void sendCode(Map<String, String> to) {
		}

		@Cacheable("stored")
		public Stored stored(String text) {
			return new Stored(text + ++this.stored);
		}

	}

	static class Letters {

		private final TaskQueue<Letter> queue;

		private final BlockingQueue<String> read = new LinkedBlockingQueue<>();

		Letters(TaskQueue<Letter> queue) {
			this.queue = queue;
		}

		void write(Letter letter) {
			this.queue.enqueue(letter);
		}

		String read() throws InterruptedException {
			return String.valueOf(this.read.poll(30, TimeUnit.SECONDS));
		}

		@QueueListener(queue = "letter")
		void on(Letter letter) {
			this.read.add(letter.to());
		}

	}

}
