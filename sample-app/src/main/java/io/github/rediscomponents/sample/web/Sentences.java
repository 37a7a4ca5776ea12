// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;

/**
 * The sentences for users about refused requests, in the files
 * {@code sentences/sentences*.properties}. A request is answered in the language of its
 * {@code Accept-Language}, by default in English.
 */
final class Sentences {

	private static final Locale CHINESE = Locale.SIMPLIFIED_CHINESE;

	/** No browser sends a longer header. */
	private static final int MAX_HEADER = 500;

	/** A range of a language that there is, and its weight. */
	private static final Pattern KNOWN = Pattern.compile(
			"\\s*(?i:(en|zh)(?:-[a-z0-9]{1,8})*)\\s*(?:;\\s*q\\s*=\\s*(0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?)\\s*)?");

	private static final Set<Integer> OF_STATUS = Set.of(400, 401, 404, 405, 406, 408, 413, 415, 500, 503);

	private static final String FILE = "sentences/sentences";

	private static final SentenceTable IN_ENGLISH = SentenceTable.read(FILE + ".properties", Locale.ENGLISH);

	private static final SentenceTable IN_CHINESE = SentenceTable.read(FILE + "_zh.properties", CHINESE);

	private Sentences() {
	}

	/**
	 * Checks that each language has all sentences.
	 * @throws IllegalStateException if one is missing; names it
	 */
	static void check() {
		OF_STATUS.forEach((status) -> IN_ENGLISH.require(Set.of("error." + status)));
		IN_ENGLISH.require(IN_CHINESE.texts().keySet());
		IN_CHINESE.require(IN_ENGLISH.texts().keySet());
	}

	/** Returns the key of the sentence of an error status. */
	static String key(HttpStatusCode status) {
		if (OF_STATUS.contains(status.value())) {
			return "error." + status.value();
		}
		return status.is4xxClientError() ? "error.400" : "error.500";
	}

	/**
	 * Returns a sentence in the language of a request, and declares it in the response.
	 * @param key of the sentence
	 * @param arguments of the sentence; a key stands for its sentence
	 */
	static String answer(HttpServletRequest request, HttpServletResponse response, String key, String... arguments) {
		return answer(request, response, key, List.of(arguments));
	}

	static String answer(HttpServletRequest request, HttpServletResponse response, String key, List<String> arguments) {
		Locale language = language(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
		response.addHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE + ", " + ErrorPage.VARY);
		response.setHeader(HttpHeaders.CONTENT_LANGUAGE, language.toLanguageTag());
		return text(language, key, arguments);
	}

	static String english(String key, List<String> arguments) {
		return text(Locale.ENGLISH, key, arguments);
	}

	private static String text(Locale language, String key, List<String> arguments) {
		return (language.equals(CHINESE) ? IN_CHINESE : IN_ENGLISH).text(key, arguments);
	}

	/** Returns the most wanted language that there is. */
	static Locale language(@Nullable String header) {
		if (header == null || header.isBlank() || header.length() > MAX_HEADER) {
			return Locale.ENGLISH;
		}
		Locale most = Locale.ENGLISH;
		double weight = 0;
		for (String range : header.split(",")) {
			Matcher known = KNOWN.matcher(range);
			double wanted = known.matches() ? weight(known.group(2)) : 0;
			if (wanted > weight) {
				weight = wanted;
				most = known.group(1).equalsIgnoreCase("zh") ? CHINESE : Locale.ENGLISH;
			}
		}
		return most;
	}

	private static double weight(@Nullable String text) {
		return (text != null) ? Double.parseDouble(text) : 1;
	}

}
