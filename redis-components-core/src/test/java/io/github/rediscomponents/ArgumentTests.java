// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A bad argument is refused by the name of its parameter before anything is sent: there
 * is no Redis here.
 */
class ArgumentTests {

	private static final String LONG = "x".repeat(513);

	private static final TypeRef<String> NO_TYPE = null;

	private static final Class<String> NO_CLASS = null;

	private final LettuceConnectionFactory factory = TestFactories.to(1);

	private final RedisComponents components = RedisComponents.on(this.factory)
		.settings(ComponentType.TASK_QUEUE, Map.of("email", WorkQueueSettings.defaults()))
		.build();

	@AfterEach
	void close() {
		this.components.close();
		this.factory.destroy();
	}

	@ParameterizedTest
	@MethodSource("refused")
	void isRefusedByItsName(String parameter, Consumer<RedisComponents> call) {
		assertThatIllegalArgumentException().isThrownBy(() -> call.accept(this.components))
			.withMessageStartingWith(parameter + " must not be ");
	}

	private static Stream<Arguments> refused() {
		return Stream.of(row("name", (all) -> all.locks().get(null)), row("name", (all) -> all.locks().get("")),
				row("name", (all) -> all.locks().get(LONG)), row("name", (all) -> all.locks().fair(null)),
				row("name", (all) -> all.locks().readWrite("")), row("name", (all) -> all.locks().all(List.of(""))),
				row("name", (all) -> all.semaphores().get("", SemaphoreOptions.of(1))),
				row("user", (all) -> all.feed().followed(null, "ana")),
				row("followed", (all) -> all.feed().followed("ben", null)),
				row("user", (all) -> all.feed().unfollowed("", "ana")),
				row("followed", (all) -> all.feed().unfollowed("ben", null)),
				row("type", (all) -> all.taskQueues().get("email", NO_TYPE)),
				row("type", (all) -> all.taskQueues().get("email", NO_CLASS)),
				row("type", (all) -> all.delayQueues().get("email", NO_TYPE, WorkQueueSettings.defaults())),
				row("type", (all) -> all.limitQueues().get("email", NO_TYPE, LimitQueueSettings.of(3))),
				row("type", (all) -> all.topics().get("email", NO_TYPE)),
				row("body", (all) -> all.groupChats().get(NO_TYPE)), row("body", (all) -> all.mailboxes().get(NO_TYPE)),
				row("payload", (all) -> all.prefixIndexes().get("email", NO_TYPE)),
				row("purpose", (all) -> all.oneTimeCodes().get(null)), row("from",
						(all) -> all.uniqueCounter().merge("all", LocalDate.EPOCH, null, List.of(LocalDate.EPOCH))));
	}

	private static Arguments row(String parameter, Consumer<RedisComponents> call) {
		return Arguments.of(parameter, call);
	}

}
