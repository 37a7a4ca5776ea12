// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * A real redis-server process that ends with this JVM, also when the JVM is killed.
 *
 * <p>
 * It listens on 127.0.0.1, keeps no data on disk unless configured otherwise
 * ({@code save ""}, {@code appendonly no}), and works in a temporary directory that is
 * deleted by {@link #close()}. All methods may be called from any thread; those that
 * start and end the process exclude each other.
 *
 * <p>
 * Methods that send commands open a connection for each call, wait at most half a minute
 * for the reply, and throw {@link UncheckedIOException} when there is none.
 *
 * @since 1.0.0
 */
public final class RedisServer implements RedisDeployment {

	private static final Duration REPLY = Duration.ofSeconds(30);

	private static final Duration SHUTDOWN = Duration.ofSeconds(10);

	private final ReentrantLock lifecycle = new ReentrantLock();

	private final RedisProcess process;

	private boolean closed;

	private RedisServer(RedisProcess process) {
		this.process = process;
	}

	/**
	 * Starts a server with the {@link RedisBinary#configured() configured} executable on
	 * a free port.
	 * @return the server, ready to serve
	 * @throws RedisStartException if it cannot be started
	 */
	public static RedisServer start() {
		return builder().start();
	}

	/**
	 * Prepares a server.
	 * @return a builder
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Returns the address of the server.
	 * @return {@code 127.0.0.1}
	 */
	public String host() {
		return RedisProcess.HOST;
	}

	/**
	 * Returns the port of the server, which {@link #restart()} keeps.
	 * @return the port
	 */
	public int port() {
		return this.process.port();
	}

	/**
	 * Returns the address for clients.
	 * @return {@code redis://127.0.0.1:<port>}
	 */
	public String uri() {
		return "redis://" + host() + ":" + port();
	}

	/**
	 * Returns the process id.
	 * @return the id of the present process, or of the last one when it has ended
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Returns the server's version.
	 * @return for example {@code 6.2.11}
	 */
	public String version() {
		return this.process.version();
	}

	/**
	 * Returns whether the process exists, paused or not.
	 * @return true if it exists
	 */
	public boolean isRunning() {
		return this.process.isAlive();
	}

	/**
	 * Stops the process where it is (SIGSTOP): connections stay open, nothing is
	 * answered. Returns when it has stopped.
	 */
	public void pause() {
		exclusively(() -> {
			requireRunning();
			this.process.pause();
		});
	}

	/**
	 * Resumes a paused process (SIGCONT). Does nothing when it is not paused.
	 */
	public void resume() {
		exclusively(() -> {
			requireRunning();
			this.process.resume();
		});
	}

	/**
	 * Ends the process at once (SIGKILL), as a crash would. The files in its directory
	 * stay for {@link #restart()}. Returns when the process is gone; does nothing when it
	 * is gone already.
	 */
	public void kill() {
		exclusively(this.process::kill);
	}

	/**
	 * Ends the process in good order (SIGTERM), so that persistent data is complete. The
	 * files in its directory stay for {@link #restart()}. Returns when the process is
	 * gone; does nothing when it is gone already.
	 */
	public void stop() {
		exclusively(() -> this.process.stop(SHUTDOWN));
	}

	/**
	 * Starts the server again on the same port with the same settings and directory,
	 * after stopping it when it runs.
	 * @throws RedisStartException if it cannot be started
	 * @throws IllegalStateException if it was closed
	 */
	public void restart() {
		exclusively(() -> {
			if (this.closed) {
				throw new IllegalStateException("The server on port " + port() + " is closed");
			}
			this.process.stop(SHUTDOWN);
			this.process.launch();
		});
	}

	/**
	 * Sends a command and waits for its reply.
	 * @param command the command and its arguments, each as it goes over the wire
	 * @return a {@code String} for strings and numbers, a {@code List} of the same for
	 * arrays, {@code null} for nil
	 * @throws RedisReplyException if the reply is an error
	 * @throws UncheckedIOException if there is no reply within half a minute
	 */
	public @Nullable Object command(String... command) {
		return send(REPLY, command);
	}

	@Override
	public Map<String, Long> commandCalls() {
		return ServerInfo.commandCalls(String.valueOf(command("INFO", "commandstats")));
	}

	@Override
	public List<RedisServer> nodes() {
		return List.of(this);
	}

	@Override
	public RedisServer masterFor(String key) {
		return this;
	}

	/**
	 * Returns the log of the server.
	 * @return the log of this and earlier starts
	 */
	public String log() {
		return this.process.log();
	}

	/**
	 * Ends the process and deletes its temporary directory. A server with a
	 * {@link Builder#directory(Path) directory} of its own is stopped in good order and
	 * keeps it. Closing again does nothing.
	 */
	@Override
	public void close() {
		exclusively(() -> {
			this.closed = true;
			this.process.close(SHUTDOWN);
		});
	}

	@Override
	public String toString() {
		return "redis-server " + version() + " at " + host() + ":" + port();
	}

	@Nullable Object send(Duration patience, String... command) {
		return this.process.send(patience, command);
	}

	/**
	 * Returns whether the process runs and is not paused.
	 */
	boolean isAwake() {
		return this.process.isAlive() && !this.process.isPaused();
	}

	/**
	 * Makes a server usable again that a test left paused or dead.
	 */
	void revive() {
		exclusively(() -> {
			if (!this.process.isAlive()) {
				this.process.launch();
			}
			this.process.resume();
		});
	}

	private void requireRunning() {
		if (!this.process.isAlive()) {
			throw new IllegalStateException("The server on port " + port() + " is not running");
		}
	}

	private void exclusively(Runnable action) {
		this.lifecycle.lock();
		try {
			action.run();
		}
		finally {
			this.lifecycle.unlock();
		}
	}

	/**
	 * Settings of a server that is yet to start.
	 */
	public static final class Builder {

		private final Map<String, String> settings = new LinkedHashMap<>();

		private int port;

		private @Nullable RedisBinary binary;

		private @Nullable Path directory;

		private Builder() {
			this.settings.put("save", "\"\"");
			this.settings.put("appendonly", "no");
		}

		/**
		 * Sets the port.
		 * @param port the port, or 0 (the default) for one that is free
		 * @return this builder
		 */
		public Builder port(int port) {
			if (port < 0 || port > 65535) {
				throw new IllegalArgumentException("port must be between 0 and 65535 but was " + port);
			}
			this.port = port;
			return this;
		}

		/**
		 * Adds a line of {@code redis.conf}. The last value of a name is used.
		 * @param name the name of the setting, for example {@code appendonly}
		 * @param value its value as the file has it, for example {@code yes}; empty for
		 * {@code ""}
		 * @return this builder
		 */
		public Builder setting(String name, String value) {
			if (name.isBlank() || (name + value).lines().count() > 1) {
				throw new IllegalArgumentException("a setting must be one line of redis.conf: " + name + " " + value);
			}
			this.settings.put(name, value.isEmpty() ? "\"\"" : value);
			return this;
		}

		/**
		 * Takes commands away from clients, as managed services do: the server has them
		 * under secret names ({@code rename-command}), which {@link #command} uses.
		 * Sentinels need the commands of the servers that they watch.
		 * @param commands the names, for example {@code CONFIG}
		 * @return this builder
		 */
		public Builder withhold(String... commands) {
			for (String command : commands) {
				setting(RedisProcess.RENAME + command.trim().toUpperCase(Locale.ROOT), "withheld-" + UUID.randomUUID());
			}
			return this;
		}

		/**
		 * Sets the executable.
		 * @param binary the executable to run instead of {@link RedisBinary#configured()}
		 * @return this builder
		 */
		public Builder binary(RedisBinary binary) {
			this.binary = binary;
			return this;
		}

		/**
		 * Sets the directory for the server's data, which then outlives the server.
		 * Created when missing. Without it the data is in a temporary directory.
		 * @param directory the directory
		 * @return this builder
		 */
		public Builder directory(Path directory) {
			this.directory = directory;
			return this;
		}

		/**
		 * Starts the server and returns when it serves.
		 * @return the server
		 * @throws RedisStartException if it cannot be started; the message holds its log
		 */
		public RedisServer start() {
			RedisBinary executable = (this.binary != null) ? this.binary : RedisBinary.configured();
			return new RedisServer(RedisProcess.start(executable, this.port, this.settings, this.directory));
		}

	}

}
