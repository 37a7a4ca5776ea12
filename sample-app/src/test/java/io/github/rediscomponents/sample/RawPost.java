// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Requests with a body that are sent over sockets, whole or not.
 */
final class RawPost {

	private RawPost() {
	}

	static String head(String path, String... headers) {
		return "POST " + path
				+ " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
				+ String.join("\r\n", headers) + "\r\n\r\n";
	}

	static Socket open(GuideClient instance, String request) throws IOException {
		Socket socket = new Socket("localhost", instance.base().getPort());
		socket.setSoTimeout(60_000);
		send(socket, request);
		return socket;
	}

	static void send(Socket socket, String text) throws IOException {
		OutputStream out = socket.getOutputStream();
		out.write(text.getBytes(StandardCharsets.US_ASCII));
		out.flush();
	}

	static boolean isAnswered(Socket socket) {
		try {
			return socket.getInputStream().available() > 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** What was answered, as far as it came before the connection ended. */
	static String answer(Socket socket) {
		StringBuilder answer = new StringBuilder();
		try {
			InputStream in = socket.getInputStream();
			for (int next = in.read(); next >= 0; next = in.read()) {
				answer.append((char) next);
			}
		}
		catch (IOException ex) {
			// Reset after the answer.
		}
		return answer.toString();
	}

}
