// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each component on a server of a few megabytes with each {@code maxmemory-policy}:
 * another application floods it until keys are evicted, or until it refuses to take more.
 * What a component answers then is right, less or unknown, or the refusal; when the flood
 * is over, everything works again.
 */
class FullRedisCampaignTests {

	/**
	 * What locks and semaphores do on a full server is told by {@link FullRedisTests},
	 * the bitmap of the filter needs more than there is, and the delay queue and the
	 * one-time codes are asked as if one key at most was lost.
	 */
	private static final Pattern ELSEWHERE = Pattern.compile("\\block|semaphore|bloom|delay|codes");

	private static final int ATTEMPTS = 20;

	@ParameterizedTest(name = "{0}")
	@ValueSource(strings = { "noeviction", "allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru",
			"volatile-lfu", "volatile-random", "volatile-ttl" })
	void saysNothingWrongAndWorksAgain(String policy) throws Exception {
		Map<String, Integer> answers = new TreeMap<>();
		try (FullRedis full = new FullRedis(policy);
				CommandPort port = TestPorts.connected(TestPorts.open(full.server()));
				Background background = new Background()) {
			Map<Scene, Act> acts = new LinkedHashMap<>();
			for (Scene scene : scenes(false)) {
				String prefix = "full-" + scene.name().replace(' ', '-');
				Act act = scene.opener().open(port, new KeySpace(prefix), background);
				acts.put(scene, act);
				act.bringIn();
				EveryComponent.assertRight(scene, act);
			}
			full.flood();
			for (Map.Entry<Scene, Act> each : acts.entrySet()) {
				answers.merge(answer(full, each.getKey(), each.getValue()), 1, Integer::sum);
				bringIn(full, each.getValue());
			}
			full.ebb();
			for (Map.Entry<Scene, Act> each : acts.entrySet()) {
				each.getValue().bringIn();
				EveryComponent.assertRight(each.getKey(), each.getValue());
				each.getValue().closing().run();
			}
			for (Scene scene : scenes(true)) {
				if (!scene.name().contains("bloom")) {
					EveryComponent.use(scene, port, "after-" + scene.name().replace(' ', '-'), background);
				}
			}
			System.out.println("maxmemory-policy " + policy + ": " + answers + ", evicted " + full.evicted());
		}
	}

	private static List<Scene> scenes(boolean elsewhere) {
		return EveryComponent.scenes().filter((scene) -> ELSEWHERE.matcher(scene.name()).find() == elsewhere).toList();
	}

	private static String answer(FullRedis full, Scene scene, Act act) throws Exception {
		return undisturbed(full, () -> {
			Answer[] given = new Answer[1];
			boolean refused = refusable(() -> given[0] = act.ask());
			if (refused) {
				return "refused";
			}
			assertThat(given[0]).as("%s", scene).isNotEqualTo(Answer.WRONG);
			return given[0].toString();
		}, () -> bringIn(full, act));
	}

	private static void bringIn(FullRedis full, Act act) throws Exception {
		undisturbed(full, () -> refusable(act::bringIn), () -> {
		});
	}

	/**
	 * Does something again that went wrong while the server evicted keys: what it had
	 * read a step before may have been lost.
	 */
	private static <T> T undisturbed(FullRedis full, Callable<T> action, Concurrently.Action beforeNext)
			throws Exception {
		for (int left = ATTEMPTS;; left--) {
			long evicted = full.evicted();
			try {
				return action.call();
			}
			catch (AssertionError ex) {
				if (left == 0 || full.evicted() == evicted) {
					throw ex;
				}
			}
			beforeNext.run();
		}
	}

	/**
	 * Returns whether the server refused for its lack of memory, or had evicted what was
	 * just written.
	 */
	private static boolean refusable(Concurrently.Action action) throws Exception {
		try {
			action.run();
			return false;
		}
		catch (RedisUnavailableException ex) {
			assertThat(ex).message()
				.containsAnyOf("was dropped while it was read", "Redis must not evict it",
						"faster than they are mended");
			return true;
		}
		catch (RedisCommandException ex) {
			assertThat(ex).hasMessageContaining("OOM");
			return true;
		}
	}

}
