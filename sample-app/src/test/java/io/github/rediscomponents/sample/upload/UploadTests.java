// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Pictures that users upload, on two instances that share a folder.
 */
class UploadTests extends TwoGuides {

	private static final int MOST = 5 * 1024 * 1024;

	private static final String PNG = "89504e470d0a1a0a0000000d49484452";

	@TempDir
	private static Path folder;

	private final String anna = one.tokenOf(10);

	private final String ben = one.tokenOf(11);

	@BeforeAll
	static void start() {
		Guide.Settings settings = new Guide.Settings()
			.with("city-guide.upload.directory", folder.resolve("up").toString())
			.with("redis-components.rate-limit.policies.upload.limit", "1000");
		start(settings);
	}

	@ParameterizedTest
	@CsvSource({ PNG + ", png, image/png", "ffd8ffe000104a464946, jpg, image/jpeg",
			"474946383961010001000000, gif, image/gif", "474946383761010001000000, gif, image/gif",
			"524946462400000057454250565038, webp, image/webp" })
	void picturesAreKnownByTheirContent(String hex, String extension, String type) throws Exception {
		byte[] content = HexFormat.of().parseHex(hex);
		String path = upload(one, this.anna, "evil.html", content).data().asString();
		assertThat(path)
			.matches("/blogs/([0-9]|1[0-5])/([0-9]|1[0-5])/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\." + extension);
		HttpResponse<byte[]> served = read(two, "/imgs" + path);
		assertThat(served.statusCode()).isEqualTo(200);
		assertThat(served.body()).isEqualTo(content);
		assertThat(served.headers().firstValue("Content-Type")).contains(type);
		assertThat(served.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
	}

	@ParameterizedTest
	@ValueSource(strings = { "<html>", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF90a..........", "PNG", "",
			"RIFF....WAVE....", "%PDF-1.7 .......", " GIF89a........." })
	void whatIsNoPictureIsRefused(String content) throws Exception {
		upload(one, this.anna, "a.png", content.getBytes(StandardCharsets.UTF_8)).assertRefused();
	}

	@Test
	void fiveMegabytesAreTheMost() throws Exception {
		byte[] content = Arrays.copyOf(HexFormat.of().parseHex(PNG), MOST);
		upload(one, this.anna, "a.png", content).assertDone();
		upload(one, this.anna, "a.png", Arrays.copyOf(content, MOST + 1)).assertStatus(413);
		upload(one, this.anna, "a.png", Arrays.copyOf(content, 2 * MOST)).assertStatus(413);
		assertThat(parts()).isEmpty();
	}

	@Test
	void uploadingWantsALoginAndAFile() throws Exception {
		upload(one, null, "a.png", HexFormat.of().parseHex(PNG)).assertStatus(401);
		one.post("/upload/blog", this.anna).assertRefused();
		sendBody("no multipart at all").assertRefused();
		sendBody("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nGIF89a and no end")
			.assertStatus(400);
		one.get("/upload/blog/delete?name=x").assertStatus(401);
	}

	@Test
	void onesOwnPicturesAreDeleted() throws Exception {
		String first = upload(one, this.anna, "a.png", HexFormat.of().parseHex(PNG)).data().asString();
		String second = upload(one, this.anna, "a.png", HexFormat.of().parseHex(PNG)).data().asString();
		one.get("/upload/blog/delete?name=" + first, this.ben).assertRefused();
		assertThat(read(one, "/imgs" + first).statusCode()).isEqualTo(200);
		two.get("/upload/blog/delete?name=" + first, this.anna).assertDone();
		one.get("/upload/blog/delete?name=/imgs" + second, this.anna).assertDone();
		for (String path : List.of(first, second)) {
			assertThat(read(one, "/imgs" + path).statusCode()).isEqualTo(404);
			assertThat(folder.resolve("up" + path)).doesNotExist();
			one.get("/upload/blog/delete?name=" + path, this.anna).assertRefused();
		}
	}

	@Test
	void picturesGoWithTheLastPostThatShowsThem() throws Exception {
		byte[] png = HexFormat.of().parseHex(PNG);
		String alone = upload(one, this.anna, "a.png", png).data().asString();
		String twice = upload(one, this.anna, "a.png", png).data().asString();
		String foreign = upload(one, this.ben, "a.png", png).data().asString();
		long first = publish("/imgs" + alone + "," + twice + ",/imgs" + foreign + ",/imgs/shop.svg");
		long second = publish("/imgs" + twice);
		two.delete("/blog/" + first, this.ben).assertRefused();
		assertThat(read(one, "/imgs" + alone).statusCode()).isEqualTo(200);
		two.delete("/blog/" + first, this.anna).assertDone();
		assertThat(read(one, "/imgs" + alone).statusCode()).isEqualTo(404);
		assertThat(folder.resolve("up" + alone)).doesNotExist();
		assertThat(read(one, "/imgs" + twice).statusCode()).isEqualTo(200);
		assertThat(read(one, "/imgs" + foreign).statusCode()).isEqualTo(200);
		one.get("/upload/blog/delete?name=" + alone, this.anna).assertRefused();
		one.delete("/blog/" + second, this.anna).assertDone();
		assertThat(folder.resolve("up" + twice)).doesNotExist();
		assertThat(read(one, "/imgs" + foreign).statusCode()).isEqualTo(200);
	}

	@Test
	void picturesThatADyingInstanceLeftAreDeletedLater() throws Exception {
		Path left = discarded();
		await().until(() -> Files.notExists(left));
	}

	@Test
	void aPictureThatCannotBeDeletedHoldsUpNoOther() throws Exception {
		Path stuck = uploaded();
		Files.delete(stuck);
		Path inside = Files.createDirectories(stuck).resolve("inside");
		Files.createFile(inside);
		discard(stuck);
		try {
			for (int i = 0; i < 3; i++) {
				Path other = discarded();
				await().until(() -> Files.notExists(other));
			}
			assertThat(inside).exists();
		}
		finally {
			Files.delete(inside);
		}
		await().until(() -> Files.notExists(stuck));
	}

	private Path uploaded() throws Exception {
		return folder.resolve("up" + upload(one, this.anna, "a.png", HexFormat.of().parseHex(PNG)).data().asString());
	}

	private Path discarded() throws Exception {
		Path file = uploaded();
		discard(file);
		return file;
	}

	private static void discard(Path file) {
		one.bean(JdbcClient.class)
			.sql("UPDATE tb_upload SET discarded = 1 WHERE path = ?")
			.param("/" + folder.resolve("up").relativize(file))
			.update();
	}

	private long publish(String images) {
		return one
			.post("/blog", this.anna, "{\"title\":\"a\",\"content\":\"b\",\"shopId\":1,\"images\":\"" + images + "\"}")
			.data()
			.asLong();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "/", "/blogs", "../secret.png", "/blogs/../../secret.png", "/imgs/../../secret.png",
			"/blogs/1/2/../../../../secret.png", "/blogs/1/2/..%2f..%2f..%2f..%2fsecret.png", "/etc/passwd",
			"/blogs/1/2/00000000-0000-0000-0000-000000000000.png", "/blogs/1/2/%00.png" })
	void nothingElseIsDeleted(String name) throws Exception {
		Path secret = Files.writeString(folder.resolve("secret.png"), "secret");
		one.get("/upload/blog/delete?name=" + name, this.anna).assertRefused();
		one.get("/upload/blog/delete?name=" + Guide.encode(name), this.anna).assertRefused();
		assertThat(secret).exists();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/imgs/blogs/..%2f..%2fsecret.png", "/imgs/blogs/%2e%2e/%2e%2e/secret.png",
			"/imgs/blogs/1/nothing.png" })
	void nothingElseIsServed(String path) throws Exception {
		Files.writeString(folder.resolve("secret.png"), "secret");
		assertThat(read(one, path).statusCode()).isBetween(400, 404);
	}

	private Answer sendBody(String body) {
		return one.send(one.request("/upload/blog", this.anna)
			.header("Content-Type", "multipart/form-data; boundary=x")
			.POST(BodyPublishers.ofString(body)));
	}

	private static List<Path> parts() throws IOException {
		try (var files = Files.walk(folder)) {
			return files.filter((file) -> file.toString().endsWith(".part")).toList();
		}
	}

	private static Answer upload(Guide guide, String token, String name, byte[] content) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		body.write(("--frontier\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
				+ "\"\r\nContent-Type: text/html\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII));
		body.write(content);
		body.write("\r\n--frontier--\r\n".getBytes(StandardCharsets.US_ASCII));
		return guide.send(guide.request("/upload/blog", token)
			.header("Content-Type", "multipart/form-data; boundary=frontier")
			.POST(BodyPublishers.ofByteArray(body.toByteArray())));
	}

	private static HttpResponse<byte[]> read(Guide guide, String path) throws Exception {
		return HttpClient.newHttpClient().send(guide.request(path, null).GET().build(), BodyHandlers.ofByteArray());
	}

}
