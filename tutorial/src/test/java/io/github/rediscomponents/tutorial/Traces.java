// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.tutorial.SentCommands.Sent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The traces of the page on tutorials, in English and in Chinese.
 */
final class Traces {

	private static final Path ENGLISH = Path.of("../docs/from-tutorials.md");

	private static final Path CHINESE = Path.of("../docs/zh/from-tutorials.md");

	/** Who, two spaces or more, a command, its reply, two spaces or more, remarks. */
	private static final Pattern COMMAND = Pattern.compile("(?:.* {2})?(\\S.*?) +-> (.+?)(?: {2}.*)?");

	private Traces() {
	}

	/** Verifies both pages. */
	static void assertShow(Trace trace, List<Sent> sent) {
		List<Shown> english = in(ENGLISH);
		List<Shown> below = english.stream().filter((one) -> one.heading().equals(trace.value())).toList();
		assertThat(below).as("traces below %s", trace.value()).hasSizeGreaterThanOrEqualTo(trace.number());
		Shown shown = below.get(trace.number() - 1);
		assertShown(shown, sent);
		assertShown(in(CHINESE).get(english.indexOf(shown)), sent);
	}

	/** Returns the blocks without a language, without those that are for a shell. */
	static List<Shown> in(Path page) {
		List<Shown> found = new ArrayList<>();
		String heading = "";
		List<String> block = null;
		boolean plain = false;
		try {
			for (String line : Files.readAllLines(page)) {
				if (line.startsWith("```")) {
					if (block != null && plain && !block.get(0).startsWith("mvn ")) {
						found.add(new Shown(heading, List.copyOf(block)));
					}
					plain = line.equals("```");
					block = (block != null) ? null : new ArrayList<>();
				}
				else if (block != null) {
					block.add(line);
				}
				else if (line.startsWith("#")) {
					heading = line.replaceFirst("^#+ ", "");
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found;
	}

	static List<Shown> english() {
		return in(ENGLISH);
	}

	static List<Shown> chinese() {
		return in(CHINESE);
	}

	private static void assertShown(Shown shown, List<Sent> sent) {
		int next = 0;
		int compared = 0;
		for (String line : shown.lines()) {
			Matcher command = COMMAND.matcher(line);
			if (command.matches()) {
				while (next < sent.size() && !isSame(command, sent.get(next))) {
					next++;
				}
				assertThat(next)
					.as("'%s' below '%s' is not among what was sent after it: %s", line, shown.heading(), sent)
					.isLessThan(sent.size());
				next++;
				compared++;
			}
		}
		assertThat(compared).as("commands of the trace below %s", shown.heading()).isGreaterThan(1);
	}

	private static boolean isSame(Matcher shown, Sent sent) {
		String reply = sent.reply();
		if (!matches(shown.group(1), sent.command())) {
			return false;
		}
		// Three dots alone are no reply.
		return shown.group(2).equals("...") ? reply == null : reply != null && matches(shown.group(2), reply);
	}

	/** Three dots stand for anything. */
	private static boolean matches(String shown, String actual) {
		String text = shown.replace("解锁脚本", "unlock script");
		return Pattern.matches("\\Q" + text.replace("...", "\\E.*\\Q") + "\\E", actual);
	}

	/** A trace, and the heading above it. */
	record Shown(String heading, List<String> lines) {
	}

}
