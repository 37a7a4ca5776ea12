// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandType;

import io.github.rediscomponents.support.Utf8;

/**
 * Which server is at the other end, from INFO server and INFO replication. INFO is among
 * the commands that ACLs call dangerous: for a user that may not run it HELLO, which
 * every user may run, returns the version and the role. Facts that neither reports are
 * unknown, which does not count as an outage.
 *
 * @param version the version; empty where a service hides it
 * @param runId differs from process to process; empty where it is not reported
 * @param primary whether it takes writes; assumed where a service does not report it
 * @param replicas how many replicas are connected to it; 0 where it is not reported
 * @since 1.0.0
 */
public record ServerIdentity(String version, String runId, boolean primary, int replicas) {

	private static final Pattern VERSION = Pattern.compile("^redis_version:(\\S+)", Pattern.MULTILINE);

	private static final Pattern RUN_ID = Pattern.compile("^run_id:(\\S+)", Pattern.MULTILINE);

	private static final Pattern REPLICA = Pattern.compile("^role:slave", Pattern.MULTILINE);

	private static final Pattern REPLICAS = Pattern.compile("^connected_slaves:(\\d+)", Pattern.MULTILINE);

	private static final ServerIdentity UNKNOWN = new ServerIdentity("", "", true, 0);

	/**
	 * Reads the identity of the server at the other end of a connection.
	 * @param commands those of the connection
	 * @return completes with the reported identity, or exceptionally if it did not answer
	 */
	public static CompletionStage<ServerIdentity> ask(RedisClusterAsyncCommands<String, byte[]> commands) {
		CompletableFuture<String> server = commands.info("server").toCompletableFuture();
		CompletionStage<ServerIdentity> identity = server.thenCombine(commands.info("replication"), ServerIdentity::of);
		return unlessRefused(identity,
				() -> unlessRefused(hello(commands), () -> CompletableFuture.completedStage(UNKNOWN)));
	}

	static ServerIdentity of(String server, String replication) {
		Matcher replicas = REPLICAS.matcher(replication);
		return new ServerIdentity(first(VERSION, server), first(RUN_ID, server), !REPLICA.matcher(replication).find(),
				replicas.find() ? Integer.parseInt(replicas.group(1)) : 0);
	}

	private static String first(Pattern pattern, String info) {
		Matcher matcher = pattern.matcher(info);
		return matcher.find() ? matcher.group(1) : "";
	}

	private static CompletionStage<ServerIdentity> hello(RedisClusterAsyncCommands<String, byte[]> commands) {
		return commands.dispatch(CommandType.HELLO, new NestedMultiOutput<>(RedisConnector.CODEC))
			.thenApply(ServerIdentity::ofHello);
	}

	/**
	 * From the reply of HELLO, names and values in turn.
	 */
	private static ServerIdentity ofHello(List<Object> reply) {
		String version = "";
		boolean primary = true;
		for (int i = 0; i + 1 < reply.size(); i += 2) {
			if (reply.get(i) instanceof byte[] name && reply.get(i + 1) instanceof byte[] value) {
				switch (Utf8.text(name)) {
					case "version" -> version = Utf8.text(value);
					case "role" -> primary = !"replica".equals(Utf8.text(value));
					default -> {
					}
				}
			}
		}
		return new ServerIdentity(version, "", primary, 0);
	}

	private static <T> CompletionStage<T> unlessRefused(CompletionStage<T> reply,
			Supplier<CompletionStage<T>> otherwise) {
		return reply.handle((known, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedStage(known);
			}
			return (Failures.unwrap(failure) instanceof RedisCommandExecutionException refusal
					&& !Failures.isPassing(refusal)) ? otherwise.get()
							: CompletableFuture.<T>failedStage(new CompletionException(failure));
		}).thenCompose(Function.identity());
	}

	/**
	 * Returns whether both are known to be one process.
	 * @param other another
	 * @return false also if it is not known
	 */
	public boolean isSameAs(ServerIdentity other) {
		return isNamed() && this.runId.equals(other.runId);
	}

	/**
	 * Returns whether the server reported an id.
	 * @return true if its run id is known
	 */
	public boolean isNamed() {
		return !this.runId.isEmpty();
	}

}
