// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.course;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.City;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The nginx lines of the pages on the course's front-end, on an installed nginx in front
 * of two instances.
 */
class NginxTests {

	private static final Pattern BLOCK = Pattern.compile("```nginx\\n(.*?)```", Pattern.DOTALL);

	private static final String SECOND = "# server   127.0.0.1:8082;";

	@TempDir
	private static Path folder;

	private static Path program;

	private static Guide one;

	private static Guide two;

	private static Nginx nginx;

	private static GuideClient client;

	@BeforeAll
	static void start() throws IOException {
		program = Nginx.installed().orElse(null);
		Assumptions.assumeTrue(program != null, "nginx is not installed");
		Path pages = Files.createDirectories(folder.resolve("html/hmdp/imgs"));
		Files.writeString(pages.resolveSibling("index.html"), "<p>pages of the course</p>");
		Files.writeString(pages.resolve("own.png"), "a picture of the pages");
		Guide.Settings settings = new Guide.Settings()
			.with("city-guide.upload.directory", folder.resolve("up").toString())
			.with("redis-components.rate-limit.policies.upload.limit", "1000")
			.with("redis-components.rate-limit.policies.send-code.limit", "1")
			.with("redis-components.http-rate-limit.enabled", "true");
		one = Guide.start(settings);
		two = Guide.start(settings);
		nginx = Nginx.start(program, folder, configuration("docs/sample"));
		client = nginx.client();
	}

	@AfterAll
	static void stop() throws Exception {
		for (AutoCloseable started : Stream.of(nginx, two, one).filter(Objects::nonNull).toList()) {
			started.close();
		}
	}

	/** The first block of a page, with the ports of the instances of this test. */
	private static String configuration(String folder) throws IOException {
		Matcher block = BLOCK.matcher(Files.readString(Path.of("..", folder, "course-front-end.md")));
		assertThat(block.find()).isTrue();
		String text = block.group(1);
		assertThat(text).contains("127.0.0.1:8081", SECOND);
		return text.replace("127.0.0.1:8081", "127.0.0.1:" + one.base().getPort())
			.replaceFirst("# (server +)127.0.0.1:8082", "$1" + "127.0.0.1:" + two.base().getPort());
	}

	@Test
	void thePagesAreThoseOfTheFolderAndTheCallsThoseOfTheApplication() throws Exception {
		assertThat(body("/")).isEqualTo("<p>pages of the course</p>");
		assertThat(body("/imgs/own.png")).isEqualTo("a picture of the pages");
		assertThat(body("/imgs/user.svg")).startsWith("<svg");
		assertThat(body("/imgs/shop.svg")).startsWith("<svg");
		assertThat(body("/imgs/faces/01.svg")).startsWith("<svg");
		String pictures = client.get("/api/shop/3").data().path("images").asString();
		assertThat(pictures.split(",")).hasSize(3).doesNotHaveDuplicates();
		for (String picture : pictures.split(",")) {
			assertThat(body(picture)).startsWith("<svg");
		}
		assertThat(get("/imgs/nothing.png").statusCode()).isEqualTo(404);
		assertThat(client.get("/api/shop-type/list").list()).isNotEmpty();
		assertThat(client.get("/api/shop/of/name?name=" + Guide.encode("新白鹿")).list()).isNotEmpty();
		client.get("/api/user/me", "unknown").assertStatus(401);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/api/upload/blog", "/api/user/avatar/upload" })
	void largePicturesAreStoredAndShown(String path) throws Exception {
		String token = one.tokenOf(1);
		byte[] picture = picture(4 * 1024 * 1024);
		String stored = upload(client, path, token, picture).data().asString();
		String shown = stored.startsWith("/imgs") ? stored : "/imgs" + stored;
		HttpResponse<byte[]> served = get(shown);
		assertThat(served.statusCode()).isEqualTo(200);
		assertThat(served.headers().firstValue("content-type")).hasValue("image/png");
		assertThat(served.body()).isEqualTo(picture);
	}

	@Test
	void tooLargePicturesAreRefusedByTheApplicationAndVeryLargeOnesByNginx() throws IOException {
		String token = one.tokenOf(1);
		upload(client, "/api/upload/blog", token, picture(5 * 1024 * 1024 + 1)).assertStatus(413);
		HttpResponse<String> answer = send(client, "/api/upload/blog", token, picture(7 * 1024 * 1024));
		assertThat(answer.statusCode()).isEqualTo(413);
		assertThat(answer.body()).contains("nginx");
	}

	@Test
	void codesAreLimitedByTheAddressOfTheVisitor() throws IOException {
		assertThat(codeFrom("127.0.0.2")).startsWith("HTTP/1.1 200");
		assertThat(codeFrom("127.0.0.2")).startsWith("HTTP/1.1 429");
		assertThat(codeFrom("127.0.0.3")).startsWith("HTTP/1.1 200");
	}

	@Test
	void theChinesePageHasTheSameLines() throws IOException {
		assertThat(withoutComments(configuration("docs/zh"))).isEqualTo(withoutComments(configuration("docs/sample")));
	}

	@Test
	void theRewriteOfTheCourseWorksToo() throws IOException {
		String lines = configuration("docs/sample");
		String rewriting = lines.replace("location /api/ {", "location /api {\nrewrite /api(/.*) $1 break;");
		assertThat(rewriting).isNotEqualTo(lines);
		try (Nginx other = Nginx.start(program, copy("rewriting"), rewriting)) {
			assertThat(other.client().get("/api/shop-type/list").list()).isNotEmpty();
			String token = one.tokenOf(1);
			other.client().put("/api/user/nickname", token, "{\"nickName\":\"小鱼\"}").assertDone();
			assertThat(client.get("/api/user/me", token).data().path("nickName").asString()).isEqualTo("小鱼");
		}
	}

	@Test
	void uploadsIntoTheFolderOfThePagesAreServedByNginx() throws Exception {
		Path pages = Files.createDirectories(folder.resolve("direct/html/hmdp/imgs"));
		Guide.Settings settings = new Guide.Settings().with("city-guide.upload.directory", pages.toString());
		String location = "location ~ ^/imgs/(?:blogs/|avatars/|";
		try (Guide guide = Guide.start(settings)) {
			String lines = configuration("docs/sample")
				.replace("server     127.0.0.1:" + one.base().getPort(), "server 127.0.0.1:" + guide.base().getPort())
				.replaceAll("server +127.0.0.1:" + two.base().getPort() + ";", "");
			assertThat(lines).contains(location);
			try (Nginx direct = Nginx.start(program, folder.resolve("direct"),
					lines.replace(location, "location ~ ^/imgs/(?:"))) {
				byte[] picture = picture(100_000);
				String path = upload(direct.client(), "/api/upload/blog", guide.tokenOf(1), picture).data().asString();
				HttpResponse<byte[]> served = get(direct.client(), "/imgs" + path);
				assertThat(served.body()).isEqualTo(picture);
				// The application would name its cache time.
				assertThat(served.headers().firstValue("cache-control")).isEmpty();
				assertThat(pages.resolve(path.substring(1))).hasBinaryContent(picture);
			}
		}
	}

	private static Path copy(String name) throws IOException {
		return Files.createDirectories(folder.resolve(name));
	}

	private static String withoutComments(String lines) {
		return lines.replaceAll("(?m)^ *#.*\\n", "");
	}

	private static byte[] picture(int size) {
		byte[] picture = new byte[size];
		Arrays.fill(picture, (byte) 7);
		System.arraycopy(City.picture(1), 0, picture, 0, 64);
		return picture;
	}

	/** As an old client sends it, from an address of this machine. */
	private static String codeFrom(String address) throws IOException {
		try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), nginx.port(),
				InetAddress.getByName(address), 0)) {
			socket.getOutputStream()
				.write(("POST /api/user/code?phone=" + Guide.randomAccount()
						+ " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
	}

	private static Answer upload(GuideClient to, String path, String token, byte[] picture) {
		return to.send(to.request(path, token)
			.header("Content-Type", "multipart/form-data; boundary=frontier")
			.POST(BodyPublishers.ofByteArray(form(picture))));
	}

	private static HttpResponse<String> send(GuideClient to, String path, String token, byte[] picture)
			throws IOException {
		try {
			return HttpClient.newHttpClient()
				.send(to.request(path, token)
					.header("Content-Type", "multipart/form-data; boundary=frontier")
					.POST(BodyPublishers.ofByteArray(form(picture)))
					.build(), BodyHandlers.ofString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	private static byte[] form(byte[] picture) {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		body.writeBytes(("--frontier\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n"
				+ "Content-Type: image/png\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII));
		body.writeBytes(picture);
		body.writeBytes("\r\n--frontier--\r\n".getBytes(StandardCharsets.US_ASCII));
		return body.toByteArray();
	}

	private static String body(String path) throws Exception {
		HttpResponse<byte[]> response = get(path);
		assertThat(response.statusCode()).as(path).isEqualTo(200);
		return new String(response.body(), StandardCharsets.UTF_8).strip();
	}

	private static HttpResponse<byte[]> get(String path) throws Exception {
		return get(client, path);
	}

	private static HttpResponse<byte[]> get(GuideClient from, String path) throws Exception {
		return HttpClient.newHttpClient().send(from.request(path, null).GET().build(), BodyHandlers.ofByteArray());
	}

}
