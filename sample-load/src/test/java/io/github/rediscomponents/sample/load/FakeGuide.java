// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * An imitation of the city guide that breaks its promises: every client gets an order
 * each time, the stock falls below zero, changes of shops are forgotten, and every shop
 * exists. It answers 503 to the first request of each kind that prepares something.
 */
final class FakeGuide implements AutoCloseable {

	private static final int SHOP = 1;

	private static final int VOUCHER = 5;

	private final Set<String> unavailable = ConcurrentHashMap.newKeySet();

	private final Map<String, List<Integer>> orders = new ConcurrentHashMap<>();

	private final AtomicInteger logins = new AtomicInteger();

	private final AtomicInteger sold = new AtomicInteger();

	private final ExecutorService threads = Executors.newFixedThreadPool(8);

	private final HttpServer server;

	private final int stock;

	FakeGuide(int stock) {
		this.stock = stock;
		this.unavailable.addAll(List.of("POST /user/code", "POST /user/login", "POST /shop", "POST /voucher/seckill"));
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/", this::answer);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	String address() {
		return "http://localhost:" + this.server.getAddress().getPort();
	}

	private void answer(HttpExchange exchange) throws IOException {
		String token = exchange.getRequestHeaders().getFirst("authorization");
		exchange.getRequestBody().readAllBytes();
		String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
		if (this.unavailable.remove(request)) {
			exchange.sendResponseHeaders(503, -1);
			exchange.close();
			return;
		}
		String data = data(request, exchange.getRequestURI().getRawQuery(), (token != null) ? token : "");
		byte[] body = ("{\"success\":true,\"data\":" + data + "}").getBytes(StandardCharsets.UTF_8);
		int status = data.isEmpty() ? 404 : 200;
		exchange.sendResponseHeaders(status, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

	private String data(String request, String query, String token) {
		return switch (request) {
			case "POST /user/code" -> "\"" + query + "\"";
			case "POST /user/login" -> "\"" + this.logins.incrementAndGet() + "\"";
			case "GET /user/me" -> "{\"id\":1}";
			case "GET /shop-type/list" -> "[]";
			case "POST /shop" -> String.valueOf(SHOP);
			case "PUT /shop" -> "null";
			case "POST /voucher/seckill" -> String.valueOf(VOUCHER);
			case "GET /voucher/list/" + SHOP ->
				"[{\"id\":" + VOUCHER + ",\"stock\":" + (this.stock - this.sold.get()) + "}]";
			case "POST /voucher-order/seckill/" + VOUCHER -> "\"" + sell(token) + "\"";
			case "GET /voucher-order/me" -> orders(token);
			default -> other(request);
		};
	}

	private static String other(String request) {
		if (request.startsWith("GET /voucher-order/")) {
			return order(Integer.parseInt(request.substring("GET /voucher-order/".length())));
		}
		return request.startsWith("GET /shop/") ? "{\"id\":" + request.substring("GET /shop/".length()) + ",\"sold\":0}"
				: "";
	}

	private int sell(String token) {
		int id = this.sold.incrementAndGet();
		this.orders.computeIfAbsent(token, (buyer) -> Collections.synchronizedList(new ArrayList<>())).add(id);
		return id;
	}

	private String orders(String token) {
		return this.orders.getOrDefault(token, List.of()).stream().map(FakeGuide::order).toList().toString();
	}

	private static String order(int id) {
		return "{\"id\":\"" + id + "\",\"voucherId\":" + VOUCHER + ",\"status\":1}";
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdown();
	}

}
