// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.demo;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import io.github.rediscomponents.sample.blog.NewBlog;
import io.github.rediscomponents.sample.data.CsvFile;
import io.github.rediscomponents.sample.data.CsvFile.Row;

/**
 * A post of the demonstration.
 *
 * @param author id of its author
 * @param age time since its publication
 * @param likes number of people who like it
 * @param post the post
 */
record Story(long author, Duration age, int likes, NewBlog post) {

	static List<Story> all() {
		return CsvFile.read("demo_stories.csv").stream().map(Story::of).toList();
	}

	private static Story of(Row row) {
		String pictures = Arrays.stream(row.text("pictures").split(" "))
			.map((scene) -> "/imgs/scenes/" + scene + ".svg")
			.collect(Collectors.joining(","));
		return new Story(row.number("author"), Duration.ofHours(row.number("hours_ago")),
				Math.toIntExact(row.number("likes")),
				new NewBlog(row.text("title"), row.text("content"), pictures, row.number("shop")));
	}

}
