// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import javax.imageio.ImageIO;

import org.springframework.context.annotation.Primary;
import tools.jackson.databind.json.JsonMapper;

import io.github.rediscomponents.sample.web.Managers;
import io.github.rediscomponents.sample.web.User;

/**
 * An instance with some life in it: posts of several authors, with pictures and likes.
 *
 * @param guide the instance
 * @param posts the ids of the posts
 */
record City(Guide guide, List<Long> posts) {

	/** The imported users who have names. */
	private static final List<Integer> AUTHORS = List.of(1, 2, 4, 5, 6, 10);

	private static final String BOUNDARY = "a-line-that-no-picture-has";

	private static final List<Story> STORIES = List.of(
			new Story("运河边的一顿晚饭", "傍晚的运河很安静，<b>叫化鸡</b>还是老味道。<br>两个人 120 元，吃得很饱。", 3, 3),
			new Story("A quiet tea by the canal",
					"We came in the rain and stayed for three hours.<br>Ask for the window table, and try the <em>milk tea</em>.",
					1, 1),
			new Story("周末唱歌攻略", "下午场人少，音响不错，小吃拼盘可以不点。", 10, 0),
			new Story("Hot pot until seven in the morning",
					"Open the whole night, and the queue is short after one. The <strong>tomato soup</strong> is the one.",
					5, 2),
			new Story("寿司拼盘值不值？", "八十多块一份，鱼很新鲜，就是位置不太好找。", 8, 1),
			new Story("The best grilled fish near Wanda", "Order the small one, it feeds three.", 7, 0));

	static City start(Path uploads) {
		Guide guide = Guide.start(new Guide.Settings().with("city-guide.upload.directory", uploads.toString())
			.with("redis-components.rate-limit.policies.upload.limit", "1000")
			.with("city-guide.ops.enabled", "true"), AllButOne.class);
		guide.put("/follow/2/true", guide.tokenOf(1)).assertDone();
		guide.put("/follow/4/true", guide.tokenOf(1)).assertDone();
		List<Long> posts = IntStream.range(0, STORIES.size()).mapToObj((index) -> publish(guide, index)).toList();
		IntStream.range(0, posts.size())
			.forEach((index) -> IntStream.range(0, posts.size() - index)
				.forEach((liker) -> guide.put("/blog/like/" + posts.get(index), guide.tokenOf(AUTHORS.get(liker)))
					.assertDone()));
		return new City(guide, posts);
	}

	private static long publish(Guide guide, int index) {
		Story story = STORIES.get(index);
		String author = guide.tokenOf(AUTHORS.get(index % 5));
		String images = String.join(",",
				IntStream.range(0, story.pictures())
					.mapToObj((n) -> "/imgs" + upload(guide, author, index * 9 + n))
					.toList());
		return write(guide, author, story.title(), story.content(), images, story.shop());
	}

	/** Publishes a post; answers with its id. */
	static long write(Guide guide, String token, String title, String content, String images, long shop) {
		return guide
			.post("/blog", token, JsonMapper.shared().writeValueAsString(new Post(title, content, images, shop)))
			.data()
			.asLong();
	}

	static String upload(Guide guide, String token, int seed) {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n"
				+ "Content-Type: image/png\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII));
		body.writeBytes(picture(seed));
		body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII));
		return guide
			.send(guide.request("/upload/blog", token)
				.header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
				.POST(BodyPublishers.ofByteArray(body.toByteArray())))
			.data()
			.asString();
	}

	/** Something to look at: hills before a sky, another one for each number. */
	static byte[] picture(int seed) {
		Random random = new Random(seed);
		BufferedImage image = new BufferedImage(640, 480, BufferedImage.TYPE_INT_RGB);
		Graphics2D pen = image.createGraphics();
		pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
		float hue = 0.37f * seed;
		pen.setPaint(new GradientPaint(0, 0, Color.getHSBColor(hue, 0.35f, 0.98f), 0, 480,
				Color.getHSBColor(hue + 0.12f, 0.25f, 0.95f)));
		pen.fillRect(0, 0, 640, 480);
		pen.setPaint(Color.getHSBColor(hue + 0.1f, 0.2f, 1));
		pen.fillOval(90 + random.nextInt(360), 60 + random.nextInt(80), 110, 110);
		for (int hill = 0; hill < 4; hill++) {
			pen.setPaint(Color.getHSBColor(hue + 0.05f * hill, 0.35f + 0.1f * hill, 0.85f - 0.17f * hill));
			int left = random.nextInt(500) - 300;
			pen.fillOval(left, 220 + hill * 65, 700 + random.nextInt(300), 500);
			pen.fillRect(0, 420 + hill * 20, 640, 480);
		}
		pen.dispose();
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try {
			ImageIO.write(image, "png", bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	/** As in a demo, but for one user. No component, which others would find. */
	@Primary
	static class AllButOne implements Managers {

		static final long NO_MANAGER = 58;

		@Override
		public boolean contain(User user) {
			return user.id() != NO_MANAGER;
		}

	}

	private record Story(String title, String content, long shop, int pictures) {
	}

	private record Post(String title, String content, String images, long shopId) {
	}

}
