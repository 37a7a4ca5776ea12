// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.eviction.Eviction.Stage;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Deletes every single key of every component, as an eviction does, and asks what the
 * component says then, at once and after the application has brought in again what it
 * has. With {@code -Dcampaign.scale=10} there are further rounds, each of which deletes
 * keys at random moments.
 */
public class EvictionCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final int ROUNDS = (SCALE > 1) ? 2 * SCALE : 1;

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final long SEED = Long.getLong("campaign.seed", 36L);

	private static RedisServer server;

	private static CommandPort port;

	private static Background background;

	@BeforeAll
	static void start() {
		server = RedisServer.start();
		port = TestPorts.open(server.uri(), PATIENCE);
		background = new Background();
	}

	@AfterAll
	static void stop() {
		port.close();
		background.close();
		server.close();
	}

	static Stream<Scene> scenes() {
		return EvictionScenes.all();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void saysNothingWrongWhenASingleKeyIsLost(Scene scene) throws Exception {
		Map<String, Answer> found = new TreeMap<>();
		// How many there are can change: some last for a moment only.
		for (int i = 0;; i++) {
			try (Stage stage = open(scene, "single" + i)) {
				List<String> keys = keys(stage);
				if (i >= keys.size()) {
					break;
				}
				String part = keys.get(i).substring(stage.prefix().length() + 1);
				if (!named(part).equals(part) && found.containsKey(named(part))) {
					// There are several of a kind.
					continue;
				}
				server.command("DEL", keys.get(i));
				Answer answer = stage.act().ask();
				assertThat(answer).as("%s without %s", scene, part).isNotEqualTo(Answer.WRONG);
				assertThat(!scene.robust() || answer == Answer.RIGHT).as("%s without %s is %s", scene, part, answer)
					.isTrue();
				found.merge(named(part), answer, Answer::and);
				stage.act().bringIn();
				awaitRight(stage, scene + " without " + part);
			}
		}
		assertThat(found).isNotEmpty();
		System.out.println("Evictions, " + scene + ": " + found);
	}

	private static String named(String part) {
		return part.replaceAll("x?[0-9a-f]{8}-[0-9a-f-]+$", "<id>").replaceAll(":(op|scroll):.*", ":$1:<id>");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("scenes")
	void saysNothingWrongWhenKeysAreLostAtRandom(Scene scene) throws Exception {
		Map<Answer, Integer> answers = new TreeMap<>();
		for (int round = 0; round < ROUNDS; round++) {
			Random random = new Random(SEED + round);
			try (Stage stage = open(scene, "random" + round)) {
				for (int turn = 0; turn < 5; turn++) {
					List<String> keys = keys(stage);
					if (!keys.isEmpty()) {
						server.command("DEL", any(keys, random));
					}
					if (random.nextBoolean()) {
						stage.act().bringIn();
					}
					Answer answer = stage.act().ask();
					answers.merge(answer, 1, Integer::sum);
					assertThat(answer)
						.as("%s, -Dcampaign.seed=%s, round %s, turn %s, lost from %s", scene, SEED, round, turn, keys)
						.isNotEqualTo(Answer.WRONG);
				}
				stage.act().bringIn();
				awaitRight(stage, scene + ", -Dcampaign.seed=" + SEED + ", round " + round);
			}
		}
		System.out.println("Evictions at random, " + scene + ", -Dcampaign.seed=" + SEED + ": " + answers);
	}

	/** One of any kind, however many there are of it. */
	private static String any(List<String> keys, Random random) {
		List<String> kinds = keys.stream().map(EvictionCampaignTests::named).distinct().toList();
		String kind = kinds.get(random.nextInt(kinds.size()));
		List<String> some = keys.stream().filter((key) -> named(key).equals(kind)).toList();
		return some.get(random.nextInt(some.size()));
	}

	private static Stage open(Scene scene, String round) throws Exception {
		String prefix = "evict-" + scene.name().replace(' ', '-') + '-' + round;
		Stage stage = new Stage(prefix, scene.opener().open(port, new KeySpace(prefix), background));
		stage.act().bringIn();
		assertThat(stage.act().ask()).as("%s before anything is lost", scene).isEqualTo(Answer.RIGHT);
		return stage;
	}

	/**
	 * What is unknown may be known a little later, everything else has to be right at
	 * once.
	 */
	private static void awaitRight(Stage stage, String what) throws Exception {
		await().atMost(PATIENCE).until(stage.act()::ask, (answer) -> answer != Answer.UNKNOWN);
		assertThat(stage.act().ask()).as("%s, brought in again", what).isEqualTo(Answer.RIGHT);
	}

	private static List<String> keys(Stage stage) {
		List<String> keys = new ArrayList<>();
		((List<?>) server.command("KEYS", stage.prefix() + ":*")).forEach((key) -> keys.add(String.valueOf(key)));
		keys.sort(null);
		return keys;
	}

}
