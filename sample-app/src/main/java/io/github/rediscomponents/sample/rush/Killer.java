// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import io.github.rediscomponents.sample.web.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills an instance that lets itself be killed.
 */
final class Killer {

	private static final int OK = 200;

	private static final Logger log = LoggerFactory.getLogger(Killer.class);

	private final HttpClient http;

	private final Duration patience;

	/**
	 * Creates a killer.
	 * @param patience how long it waits for the answer, and for the end
	 */
	Killer(Duration patience) {
		this.patience = patience;
		this.http = HttpClient.newBuilder().connectTimeout(patience).build();
	}

	/**
	 * Kills an instance. It is dead when its address refuses connections.
	 * @param address its address
	 * @throws Refused if it refuses
	 * @throws IOException if it is not dead in time
	 */
	void kill(URI address) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(address.resolve("/rush/end"))
			.timeout(this.patience)
			.header(SameOrigin.HEADER, SameOrigin.PAGE)
			.POST(BodyPublishers.noBody())
			.build();
		try {
			if (this.http.send(request, BodyHandlers.discarding()).statusCode() != OK) {
				throw new Refused("rush.second-stays");
			}
		}
		catch (IOException ex) {
			// It may have ended before it answered.
			log.debug("No answer from the second instance", ex);
		}
		if (!new Patience(this.patience, this.patience).until(() -> refuses(address))) {
			throw new IOException(address + " still accepts connections");
		}
	}

	private boolean refuses(URI address) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), (int) this.patience.toMillis());
			return false;
		}
		catch (ConnectException ex) {
			return true;
		}
		catch (IOException ex) {
			log.debug("Neither accepted nor refused", ex);
			return false;
		}
	}

}
