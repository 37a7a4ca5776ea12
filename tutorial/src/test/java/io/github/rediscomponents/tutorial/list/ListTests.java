// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.list;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.limit.Dedupe;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.tutorial.Pause;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Lists of a fixed length, and {@link LimitQueue} in the same scenes.
 */
class ListTests extends Scene {

	private static final LimitQueueSettings SETTINGS = LimitQueueSettings.of(3).withDedupe(Dedupe.VALUE);

	@Test
	void trimmedListBreaksWhenTheProcessDiesBetween() {
		TrimmedList list = new TrimmedList(this.redis, Pause.NONE);
		Stream.of("rose", "tea", "book").forEach(list::add);
		TrimmedList dying = new TrimmedList(this.redis, () -> {
			throw new IllegalStateException("kill -9");
		});
		assertThatIllegalStateException().isThrownBy(() -> dying.add("car"));
		assertThat(list.newest()).as("of three").containsExactly("car", "book", "tea", "rose");
	}

	@Test
	@Trace("Lists of a fixed length")
	void distinctListBreaksWithTwoWriters() {
		DistinctList other = new DistinctList(this.redis, Pause.NONE);
		DistinctList list = new DistinctList(this.redis, () -> other.add("rose"));
		list.add("rose");
		assertThat(list.newest()).containsExactly("rose", "rose");
	}

	@Test
	void queueHasTheNewestOnceAndIsNeverLonger() {
		LimitQueue<String> queue = queue();
		NewestGifts gifts = new NewestGifts(queue);
		Concurrently.repeat(4, 25, () -> {
			gifts.add("rose");
			gifts.add("tea");
			gifts.add("book");
			gifts.add("car");
			List<String> seen = queue.list();
			assertThat(seen).hasSizeLessThanOrEqualTo(3).doesNotHaveDuplicates();
		});
		gifts.add("rose");
		assertThat(gifts.newest()).hasSize(3).startsWith("rose");
	}

	@Test
	void offerCostsOneScript() {
		NewestGifts gifts = new NewestGifts(queue());
		gifts.add("rose");
		assertThat(sent(() -> gifts.add("tea"))).isEqualTo(Map.of("evalsha", 1L));
	}

	private LimitQueue<String> queue() {
		return opened(process().build()).limitQueues().get("gifts", String.class, SETTINGS);
	}

}
