// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * The files and the successive processes of a {@link RedisServer}. Callers must ensure
 * mutual exclusion of the methods that change the state.
 */
final class RedisProcess {

	static final String HOST = "127.0.0.1";

	/** A file with the users of every server, besides the default one. */
	private static final String ACL_FILE = "redis-components.test.acl-file";

	/** The setting that gives a command another name. */
	static final String RENAME = "rename-command ";

	private static final Duration START = Duration.ofMinutes(2);

	private static final Duration PROBE = Duration.ofSeconds(2);

	private static final int PORT_ATTEMPTS = 20;

	private final RedisBinary binary;

	private final int port;

	private final boolean sentinel;

	/** Names under which the server has commands that clients are to lack. */
	private final Map<String, String> renamed = new HashMap<>();

	private final WorkingDirectory work;

	private final @Nullable DirectoryLock data;

	private volatile @Nullable Supervisor supervisor;

	private volatile boolean paused;

	private volatile String version = "?";

	private boolean closed;

	private RedisProcess(RedisBinary binary, int port, Map<String, String> settings, @Nullable Path directory) {
		this.binary = binary;
		this.port = port;
		this.sentinel = settings.containsKey("sentinel monitor");
		this.work = WorkingDirectory.create();
		try {
			this.data = (directory != null) ? DirectoryLock.take(directory) : null;
		}
		catch (RuntimeException ex) {
			this.work.delete();
			throw ex;
		}
		StringBuilder conf = new StringBuilder();
		conf.append("bind ").append(HOST).append("\nport ").append(port).append('\n');
		String users = System.getProperty(ACL_FILE, "").trim();
		if (!users.isEmpty() && !this.sentinel) {
			conf.append("aclfile ").append(quoted(Path.of(users)));
		}
		settings.forEach((name, value) -> {
			conf.append(name).append(' ').append(value).append('\n');
			if (name.startsWith(RENAME)) {
				this.renamed.put(name.substring(RENAME.length()), value);
			}
		});
		conf.append("dir ").append(quoted((directory != null) ? directory.toAbsolutePath() : this.work.path()));
		try {
			Files.writeString(conf(), conf);
		}
		catch (IOException ex) {
			close(Duration.ZERO);
			throw new UncheckedIOException("Could not prepare the directory of a redis-server", ex);
		}
	}

	static RedisProcess start(RedisBinary binary, int port, Map<String, String> settings, @Nullable Path directory) {
		boolean cluster = "yes".equals(settings.get("cluster-enabled"));
		for (int attempt = 1;; attempt++) {
			int chosen = (port != 0) ? port : FreePorts.next(cluster);
			try {
				return start(new RedisProcess(binary, chosen, settings, directory));
			}
			catch (UncheckedIOException ex) {
				RedisStartException failure = new RedisStartException(ex.getMessage() + " (" + ex.getCause() + ")");
				failure.initCause(ex);
				throw failure;
			}
			catch (RedisStartException ex) {
				boolean taken = ex.log().contains("ddress already in use");
				if (port != 0 || !taken || attempt == PORT_ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	private static RedisProcess start(RedisProcess process) {
		try {
			process.launch();
			return process;
		}
		catch (RuntimeException ex) {
			process.close(Duration.ZERO);
			throw ex;
		}
	}

	/**
	 * Starts the process and returns when it serves.
	 */
	void launch() {
		Supervisor started = Supervisor.start(command(), logFile(), this.work.path());
		this.work.keep();
		this.supervisor = started;
		this.paused = false;
		AtomicReference<@Nullable Map<String, String>> info = new AtomicReference<>();
		AtomicReference<@Nullable String> refusal = new AtomicReference<>();
		boolean decided = Poll.until(START, () -> {
			try {
				info.set(serving(started.pid()));
			}
			catch (RedisReplyException ex) {
				// Still loading its data, or for good.
				refusal.set(ex.getMessage());
			}
			return info.get() != null || !started.isAlive() || isFinal(refusal.get());
		});
		Map<String, String> server = info.get();
		if (server != null) {
			this.version = server.getOrDefault("redis_version", "?");
			requireSupported();
			return;
		}
		String what = "did not serve " + Poll.limit(START);
		if (decided) {
			what = started.isAlive() ? "refuses to serve" : "ended at once";
		}
		String said = refusal.get();
		if (said != null) {
			what += "; it replied " + said;
		}
		kill();
		// Known only now: the shell ends a moment after the server.
		Integer status = started.exitStatus();
		throw new RedisStartException(
				"redis-server (" + this.binary + ", port " + this.port + ") " + what + "." + hint(status), log());
	}

	/**
	 * Sends a command by the name that it has on this server.
	 */
	@Nullable Object send(Duration patience, String... command) {
		String[] words = command.clone();
		words[0] = this.renamed.getOrDefault(words[0].toUpperCase(Locale.ROOT), words[0]);
		return RespClient.send(HOST, this.port, patience, words);
	}

	void pause() {
		this.paused = true;
		Signals.stop(pid());
	}

	void resume() {
		Signals.resume(pid());
		this.paused = false;
	}

	boolean isPaused() {
		return this.paused;
	}

	void kill() {
		Supervisor present = this.supervisor;
		if (present != null) {
			present.kill();
		}
		this.work.deleteAtExit();
	}

	void stop(Duration patience) {
		Supervisor present = this.supervisor;
		if (present != null && present.isAlive()) {
			// A paused process would not see the signal.
			resume();
			present.terminate(patience);
		}
		this.work.deleteAtExit();
	}

	void close(Duration patience) {
		if (this.data != null) {
			stop(patience);
			this.data.release();
		}
		else {
			kill();
		}
		this.work.delete();
		if (!this.closed) {
			this.closed = true;
			FreePorts.giveBack(this.port);
		}
	}

	boolean isAlive() {
		Supervisor present = this.supervisor;
		return present != null && present.isAlive();
	}

	int port() {
		return this.port;
	}

	long pid() {
		Supervisor present = this.supervisor;
		return (present != null) ? present.pid() : -1;
	}

	String version() {
		return this.version;
	}

	String log() {
		try {
			return Files.exists(logFile()) ? new String(Files.readAllBytes(logFile()), StandardCharsets.UTF_8) : "";
		}
		catch (IOException ex) {
			return "(" + ex + ")";
		}
	}

	/**
	 * Returns the information of the server on the port, or null if the started process
	 * does not serve it. Another process may have taken the port.
	 */
	private @Nullable Map<String, String> serving(long pid) {
		try {
			if ("PONG".equals(send(PROBE, "PING"))) {
				Map<String, String> info = ServerInfo.fields(String.valueOf(send(PROBE, "INFO", "server")));
				return String.valueOf(pid).equals(info.get("process_id")) ? info : null;
			}
		}
		catch (UncheckedIOException ex) {
			// Not listening yet.
		}
		return null;
	}

	/** Whether a reply will not change. */
	private static boolean isFinal(@Nullable String refusal) {
		return refusal != null && (refusal.startsWith("NOAUTH") || refusal.startsWith("NOPERM"));
	}

	private void requireSupported() {
		String[] parts = this.version.split("\\.");
		int major = Integer.parseInt(parts[0]);
		int minor = (parts.length > 1) ? Integer.parseInt(parts[1]) : 0;
		if (major < 6 || (major == 6 && minor < 2)) {
			kill();
			throw new RedisStartException(
					this.binary + " is Redis " + this.version + ", which is too old. " + RedisBinary.ADVICE);
		}
	}

	private String hint(@Nullable Integer status) {
		String log = log();
		boolean unusable = status != null && (status == 126 || status == 127);
		if (unusable || log.contains("shared libraries") || log.contains("GLIBC_") || log.contains("dyld")) {
			return " It cannot run on this machine. " + RedisBinary.ADVICE;
		}
		return "";
	}

	private static String quoted(Path path) {
		return "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n";
	}

	private List<String> command() {
		String executable = this.binary.path().toString();
		return this.sentinel ? List.of(executable, conf().toString(), "--sentinel")
				: List.of(executable, conf().toString());
	}

	private Path conf() {
		return this.work.path().resolve("redis.conf");
	}

	private Path logFile() {
		return this.work.path().resolve("redis.log");
	}

}
