// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Just enough of the Redis protocol (RESP2) to send one command over a connection of its
 * own and read its reply.
 */
final class RespClient {

	private RespClient() {
	}

	/**
	 * Sends a command and reads its reply.
	 * @param host the server's host
	 * @param port the server's port
	 * @param patience how long connecting and reading may take, each
	 * @param command the command and its arguments
	 * @return a string for strings and numbers, a list for arrays, {@code null} for nil
	 * @throws RedisReplyException if the reply is an error
	 * @throws UncheckedIOException if there was no reply
	 */
	static @Nullable Object send(String host, int port, Duration patience, String... command) {
		int millis = Math.toIntExact(patience.toMillis());
		try (Socket socket = new Socket()) {
			socket.setTcpNoDelay(true);
			socket.setSoTimeout(millis);
			socket.connect(new InetSocketAddress(host, port), millis);
			socket.getOutputStream().write(encode(command));
			return read(new BufferedInputStream(socket.getInputStream()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No reply to " + command[0] + " from " + host + ":" + port, ex);
		}
	}

	private static byte[] encode(String... command) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
		for (String argument : command) {
			byte[] value = argument.getBytes(StandardCharsets.UTF_8);
			bytes.writeBytes(("$" + value.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
			bytes.writeBytes(value);
			bytes.writeBytes(new byte[] { '\r', '\n' });
		}
		return bytes.toByteArray();
	}

	private static @Nullable Object read(InputStream in) throws IOException {
		int type = in.read();
		String line = readLine(in);
		return switch (type) {
			case '+', ':' -> line;
			case '-' -> throw new RedisReplyException(line);
			case '$' -> readBulk(in, Integer.parseInt(line));
			case '*' -> readArray(in, Integer.parseInt(line));
			case -1 -> throw new EOFException("connection closed by the server");
			default -> throw new IOException("not a RESP2 reply: " + (char) type + line);
		};
	}

	private static @Nullable String readBulk(InputStream in, int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] value = in.readNBytes(length);
		if (value.length < length || in.readNBytes(2).length < 2) {
			throw new EOFException("connection closed within a reply");
		}
		return new String(value, StandardCharsets.UTF_8);
	}

	private static @Nullable List<@Nullable Object> readArray(InputStream in, int size) throws IOException {
		if (size < 0) {
			return null;
		}
		List<@Nullable Object> list = new ArrayList<>(size);
		for (int i = 0; i < size; i++) {
			list.add(read(in));
		}
		return list;
	}

	private static String readLine(InputStream in) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int c = in.read(); c != '\r'; c = in.read()) {
			if (c < 0) {
				throw new EOFException("connection closed by the server");
			}
			line.write(c);
		}
		in.read();
		return line.toString(StandardCharsets.UTF_8);
	}

}
