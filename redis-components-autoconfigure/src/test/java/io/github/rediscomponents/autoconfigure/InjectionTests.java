// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.test.SharedRedis;
import io.github.rediscomponents.topic.Topic;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The fields and parameters that get a declared instance, and the messages for those that
 * get none.
 */
@ExtendWith(OutputCaptureExtension.class)
class InjectionTests {

	private static final String[] DECLARED = { "redis-components.task-queue.queues.email.max-length=10",
			"redis-components.stream-queue.queues.email.max-payload=1MB",
			"redis-components.delay-queue.queues.email.max-length=10",
			"redis-components.limit-queue.queues.email.length=3", "redis-components.topic.topics.email.buffer=10",
			"redis-components.prefix-index.indexes.email.max-payload=1KB",
			"redis-components.recent-list.lists.email.length=3",
			"redis-components.bloom-filter.filters.email.capacity=10", "redis-components.ranked-set.sets.email.keep=1",
			"redis-components.one-time-code.purposes.email.ttl=5m" };

	@ParameterizedTest
	@ValueSource(classes = { Task.class, Stream.class, Delay.class, Limit.class, News.class, Index.class, Recent.class,
			Filter.class, Ranked.class, Codes.class, ByParameter.class, NameOnly.class, LastWord.class })
	void aPointWhoseNameMatchesNoDeclarationStopsTheStart(Class<?> user, CapturedOutput output) {
		assertThat(catchThrowable(() -> run(user))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "matches no declaration",
				"Declared there: email.", user.getName(), "emial");
		assertThat(output.getAll()).containsPattern("Did you mean 'email[A-Z][A-Za-z]+'\\?");
	}

	@Test
	void pointsMeanADeclarationByNameOrQualifierOrTakeAll() {
		try (ConfigurableApplicationContext context = run(Right.class)) {
			Right right = context.getBean(Right.class);
			assertThat(List.of(right.emailTaskQueue, right.emailQueue, right.email, right.taskQueue, right.other,
					right.another, right.provided.getObject()))
				.allSatisfy((queue) -> assertThat(queue.name()).isEqualTo("email"));
			assertThat(right.all).containsOnlyKeys("emailRankedSet");
			assertThat(right.list).hasSize(1);
			assertThat(right.sets.stream()).hasSize(1);
			assertThat(context.getBean(RankedSet.class).name()).isEqualTo("email");
		}
	}

	@Test
	void aQualifierThatNamesNoDeclarationStopsTheStart(CapturedOutput output) {
		assertThat(catchThrowable(() -> run(WrongQualifier.class))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "Declared there: email.");
	}

	@ParameterizedTest
	@ValueSource(classes = { TwoTypes.class, TwoIndexTypes.class })
	void twoPointsThatDisagreeOnTheTypeStopTheStart(Class<?> user, CapturedOutput output) {
		assertThat(catchThrowable(() -> run(user))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "'email' holds ", "java.lang.String",
				"java.lang.Integer", user.getName());
	}

	@Test
	void whereNothingIsDeclaredNoNameIsShown(CapturedOutput output) {
		assertThat(catchThrowable(() -> application(Task.class).run())).isNotNull();
		assertThat(output.getAll())
			.contains("Declared there: nothing.", "Declare it below 'redis-components.task-queue.queues'.")
			.doesNotContain("such as", "Did you mean");
	}

	@Test
	void anotherTypeThanTheDeclaredOneIsToldByItsProperty(CapturedOutput output) {
		assertThat(catchThrowable(
				() -> run(Declared.class, "redis-components.task-queue.queues.sms.type=java.lang.String")))
			.isNotNull();
		assertThat(output.getAll()).contains("'redis-components.task-queue.queues.sms.type' declares another type");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-components.cache.enabled", "redis-components.enabled" })
	void aDisabledComponentIsToldByItsProperty(String property, CapturedOutput output) {
		assertThat(catchThrowable(() -> run(Cached.class, property + "=false"))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START",
				"CacheClient, which is disabled by '" + property + "'");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-components.lock.enabled", "redis-components.enabled" })
	void aDisabledComponentOfAnAnnotationIsToldByItsMethod(String property, CapturedOutput output) {
		assertThat(catchThrowable(() -> run(GuardedUser.class, property + "=false"))).isNotNull();
		assertThat(output.getAll()).contains(
				"APPLICATION FAILED TO START", "@Locked on " + Guarded.class.getName()
						+ ".order() requires a DistributedLock, which is disabled by '" + property + "'",
				"or remove the annotation");
	}

	@Test
	void twoDeclarationsThatBecomeOneBeanStopTheStart(CapturedOutput output) {
		assertThat(catchThrowable(() -> run(Nothing.class, "redis-components.ranked-set.sets.gift-box.keep=1",
				"redis-components.ranked-set.sets[gift_box].keep=1")))
			.isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", "giftBoxRankedSet",
				"redis-components.ranked-set.sets.gift");
	}

	private static ConfigurableApplicationContext run(Class<?> user, String... properties) {
		return application(user).properties(DECLARED).properties(properties).run();
	}

	private static SpringApplicationBuilder application(Class<?> user) {
		return new SpringApplicationBuilder(PlainApplication.class, user).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.data.redis.url=" + SharedRedis.standalone().uri());
	}

	static class Nothing {

	}

	static class Task {

		@Autowired
		TaskQueue<String> emialTaskQueue;

	}

	static class Stream {

		@Autowired
		StreamQueue<String> emialStreamQueue;

	}

	static class Delay {

		@Autowired
		DelayQueue<String> emialDelayQueue;

	}

	static class Limit {

		@Autowired
		LimitQueue<String> emialLimitQueue;

	}

	static class News {

		@Autowired
		Topic<String> emialTopic;

	}

	static class Index {

		@Autowired
		PrefixIndex<String> emialPrefixIndex;

	}

	static class Recent {

		@Autowired
		RecentList emialRecentList;

	}

	static class Filter {

		@Autowired
		BloomFilter emialBloomFilter;

	}

	static class Ranked {

		@Autowired
		RankedSet emialRankedSet;

	}

	static class Codes {

		@Autowired
		OneTimeCodes emialOneTimeCodes;

	}

	static class ByParameter {

		ByParameter(TaskQueue<String> emialTaskQueue) {
		}

	}

	static class NameOnly {

		@Autowired
		TaskQueue<String> emial;

	}

	static class LastWord {

		@Autowired
		TaskQueue<String> emialQueue;

	}

	static class Right {

		@Autowired
		TaskQueue<String> emailTaskQueue;

		@Autowired
		TaskQueue<String> emailQueue;

		@Autowired
		TaskQueue<String> email;

		@Autowired
		TaskQueue<String> taskQueue;

		@Autowired
		@Qualifier("email")
		TaskQueue<String> other;

		@Autowired
		@Qualifier("emailTaskQueue")
		TaskQueue<String> another;

		@Autowired
		@Qualifier("email")
		ObjectProvider<TaskQueue<String>> provided;

		@Autowired
		Map<String, RankedSet> all;

		@Autowired
		List<RankedSet> list;

		@Autowired
		ObjectProvider<RankedSet> sets;

	}

	static class WrongQualifier {

		@Autowired
		@Qualifier("sms")
		TaskQueue<String> emailTaskQueue;

	}

	static class TwoTypes {

		@Autowired
		TaskQueue<String> emailTaskQueue;

		@Autowired
		TaskQueue<Integer> email;

	}

	static class TwoIndexTypes {

		@Autowired
		PrefixIndex<String> emailPrefixIndex;

		@Autowired
		PrefixIndex<Integer> email;

	}

	static class Declared {

		@Autowired
		TaskQueue<Integer> smsTaskQueue;

	}

	@Import(Guarded.class)
	static class GuardedUser {

		@Autowired
		Guarded guarded;

	}

	static class Guarded {

		@Locked(name = "order")
		public void order() {
		}

	}

	static class Cached {

		@Autowired
		CacheClient cache;

	}

}
