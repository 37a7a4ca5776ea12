package io.github.rediscomponents.support;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;

/**
 * Which server is at the other end, from INFO server and INFO replication.
 *
 * @param server the reply of INFO server
 * @param runId differs from process to process; empty where a service hides it
 * @param primary whether it takes writes; assumed where a service does not tell
 * @param replicas how many replicas are connected to it
 */
record ServerIdentity(String server, String runId, boolean primary, int replicas) {

	private static final Pattern RUN_ID = Pattern.compile("^run_id:(\\S+)", Pattern.MULTILINE);

	private static final Pattern REPLICA = Pattern.compile("^role:slave", Pattern.MULTILINE);

	private static final Pattern REPLICAS = Pattern.compile("^connected_slaves:(\\d+)", Pattern.MULTILINE);

	static CompletionStage<ServerIdentity> ask(RedisClusterAsyncCommands<String, byte[]> commands) {
		CompletableFuture<String> server = commands.info("server").toCompletableFuture();
		return server.thenCombine(commands.info("replication"), ServerIdentity::of);
	}

	static ServerIdentity of(String server, String replication) {
		Matcher runId = RUN_ID.matcher(server);
		Matcher replicas = REPLICAS.matcher(replication);
		return new ServerIdentity(server, runId.find() ? runId.group(1) : "", !REPLICA.matcher(replication).find(),
				replicas.find() ? Integer.parseInt(replicas.group(1)) : 0);
	}

	boolean isSameAs(ServerIdentity other) {
		return this.runId.equals(other.runId);
	}

}
