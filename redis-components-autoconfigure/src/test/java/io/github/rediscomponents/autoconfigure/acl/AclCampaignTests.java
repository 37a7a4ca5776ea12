// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.acl.RoundTrips.RoundTrip;
import io.github.rediscomponents.test.RedisServer;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds every component against users that an ACL restricts, with the rights of the table
 * in {@code docs/acl.md}. The short form leaves out one command of each component, the
 * full form each command of each.
 */
@ExtendWith(OutputCaptureExtension.class)
class AclCampaignTests {

	private static final boolean FULL = Integer.getInteger("campaign.scale", 1) > 1;

	private static final String PREFIX = "acl:";

	private static final String EVERYTHING = "all components";

	private static final AtomicInteger users = new AtomicInteger();

	/** Those of the quorum lock, of which the first one serves all other components. */
	private static final List<RedisServer> servers = new ArrayList<>();

	private static Map<String, AclRights> documented;

	private static ClientResources resources;

	@BeforeAll
	static void start() throws Exception {
		resources = ClientResources.create();
		for (int i = 0; i < 3; i++) {
			servers.add(RedisServer.start());
		}
		documented = AclRights.documented();
	}

	@AfterAll
	static void stop() {
		servers.forEach(RedisServer::close);
		resources.shutdown();
	}

	@Test
	void theTableHasALineForEachComponent() {
		assertThat(documented.keySet()).containsAll(RoundTrips.all().keySet()).contains(AclRights.CONNECTION);
	}

	@Test
	void everyComponentWorksForAUserWithoutDangerousCommands() {
		everyComponentWorks(Stream.of("+@all", "-@dangerous"));
	}

	@Test
	void everyComponentWorksWithTheCompleteRule() throws Exception {
		everyComponentWorks(AclRights.completeRule().stream().map((command) -> "+" + command));
	}

	private static void everyComponentWorks(Stream<String> commands) {
		List<String> rules = Stream
			.concat(Stream.of("~" + PREFIX + "*", "resetchannels", "&" + PREFIX + "*", "-@all"), commands)
			.toList();
		Map<String, String> failed = new TreeMap<>();
		as(user(rules), EVERYTHING).run((context) -> RoundTrips.all().forEach((name, trip) -> {
			Throwable failure = failure(trip, context);
			if (failure != null) {
				failed.put(name, trace(failure));
			}
		}));
		assertThat(failed).isEmpty();
	}

	@Test
	void theCompleteRuleHasTheRightsOfAllComponentsAndNoOthers() throws Exception {
		TreeSet<String> all = new TreeSet<>(AclRights.optional());
		// Read where INFO is refused, which it is not.
		all.remove("config|get");
		documented.values().forEach((rights) -> all.addAll(rights.commands()));
		AclRights.ofSetUps().values().forEach((rights) -> all.addAll(rights.commands()));
		// Unknown to a server without the module.
		all.removeIf((command) -> command.startsWith("bf."));
		assertThat(AclRights.completeRule()).containsExactlyInAnyOrderElementsOf(all);
	}

	@Test
	void everyScriptBelongsToAComponent() throws Exception {
		assertThat(AclCommands.scriptsOfNoComponent()).isEmpty();
	}

	@Test
	void everyComponentWorksWithTheRightsThatAreDocumentedForItAndSendsNoOthers(CapturedOutput output) {
		Map<String, String> failed = new TreeMap<>();
		List<String> different = new ArrayList<>();
		RoundTrips.all().forEach((name, trip) -> {
			String user = user(rights(name).rules(PREFIX));
			servers.forEach(RedisServer::resetStats);
			as(user, name).run((context) -> {
				Throwable failure = failure(trip, context);
				if (failure != null) {
					failed.put(name, trace(failure));
				}
			});
			different.addAll(AclCommands.differences(name, documented.get(name), counted()));
		});
		assertThat(failed).isEmpty();
		assertThat(different).isEmpty();
		// Nor in the background.
		assertThat(output).doesNotContain("was refused, because the Redis user");
	}

	@Test
	void aMissingRightIsNamedAndLeavesNothingHalfWritten(CapturedOutput output) {
		Map<String, List<String>> silent = new TreeMap<>();
		List<String> wrong = new ArrayList<>();
		AtomicInteger tried = new AtomicInteger();
		AtomicInteger named = new AtomicInteger();
		AtomicInteger logged = new AtomicInteger();
		RoundTrips.all().forEach((name, trip) -> removed(name).forEach((command) -> {
			tried.incrementAndGet();
			String user = user(rights(name).withoutCommand(command).rules(PREFIX));
			int before = output.getAll().length();
			// What is tried again and again has no end.
			String patience = command.endsWith("subscribe") ? "3s" : "30s";
			as(user, name).withPropertyValues(RoundTrips.PATIENCE + "=" + patience).run((context) -> {
				Throwable failure = failure(trip, context);
				if (failure == null) {
					silent.computeIfAbsent(name, (key) -> new ArrayList<>()).add(command);
				}
				else if (isInTheMiddle(failure)) {
					wrong.add(name + " without " + command + " began to write: " + trace(failure));
				}
				else if (names(failure, command)) {
					named.incrementAndGet();
				}
				else if (isLogged(output.getAll().substring(before), command)) {
					logged.incrementAndGet();
				}
				else if (command.endsWith("subscribe")) {
					// Tried again and again, because it may have been a passing failure.
					silent.computeIfAbsent(name, (key) -> new ArrayList<>()).add(command);
				}
				else {
					wrong.add(name + " without " + command + ": " + trace(failure));
				}
			});
			TreeSet<String> halves = halves();
			if (!halves.isEmpty()) {
				wrong.add(name + " without " + command + " left " + halves);
			}
		}));
		System.out.printf(
				"ACL campaign: %d components, %d commands left out, %d named by exceptions, %d by the log, %d not needed by the round trip%n",
				RoundTrips.all().size(), tried.get(), named.get(), logged.get(),
				silent.values().stream().mapToInt(List::size).sum());
		System.out.println("  not needed: " + silent);
		assertThat(wrong).isEmpty();
	}

	private static TreeSet<String> counted() {
		TreeSet<String> commands = new TreeSet<>();
		servers.forEach((server) -> commands.addAll(server.commandCalls().keySet()));
		return commands;
	}

	/** Trials of rights use keys that must not stay. */
	private static TreeSet<String> halves() {
		TreeSet<String> found = new TreeSet<>();
		servers.forEach((server) -> ((List<?>) server.command("KEYS", "*:rights"))
			.forEach((key) -> found.add(String.valueOf(key))));
		return found;
	}

	private static List<String> removed(String component) {
		List<String> commands = documented.get(component).commands();
		return FULL ? commands : List.of(commands.get(commands.size() / 2));
	}

	private static AclRights rights(String component) {
		AclRights rights = documented.get(component);
		assertThat(rights).as(component).isNotNull();
		return rights.with(documented.get(AclRights.CONNECTION));
	}

	private static String user(List<String> rules) {
		String name = "u" + users.incrementAndGet();
		List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", name, "reset", "on", ">secret"));
		command.addAll(rules);
		for (RedisServer server : servers) {
			server.command("FLUSHALL");
			server.command(command.toArray(String[]::new));
		}
		return name;
	}

	private static ApplicationContextRunner as(String user, String component) {
		RedisServer server = servers.get(0);
		return TestContexts.runner()
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean(ClientResources.class, () -> resources, (bean) -> bean.setDestroyMethodName(""))
			.withPropertyValues(RoundTrips.PROPERTIES)
			// It listens to the graph of followers.
			.withPropertyValues("redis-components.feed.enabled=" + isUsed("Feed", component))
			.withPropertyValues(isUsed("QuorumLock", component) ? nodes(user) : new String[0])
			.withPropertyValues("spring.data.redis.host=" + server.host(), "spring.data.redis.port=" + server.port(),
					"spring.data.redis.username=" + user, "spring.data.redis.password=secret",
					"redis-components.key-prefix=acl", "redis-components.command-timeout=30s",
					"redis-components.cache.defaults.command-timeout=30s");
	}

	private static boolean isUsed(String one, String component) {
		return component.equals(one) || component.equals(EVERYTHING);
	}

	private static String[] nodes(String user) {
		List<String> nodes = new ArrayList<>(List.of("redis-components.lock.quorum.node-timeout=30s"));
		for (int i = 0; i < servers.size(); i++) {
			RedisServer server = servers.get(i);
			nodes.add("redis-components.lock.quorum.nodes[" + i + "]=redis://" + user + ":secret@" + server.host() + ':'
					+ server.port());
		}
		return nodes.toArray(String[]::new);
	}

	private static @Nullable Throwable failure(RoundTrip trip, org.springframework.context.ApplicationContext context) {
		try {
			trip.run(context);
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	private static boolean names(Throwable failure, String command) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (isNamed(String.valueOf(cause.getMessage()).toUpperCase(Locale.ROOT), command)) {
				return true;
			}
		}
		return false;
	}

	/** A script that was not stopped before its first command. */
	private static boolean isInTheMiddle(Throwable failure) {
		return failure instanceof RedisCommandException && String.valueOf(failure.getMessage()).contains("user_script");
	}

	/** Caches work without Redis, and log it. */
	private static boolean isLogged(String output, String command) {
		return output.toUpperCase(Locale.ROOT).lines().anyMatch((line) -> isNamed(line, command));
	}

	private static boolean isNamed(String upperCaseText, String command) {
		String wanted = command.replace('|', ' ').toUpperCase(Locale.ROOT);
		return upperCaseText.contains("MAY NOT RUN " + wanted)
				|| (upperCaseText.contains("'" + wanted.split(" ")[0] + "'") && upperCaseText.contains("PERMISSIONS"));
	}

	private static String trace(Throwable failure) {
		StringBuilder text = new StringBuilder();
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			text.append(cause).append(" <- ");
		}
		for (StackTraceElement element : failure.getStackTrace()) {
			if (element.getClassName().endsWith("RoundTrips")) {
				return text.append(element.toString()).toString();
			}
		}
		return text.toString();
	}

}
