// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A post as a client sends it. Other fields, such as an author, are ignored.
 */
public record NewBlog(@Nullable String title, @Nullable String content, @Nullable String images,
		@Nullable Long shopId) {

	private static final int MAX_TITLE = 255;

	private static final int MAX_TITLE_KEPT = 1024;

	private static final int MAX_CONTENT = 2048;

	private static final int MAX_CONTENT_KEPT = 8192;

	private static final int MAX_IMAGES = 9;

	private static final int MAX_IMAGE = 255;

	/** A path or an https address. */
	private static final Pattern IMAGE = Pattern.compile("(?:https://[A-Za-z0-9.:-]+/)?[A-Za-z0-9._~%/-]+");

	/** Returns the post. The database assigns its id. */
	Blog by(long userId) {
		if (this.shopId == null) {
			throw new Refused("post.shop");
		}
		String line = cleaned(SafeHtml.line(given(this.title, "what.title", MAX_TITLE, MAX_TITLE_KEPT)), "what.title",
				MAX_TITLE, MAX_TITLE_KEPT);
		String text = cleaned(SafeHtml.text(given(this.content, "what.text", MAX_CONTENT, MAX_CONTENT_KEPT)),
				"what.text", MAX_CONTENT, MAX_CONTENT_KEPT);
		return Blog.create(this.shopId, userId, line, pictures(), text);
	}

	/**
	 * A text as it is shown may have {@code most} characters. Line ends and characters
	 * that HTML escapes are several here.
	 */
	private static String given(@Nullable String html, String what, int most, int mostKept) {
		boolean fits = html != null && html.length() <= mostKept;
		return Texts.required(html, what, fits ? mostKept : most);
	}

	private static String cleaned(String html, String what, int most, int mostKept) {
		if (html.isEmpty()) {
			throw new Refused("text.markup", what);
		}
		if (html.length() > mostKept) {
			throw new Refused("text.too-much-markup", what);
		}
		if (SafeHtml.shown(html) > most) {
			throw new Refused("text.length", what, String.valueOf(most));
		}
		return html;
	}

	private String pictures() {
		if (this.images == null) {
			return "";
		}
		List<String> paths = Arrays.stream(this.images.split(",", -1))
			.map(String::strip)
			.filter((path) -> !path.isEmpty())
			.toList();
		if (paths.size() > MAX_IMAGES) {
			throw new Refused("post.pictures");
		}
		if (!paths.stream().allMatch((path) -> path.length() <= MAX_IMAGE && IMAGE.matcher(path).matches())) {
			throw new Refused("picture.path");
		}
		return String.join(",", paths);
	}

}
