// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.link.ConnectionName;
import io.github.rediscomponents.support.link.Dependent;
import io.github.rediscomponents.support.link.Refusals;
import io.github.rediscomponents.support.link.SharedConnection;
import io.github.rediscomponents.support.link.TimeLimit;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.UnblockType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StreamReadOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link StreamReads} on Lettuce.
 */
final class LettuceStreamReads implements StreamReads, Dependent {

	private static final Logger logger = LoggerFactory.getLogger(LettuceStreamReads.class);

	private static final long BLOCK_MILLIS = 2000;

	/**
	 * Blocking time of a read that cannot be woken: on a cluster it is unknown which
	 * connection Lettuce reads on, and an ACL may refuse CLIENT.
	 */
	private static final long UNWAKEABLE_BLOCK_MILLIS = 500;

	private static final long WAKE_AGAIN_MILLIS = 5;

	private final RedisConnector connector;

	private final Background background;

	private final LettuceRedisPort port;

	private final Consumer<LettuceStreamReads> onClose;

	/** Guards the exchange of the connection. */
	private final ReentrantLock lock = new ReentrantLock();

	private volatile SharedConnection<StatefulConnection<String, byte[]>> connection;

	/** The read that is under way; wakers compare it. */
	private volatile @Nullable CompletableFuture<StreamReply> reading;

	/** The server's id of the connection, null while it is unknown. */
	private volatile @Nullable Long clientId;

	/** Whether the user lacks the right to {@code CLIENT ID}. */
	private volatile boolean nameless;

	private volatile boolean closed;

	LettuceStreamReads(RedisConnector connector, Background background, LettuceRedisPort port,
			Consumer<LettuceStreamReads> onClose) {
		this.connector = connector;
		this.background = background;
		this.port = port;
		this.onClose = onClose;
		this.connection = open();
	}

	private SharedConnection<StatefulConnection<String, byte[]>> open() {
		return new SharedConnection<>(this.connector::connect, (made) -> {
			made.setTimeout(Duration.ZERO);
			made.addListener(new Watch(made));
			ConnectionName.READER.give(made);
		}, this.background.workers());
	}

	@Override
	public CompletionStage<StreamReply> read(String group, String consumer, int count, List<String> streams,
			List<String> marks, boolean waits) {
		CompletableFuture<StreamReply> result = new CompletableFuture<>();
		this.reading = result;
		SharedConnection<StatefulConnection<String, byte[]>> used = this.connection;
		CompletableFuture<StreamReply> reply = used.get().thenCompose((made) -> {
			boolean unwakeable = this.nameless || made instanceof StatefulRedisClusterConnection;
			requestClientId(made);
			AsyncCommand<String, byte[], List<StreamMessage<String, byte[]>>> command = command(group, consumer, count,
					!waits ? -1 : unwakeable ? UNWAKEABLE_BLOCK_MILLIS : BLOCK_MILLIS, streams);
			AsyncCommand<String, byte[], Long> present = count(marks);
			made.dispatch(command);
			made.dispatch(present);
			return command.thenCombine(present.exceptionally(LettuceStreamReads::unknown),
					(messages, found) -> new StreamReply(entries(messages), found));
		});
		long limit = TimeUnit.MILLISECONDS.toNanos(BLOCK_MILLIS) + this.port.timeoutNanos();
		TimeLimit.set(reply, limit, this.background).whenComplete((read, failure) -> {
			if (this.reading == result) {
				this.reading = null;
			}
			if (failure == null) {
				result.complete(read);
				return;
			}
			if (Failures.isSignOfAnotherPrimary(failure) && !this.port.isInTrouble()) {
				// A peer that does not answer may never do so on this connection, and
				// one that is a replica now stays at its end. While a master of a cluster
				// hangs, connecting can hang at it, too; the connection follows the
				// slots.
				renew(used);
			}
			RedisCommandExecutionException refusal = Refusals.refusal(failure);
			result.completeExceptionally(this.port
				.failed((refusal != null) ? Refusals.explain("XREADGROUP", streams.get(0), refusal) : failure));
		});
		return result;
	}

	@Override
	public void reconnect() {
		renew(this.connection);
	}

	/** Replaces the connection. Pending reads on the old one fail and are repeated. */
	private void renew(SharedConnection<StatefulConnection<String, byte[]>> used) {
		if (!exchange(used)) {
			return;
		}
		CompletableFuture<?> present = this.reading;
		if (present != null) {
			present.completeExceptionally(
					new RedisUnavailableException("The connection for reading was given up", Outcome.UNKNOWN, null));
		}
		try {
			this.background.workers().execute(used::close);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while a connection was given up");
		}
		catch (OutOfMemoryError ex) {
			FailureLog.debug(logger, ex, "There is no thread that closes a connection");
			used.discard();
		}
	}

	/** Returns whether that was still the connection. */
	private boolean exchange(SharedConnection<StatefulConnection<String, byte[]>> used) {
		this.lock.lock();
		try {
			if (this.closed || this.connection != used) {
				return false;
			}
			this.connection = open();
			this.clientId = null;
			this.nameless = false;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void requestClientId(StatefulConnection<String, byte[]> made) {
		if (this.clientId == null && !this.nameless && made instanceof StatefulRedisConnection<String, byte[]> single) {
			single.async().clientId().whenComplete((id, failure) -> {
				this.clientId = id;
				this.nameless = failure != null && Failures.unwrap(failure) instanceof RedisCommandExecutionException;
			});
		}
	}

	/**
	 * Built by hand, because Lettuce takes the group's name for the key that determines
	 * the node.
	 */
	private static AsyncCommand<String, byte[], List<StreamMessage<String, byte[]>>> command(String group,
			String consumer, int count, long blockMillis, List<String> streams) {
		CommandArgs<String, byte[]> args = new CommandArgs<>(RedisConnector.CODEC).add("GROUP")
			.add(group)
			.add(consumer)
			.add("COUNT")
			.add(count);
		if (blockMillis >= 0) {
			args.add("BLOCK").add(blockMillis);
		}
		args.add("STREAMS").addKeys(streams);
		streams.forEach((stream) -> args.add(">"));
		return new AsyncCommand<>(
				new Command<>(CommandType.XREADGROUP, new StreamReadOutput<>(RedisConnector.CODEC), args));
	}

	private static AsyncCommand<String, byte[], Long> count(List<String> keys) {
		return new AsyncCommand<>(new Command<>(CommandType.EXISTS, new IntegerOutput<>(RedisConnector.CODEC),
				new CommandArgs<>(RedisConnector.CODEC).addKeys(keys)));
	}

	/** The entries count all the same. */
	private static Long unknown(Throwable failure) {
		FailureLog.debug(logger, failure, "Cannot count keys after a read");
		return -1L;
	}

	private static List<StreamEntry> entries(@Nullable List<StreamMessage<String, byte[]>> messages) {
		if (messages == null) {
			return List.of();
		}
		List<StreamEntry> entries = new ArrayList<>(messages.size());
		messages.forEach(
				(message) -> entries.add(new StreamEntry(message.getStream(), message.getId(), message.getBody())));
		return entries;
	}

	@Override
	public void wake() {
		CompletableFuture<?> present = this.reading;
		if (present != null) {
			wake(present);
		}
	}

	private void wake(CompletableFuture<?> present) {
		Long id = this.clientId;
		if (this.closed || this.nameless || this.reading != present) {
			return;
		}
		if (id == null) {
			// The first read of a connection, which may be this, requests it.
			later(() -> wake(present));
			return;
		}
		this.port.callAsync((commands) -> commands.clientUnblock(id, UnblockType.TIMEOUT))
			.whenComplete((woken, failure) -> {
				// The read may not have come to the server yet.
				if (failure == null && woken == 0) {
					later(() -> wake(present));
				}
			});
	}

	private void later(Runnable task) {
		try {
			this.background.timer().schedule(task, WAKE_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while waking a read");
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.onClose.accept(this);
		this.connection.close();
	}

	/**
	 * Makes another connection as soon as one is lost. Lettuce would wait longer and
	 * longer with the read in hand. A cluster's are left to it, because it follows the
	 * slots.
	 */
	private final class Watch implements RedisConnectionStateListener {

		private final StatefulConnection<String, byte[]> watched;

		Watch(StatefulConnection<String, byte[]> watched) {
			this.watched = watched;
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
			SharedConnection<StatefulConnection<String, byte[]>> present = LettuceStreamReads.this.connection;
			if (!(this.watched instanceof StatefulRedisClusterConnection) && present.isPresent(this.watched)) {
				renew(present);
			}
		}

	}

}
