// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Calls instances of the city guide, one after the other in turn. Never throws because of
 * what an instance does: that is part of the {@link Reply}. Safe for use by any number of
 * threads.
 *
 * @since 1.0.0
 */
public final class GuideClient implements AutoCloseable {

	private static final JsonMapper JSON = new JsonMapper();

	private static final Duration CONNECT = Duration.ofSeconds(5);

	/**
	 * Clients of the guide give up after two seconds; a measurement has to wait longer
	 * than that.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int IO_THREADS = 4;

	private final AtomicInteger turn = new AtomicInteger();

	private final ExecutorService threads = Executors.newFixedThreadPool(IO_THREADS, (task) -> {
		Thread thread = new Thread(task, "load-http");
		thread.setDaemon(true);
		return thread;
	});

	private final HttpClient http = HttpClient.newBuilder()
		.version(Version.HTTP_1_1)
		.connectTimeout(CONNECT)
		.executor(this.threads)
		.build();

	private final List<URI> instances;

	private final Duration patience;

	/**
	 * Creates a client.
	 * @param instances where they are, at least one
	 */
	public GuideClient(List<URI> instances) {
		this(instances, PATIENCE);
	}

	/**
	 * Creates a client.
	 * @param instances where they are, at least one
	 * @param patience how long it waits for an answer
	 */
	public GuideClient(List<URI> instances, Duration patience) {
		if (instances.isEmpty()) {
			throw new IllegalArgumentException("There has to be an instance");
		}
		this.instances = List.copyOf(instances);
		this.patience = patience;
	}

	public List<URI> instances() {
		return this.instances;
	}

	/** Calls the instance whose turn it is. */
	public Reply send(Call call) throws InterruptedException {
		return send(Math.floorMod(this.turn.getAndIncrement(), this.instances.size()), call);
	}

	/** Calls a certain instance, counted around: 2 is the first one of two. */
	public Reply send(int instance, Call call) throws InterruptedException {
		try {
			return begin(instance, call).get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(call + " could not be sent", ex.getCause());
		}
	}

	/** Calls a certain instance and does not wait for the answer. */
	public CompletableFuture<Reply> begin(int instance, Call call) {
		HttpRequest request = request(this.instances.get(instance % this.instances.size()), call);
		long began = System.nanoTime();
		return this.http.sendAsync(request, BodyHandlers.ofByteArray()).handle((response, failure) -> {
			long took = System.nanoTime() - began;
			return (response != null) ? read(call, response, began, took)
					: new Reply(call, 0, MissingNode.getInstance(), reason(failure), began, took);
		});
	}

	private static Reply read(Call call, HttpResponse<byte[]> response, long began, long took) {
		try {
			JsonNode body = JSON.readTree(response.body());
			return new Reply(call, response.statusCode(), body, "", began, took);
		}
		catch (JacksonException ex) {
			return new Reply(call, response.statusCode(), MissingNode.getInstance(), "not JSON", began, took);
		}
	}

	private HttpRequest request(URI instance, Call call) {
		BodyPublisher body = (call.json() != null) ? BodyPublishers.ofString(call.json()) : BodyPublishers.noBody();
		HttpRequest.Builder request = HttpRequest.newBuilder(instance.resolve(call.path()))
			.timeout(this.patience)
			.method(call.method(), body);
		if (call.json() != null) {
			request.header("Content-Type", "application/json");
		}
		if (call.token() != null) {
			request.header("authorization", call.token());
		}
		if (call.address() != null) {
			request.header("X-Forwarded-For", call.address());
		}
		return request.build();
	}

	private static String reason(@Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return String.valueOf(cause);
	}

	/** JSON of an object. */
	public static String json(Object value) {
		return JSON.writeValueAsString(value);
	}

	@Override
	public void close() {
		this.threads.shutdown();
	}

}
