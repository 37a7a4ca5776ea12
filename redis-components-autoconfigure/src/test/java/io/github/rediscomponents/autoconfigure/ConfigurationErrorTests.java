// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.Map;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.autoconfigure.check.PropertyTreeAutoConfiguration;
import io.github.rediscomponents.autoconfigure.lock.LockProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.test.SharedRedis;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Wrong configuration stops the start and names the property, in the words that a user
 * sees.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConfigurationErrorTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-components.key-prefix=a{b}                            | redis-components.key-prefix
					redis-components.command-timeout=0s                         | redis-components.command-timeout
					redis-components.command-timeout=soon                       | redis-components.command-timeout
					redis-components.lock.lease=1ms                             | redis-components.lock.lease
					redis-components.lock.leese=30s                             | redis-components.lock.leese' is unknown. Did you mean 'lease' below 'redis-components.lock'?
					redis-components.key-prfx=shop                              | redis-components.key-prfx' is unknown. Did you mean 'key-prefix' below 'redis-components'?
					redis-components.lok.lease=30s                              | redis-components.lok.lease' is unknown. Did you mean 'lock' below 'redis-components'?
					redis-components.annotations.order=many                     | redis-components.annotations.order' must be a whole number
					redis-components.annotations.order=${no.such}               | redis-components.annotations.order' must be a whole number
					redis-components.lock.quorum.nodes=${no.such}               | redis-components.lock.quorum.nodes' must be readable
					redis-components.servers.hot.host=${no.such}                | redis-components.servers.hot.host' must be readable
					redis-components.servers.hot.host=a${no.such}b              | redis-components.servers.hot.host' must be readable
					host=${no.such};redis-components.servers.hot.host=${host}   | redis-components.servers.hot.host' must be readable
					redis-components.servers.hot.host=a;redis-components.servers.hot.password=${no.such} | redis-components.servers.hot.password' must be readable
					redis-components.servers.hot.host=a;redis-components.servers.hot.client-name=${no.such} | redis-components.servers.hot.client-name' must be readable
					redis-components.servers.hot.cluster.nodes=a:1,${no.such}:2 | redis-components.servers.hot.cluster.nodes' must be readable
					redis-components.servers.hot.cluster.nodes[0]=${no.such}:2  | redis-components.servers.hot.cluster.nodes[0]' must be readable
					redis-components.servers.hot.sentinel.nodes=a:1;redis-components.servers.hot.sentinel.master=${no.such} | redis-components.servers.hot.sentinel.master' must be readable
					redis-components.connection-factory=${no.such}              | redis-components.connection-factory' must be readable
					redis-components.key-prefix=${no.such}                      | redis-components.key-prefix' must be readable
					redis-components.console.read-role=${no.such}               | redis-components.console.read-role' must be readable
					redis-components.console.operate-role=${no.such}            | redis-components.console.operate-role' must be readable
					redis-components.console.path=/${no.such}                   | redis-components.console.path' must be readable
					redis-components.stream-queue.defaults.group=${no.such}     | redis-components.stream-queue.defaults.group' must be readable
					redis-components.stream-queue.queues.orders.group=${no.such} | redis-components.stream-queue.queues.orders.group' must be readable
					redis-components.lock.enabled=false;redis-components.lock.leese=30s | redis-components.lock.leese' is unknown
					redis-components.lock.lease.seconds=30                      | redis-components.lock.lease.seconds
					redis-components.cache.defaults.ttl=30                      | redis-components.cache.defaults.ttl' must have a unit: '30' would be 30 milliseconds
					redis-components.cache.caches.shop.ttl=30                   | redis-components.cache.caches.shop.ttl' must have a unit: '30' would be 30 milliseconds
					minutes=30;redis-components.cache.defaults.ttl=${minutes}   | redis-components.cache.defaults.ttl' must have a unit: '30' would be 30 milliseconds
					redis-components.rate-limit.policies.code.limit=1;redis-components.rate-limit.policies.code.period=60 | period' must have a unit
					redis-components.cache.caches.shop.tll=30m                  | redis-components.cache.caches.shop.tll
					redis-components.lock.engine=redisson                       | redis-components.lock.engine' is 'redisson', but the application has no RedissonClient
					redis-components.lock.engine=jedis                          | redis-components.lock.engine
					redis-components.semaphore.lease=1ms                        | redis-components.semaphore.lease
					redis-components.semaphore.poll-bound=2h                    | redis-components.semaphore.poll-bound
					redis-components.semaphore.drift-margin=0.6                 | redis-components.semaphore.drift-margin
					redis-components.semaphore.permits=5                        | redis-components.semaphore.permits
					redis-components.semaphore.semaphores.p.fair=true           | redis-components.semaphore.semaphores.p.permits
					redis-components.semaphore.semaphores.p.permits=0           | redis-components.semaphore.semaphores.p.permits
					redis-components.semaphore.semaphores.p.permits=many        | redis-components.semaphore.semaphores.p.permits
					redis-components.semaphore.semaphores.p.size=3              | redis-components.semaphore.semaphores.p.size
					redis-components.lock.poll-bound=2h                         | redis-components.lock.poll-bound
					redis-components.lock.quorum.nodes=redis://a,redis://b      | redis-components.lock.quorum.nodes
					redis-components.lock.quorum.nodes=redis://a                | redis-components.lock.quorum.nodes
					redis-components.lock.quorum.nodes=redis://a,redis://b,redis://A:6379/2 | redis-components.lock.quorum.nodes
					redis-components.lock.quorum.nodes=redis://a,redis://b,http://c | redis-components.lock.quorum.nodes
					redis-components.lock.quorum.nodes=redis://a,redis://b,redis://c:x | redis-components.lock.quorum.nodes
					redis-components.lock.quorum.nodse=redis://a                | redis-components.lock.quorum.nodse
					redis-components.cache.defaults.jitter=3                    | redis-components.cache.defaults.jitter
					redis-components.cache.probe-interval=1ms                   | redis-components.cache.probe-interval
					redis-components.cache.defaults.local.ttl=2h                | redis-components.cache.defaults.local.ttl
					redis-components.cache.defaults.local.invalidation=carrier  | redis-components.cache.defaults.local.invalidation
					redis-components.cache.caches.shop.local.max-entries=0      | redis-components.cache.caches.shop.local.max-entries
					redis-components.cache.caches.shop.local.max-bytes=-1B      | redis-components.cache.caches.shop.local.max-bytes
					redis-components.cache.caches.shop.writing.fence=-1s        | redis-components.cache.caches.shop.writing.fence
					redis-components.cache.defaults.writing.fence=11m           | redis-components.cache.defaults.writing.fence
					redis-components.cache.defaults.writing.fence=30            | redis-components.cache.defaults.writing.fence' must have a unit
					redis-components.cache.defaults.writing.after-commit=maybe  | redis-components.cache.defaults.writing.after-commit
					redis-components.cache.caches.shop.writing.on-invalidation-failure=ignore | redis-components.cache.caches.shop.writing.on-invalidation-failure
					redis-components.cache.caches.shop.writing.max-queued-invalidations=0 | redis-components.cache.caches.shop.writing.max-queued-invalidations
					redis-components.cache.defaults.writing.max-queued-invalidations=1000001 | redis-components.cache.defaults.writing.max-queued-invalidations
					redis-components.cache.caches.shop.writing.fense=1s         | redis-components.cache.caches.shop.writing.fense
					redis-components.cache.caches.shop.ttl=0s                   | redis-components.cache.caches.shop.ttl
					redis-components.cache.caches.shop.null-ttl=-1s             | redis-components.cache.caches.shop.null-ttl
					redis-components.cache.caches.shop.codec=kryo               | redis-components.cache.caches.shop.codec
					redis-components.cache.defaults.codec=jsn                   | redis-components.cache.defaults.codec
					redis-components.cache.caches.shop.codec=binary             | redis-components.cache.caches.shop.codec' must not be binary without jackson-dataformat-cbor
					redis-components.cache.caches.shop.compress-above=-1B       | redis-components.cache.caches.shop.compress-above
					redis-components.cache.defaults.compress-above=much         | redis-components.cache.defaults.compress-above
					redis-components.cache.caches.shop.max-value-bytes=1B       | redis-components.cache.caches.shop.max-value-bytes
					redis-components.cache.defaults.max-value-bytes=3GB         | redis-components.cache.defaults.max-value-bytes
					redis-components.limit-queue.queues.gift.length=0           | redis-components.limit-queue.queues.gift.length
					redis-components.limit-queue.queues.gift.dedupe=twice       | redis-components.limit-queue.queues.gift.dedupe
					redis-components.limit-queue.queues.gift.type=no.such.Type  | redis-components.limit-queue.queues.gift.type
					redis-components.group-chat.max-messages=0                  | redis-components.group-chat.max-messages
					redis-components.group-chat.max-payload=17MB                | redis-components.group-chat.max-payload
					redis-components.group-chat.ttl=1ms                         | redis-components.group-chat.ttl
					redis-components.mailbox.overflow=explode                  | redis-components.mailbox.overflow
					redis-components.mailbox.id-window=0s                       | redis-components.mailbox.id-window
					redis-components.mailbox.max-mails=1                        | redis-components.mailbox.max-mails
					redis-components.stream-queue.defaults.visibility=100ms     | redis-components.stream-queue.defaults.visibility
					redis-components.stream-queue.defaults.type=java.lang.String | redis-components.stream-queue.defaults.type
					redis-components.stream-queue.queues.orders.group=          | redis-components.stream-queue.queues.orders.group
					redis-components.stream-queue.queues.orders.retention=forever | redis-components.stream-queue.queues.orders.retention
					redis-components.stream-queue.queues.orders.type=no.such.Type | redis-components.stream-queue.queues.orders.type
					redis-components.stream-queue.queues.orders=7               | redis-components.stream-queue.queues.orders
					redis-components.task-queue.queues.email.max-deliveries=0   | redis-components.task-queue.queues.email.max-deliveries
					redis-components.task-queue.queues.email.max-payload=65MB   | redis-components.task-queue.queues.email.max-payload
					redis-components.task-queue.queues.email.group=mine         | redis-components.task-queue.queues.email.group
					redis-components.task-queue.queues.email.overflow=drop      | redis-components.task-queue.queues.email.overflow
					redis-components.task-queue.backoff=1s                      | redis-components.task-queue.backoff
					redis-components.queue-listener.drain-timeout=-1s           | redis-components.queue-listener.drain-timeout
					redis-components.queue-listener.patience=1s                 | redis-components.queue-listener.patience
					redis-components.topic.buffer=0                             | redis-components.topic.buffer
					redis-components.topic.topics.prices.buffer=0               | redis-components.topic.topics.prices.buffer
					redis-components.topic.topics.prices.max-payload=3GB        | redis-components.topic.topics.prices.max-payload
					redis-components.topic.max-payload=3GB                      | redis-components.topic.max-payload
					redis-components.mailbox.max-payload=5GB                    | redis-components.mailbox.max-payload
					redis-components.group-chat.max-payload=4GB                 | redis-components.group-chat.max-payload
					redis-components.stream-queue.defaults.max-payload=3GB      | redis-components.stream-queue.defaults.max-payload
					redis-components.prefix-index.indexes.s.max-payload=3GB     | redis-components.prefix-index.indexes.s.max-payload
					redis-components.cache.caches.shop.compress-above=-3GB      | redis-components.cache.caches.shop.compress-above
					redis-components.topic.topics.prices.max-payload=17MB       | redis-components.topic.topics.prices.max-payload
					redis-components.topic.topics.prices.type=no.such.Type      | redis-components.topic.topics.prices.type
					redis-components.topic.topics.prices.bufer=10               | redis-components.topic.topics.prices.bufer
					redis-components.ranked-set.sets.p.order=best               | redis-components.ranked-set.sets.p.order
					redis-components.ranked-set.sets.p.periods=hour             | redis-components.ranked-set.sets.p.periods
					redis-components.ranked-set.sets.p.zone=Mars/Olympus        | redis-components.ranked-set.sets.p.zone
					redis-components.ranked-set.sets.p.keep=400                 | redis-components.ranked-set.sets.p.keep
					redis-components.ranked-set.sets.p.max-score=9007199254740992 | redis-components.ranked-set.sets.p.max-score
					redis-components.ranked-set.sets.p.min=1                    | redis-components.ranked-set.sets.p.min
					redis-components.recent-list.lists.c.length=1001            | redis-components.recent-list.lists.c.length
					redis-components.recent-list.lists.c.ttl=1ms                | redis-components.recent-list.lists.c.ttl
					redis-components.recent-list.lists.c.size=5                 | redis-components.recent-list.lists.c.size
					redis-components.prefix-index.indexes.s.accents=maybe       | redis-components.prefix-index.indexes.s.accents
					redis-components.prefix-index.indexes.s.max-payload=65KB    | redis-components.prefix-index.indexes.s.max-payload
					redis-components.prefix-index.indexes.s.type=no.such.Type   | redis-components.prefix-index.indexes.s.type
					redis-components.prefix-index.indexes.s.kind=x              | redis-components.prefix-index.indexes.s.kind
					redis-components.bloom-filter.filters.u.error-rate=0.1      | redis-components.bloom-filter.filters.u.capacity
					redis-components.bloom-filter.filters.u.capacity=0          | redis-components.bloom-filter.filters.u.capacity
					redis-components.bloom-filter.filters.u.capacity=5;redis-components.bloom-filter.filters.u.error-rate=0.6 | redis-components.bloom-filter.filters.u.error-rate
					redis-components.bloom-filter.filters.u.capacity=5;redis-components.bloom-filter.filters.u.alarm-at=0 | redis-components.bloom-filter.filters.u.alarm-at
					redis-components.bloom-filter.filters.u.capacity=5;redis-components.bloom-filter.filters.u.settle=2h | redis-components.bloom-filter.filters.u.settle
					redis-components.bloom-filter.filters.u.capacity=5;redis-components.bloom-filter.filters.u.engine=xor | redis-components.bloom-filter.filters.u.engine
					redis-components.bloom-filter.filters.u.hashes=3            | redis-components.bloom-filter.filters.u.hashes
					redis-components.cache.caches.shop.loading.fail-safe=-1s    | redis-components.cache.caches.shop.loading.fail-safe
					redis-components.cache.caches.shop.loading.hard-timeout=30  | redis-components.cache.caches.shop.loading.hard-timeout' must have a unit
					redis-components.cache.caches.shop.loading.max-concurrent-loads=0 | redis-components.cache.caches.shop.loading.max-concurrent-loads
					redis-components.cache.caches.shop.loading.max-async-calls=0 | redis-components.cache.caches.shop.loading.max-async-calls
					redis-components.cache.caches.shop.loading.early-refresh=sometimes | redis-components.cache.caches.shop.loading.early-refresh
					redis-components.cache.caches.shop.loading.failsafe-time=1s | redis-components.cache.caches.shop.loading.failsafe-time
					redis-components.cache.defaults.loading.early-refresh-fraction=1 | redis-components.cache.defaults.loading.early-refresh-fraction
					redis-components.cache.caches.shop.bloom-filter=shops       | redis-components.cache.caches.shop.bloom-filter
					redis-components.cache.defaults.bloom-filter=shops          | redis-components.cache.defaults.bloom-filter
					redis-components.day-bitmap.zone=Atlantis                   | redis-components.day-bitmap.zone
					redis-components.day-bitmap.check-in-months=0               | redis-components.day-bitmap.check-in-months
					redis-components.day-bitmap.active-retention=1h             | redis-components.day-bitmap.active-retention
					redis-components.day-bitmap.zones=UTC                       | redis-components.day-bitmap.zones
					redis-components.unique-counter.zone=Atlantis               | redis-components.unique-counter.zone
					redis-components.unique-counter.exact-limit=1001            | redis-components.unique-counter.exact-limit
					redis-components.unique-counter.retention=0s                | redis-components.unique-counter.retention
					redis-components.view-counter.zone=Atlantis                 | redis-components.view-counter.zone
					redis-components.view-counter.flush-interval=10ms           | redis-components.view-counter.flush-interval
					redis-components.view-counter.minute-retention=8d           | redis-components.view-counter.minute-retention
					redis-components.view-counter.hour-retention=1m             | redis-components.view-counter.hour-retention
					redis-components.view-counter.day-retention=0s              | redis-components.view-counter.day-retention
					redis-components.view-counter.max-pages=0                   | redis-components.view-counter.max-pages
					redis-components.view-counter.max-pending-pages=2000000     | redis-components.view-counter.max-pending-pages
					redis-components.token-session.ttl=0s                       | redis-components.token-session.ttl
					redis-components.token-session.max-lifetime=20000d          | redis-components.token-session.max-lifetime
					redis-components.token-session.renew-below=1.5              | redis-components.token-session.renew-below
					redis-components.token-session.max-sessions=0               | redis-components.token-session.max-sessions
					redis-components.token-session.timeout=5m                   | redis-components.token-session.timeout
					redis-components.one-time-code.purposes.c.length=3          | redis-components.one-time-code.purposes.c.length
					redis-components.one-time-code.purposes.c.ttl=8d            | redis-components.one-time-code.purposes.c.ttl
					redis-components.one-time-code.purposes.c.resend-interval=2d| redis-components.one-time-code.purposes.c.resend-interval
					redis-components.one-time-code.purposes.c.attempts=0        | redis-components.one-time-code.purposes.c.attempts
					redis-components.one-time-code.purposes.c.digits=6          | redis-components.one-time-code.purposes.c.digits
					redis-components.geo.max-results=0                          | redis-components.geo.max-results
					redis-components.geo.scroll-ttl=2h                          | redis-components.geo.scroll-ttl
					redis-components.geo.radius=5                               | redis-components.geo.radius
					redis-components.follow-graph.max-following=0               | redis-components.follow-graph.max-following
					redis-components.follow-graph.max=5                         | redis-components.follow-graph.max
					redis-components.feed.max-items=0                           | redis-components.feed.max-items
					redis-components.feed.max-items=10001                       | redis-components.feed.max-items
					redis-components.feed.backfill=-1                           | redis-components.feed.backfill
					redis-components.feed.pull-threshold=0                      | redis-components.feed.pull-threshold
					redis-components.feed.inactive-after=10ms                   | redis-components.feed.inactive-after
					redis-components.feed.batch-size=0                          | redis-components.feed.batch-size
					redis-components.feed.workers=-1                            | redis-components.feed.workers
					redis-components.feed.size=5                                | redis-components.feed.size
					redis-components.id.epoch=1960-01-01T00:00:00Z              | redis-components.id.epoch
					redis-components.id.max-block=0                             | redis-components.id.max-block
					redis-components.rate-limit.policies.code.limit=1           | redis-components.rate-limit.policies.code.period
					redis-components.rate-limit.policies.code.algorithm=guess   | redis-components.rate-limit.policies.code
					redis-components.rate-limit.policies.code.local-share=half  | redis-components.rate-limit.policies.code.local-share
					redis-components.rate-limit.policies.code.local-rejections=2m;redis-components.rate-limit.policies.code.limit=1;redis-components.rate-limit.policies.code.period=1s | local-rejections must be between 0 and 1m
					redis-components.rate-limit.policies.code.local-share=2;redis-components.rate-limit.policies.code.limit=1;redis-components.rate-limit.policies.code.period=1s | local-share must be above 0 and at most 1
					redis-components.rate-limit.policies.code.on-redis-failure=local;redis-components.rate-limit.policies.code.limit=1;redis-components.rate-limit.policies.code.period=1s | local-share must be set for on-redis-failure local
					""")
	void stopsTheStartWithThePropertysName(String property, String named, CapturedOutput output) {
		SpringApplication application = new SpringApplicationBuilder(ComponentsApplication.class)
			.web(WebApplicationType.NONE)
			.properties(property.strip().split(";"))
			.properties("spring.main.banner-mode=off")
			.build();
		assertThat(catchThrowable(application::run)).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START").contains(named.strip());
	}

	@Test
	void namesThatTheApplicationGivesAndThoseOfAModuleThatIsNotThereAreNoMistakes() {
		SpringApplication application = new SpringApplicationBuilder(PlainApplication.class)
			.web(WebApplicationType.NONE)
			.properties("redis-components.embedded.enabled=false", "redis-components.embedded.port=0",
					"redis-components.cache.caches.any_Name.ttl=30m", "redis-components.cache.caches[a.b].ttl=30m",
					"redis-components.rankedSet.sets.myPoints.min_score=0", "redis-components.http-rate-limit.order=5",
					"redis-components.http-rate-limit.rules[0].paths[0]=/a",
					"redis-components.http-rate-limit.rules[0].policy=p",
					"redis-components.lock.quorum.node-timeout=500ms", "redis-components.keyPrefix=shop",
					"redis-components.command-timeout=2000", "redis-componentsx.any=1")
			.properties("spring.main.banner-mode=off", "spring.data.redis.url=" + SharedRedis.standalone().uri())
			.build();
		application.setEnvironment(
				environment(Map.of("REDIS_COMPONENTS_LOCK_LEASE", "45s", "REDIS_COMPONENTS_PORT", "tcp://10.0.0.1:80",
						"REDIS_COMPONENTS_SERVICE_HOST", "10.0.0.1", "REDISCOMPONENTS_CACHE_DEFAULTS_NULLTTL", "3m")));
		try (ConfigurableApplicationContext context = application.run()) {
			assertThat(context.getBean(PropertySettings.class)
				.properties("redis-components.lock", LockProperties.class)
				.lease()).isEqualTo(Duration.ofSeconds(45));
		}
	}

	@Test
	void aMistypedPropertyOfAProfileStopsTheStart(CapturedOutput output) {
		SpringApplication application = new SpringApplicationBuilder(PlainApplication.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.config.name=mistyped", "spring.profiles.active=dev")
			.build();
		assertThat(catchThrowable(application::run)).isNotNull();
		assertThat(output.getAll()).contains("'redis-components.lock.leaze' is unknown. Did you mean 'lease'");
	}

	@Test
	void aMistypedPropertyIsReportedByARefresh() {
		TestContexts.connected().run((context) -> {
			TestPropertyValues.of("redis-components.lok.lease=30s", "redis-components.lock.lease=20s").applyTo(context);
			Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(refresh.changed()).containsExactly("redis-components.lock");
			assertThat(refresh.refused()).singleElement().asString().contains("redis-components.lok.lease", "lock");
		});
	}

	@Test
	void everyClassOfPropertiesIsInTheTree() {
		assertThat(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.github.rediscomponents.autoconfigure")
			.stream()
			.filter((type) -> type.isAnnotatedWith(ConfigurationProperties.class))
			.map((type) -> type.getAnnotationOfType(ConfigurationProperties.class))
			.map((annotation) -> annotation.prefix().isEmpty() ? annotation.value() : annotation.prefix()))
			.isNotEmpty()
			.allSatisfy((prefix) -> new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(PropertyTreeAutoConfiguration.class))
				.withPropertyValues(prefix + switch (prefix) {
					case "redis-components" -> ".command-timeout=1s";
					// Without its module there is no console that could be enabled.
					case "redis-components.console" -> ".enabled=false";
					default -> ".enabled=true";
				})
				.run((context) -> assertThat(context).hasNotFailed()));
	}

	@Test
	void twoConnectionFactoriesAreToldOfTheQualifier(CapturedOutput output) {
		SpringApplication application = new SpringApplicationBuilder(PlainApplication.class, TwoFactories.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off")
			.build();
		assertThat(catchThrowable(application::run)).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "one, other",
				"@RedisComponentsConnectionFactory");
	}

	private static StandardEnvironment environment(Map<String, Object> variables) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, new SystemEnvironmentPropertySource(
					StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
		return environment;
	}

}
