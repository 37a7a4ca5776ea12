// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.springframework.core.io.ClassPathResource;

/**
 * The sentences of one language, all in memory.
 *
 * @param file from which they were read
 * @param language they are in
 * @param texts by key
 */
record SentenceTable(String file, Locale language, Map<String, String> texts) {

	SentenceTable {
		texts = Map.copyOf(texts);
	}

	/**
	 * Reads a file of the class path.
	 * @throws IllegalStateException if it is missing or a sentence is no pattern; names
	 * it
	 */
	static SentenceTable read(String file, Locale language) {
		Properties read = new Properties();
		try {
			read.load(new StringReader(new ClassPathResource(file).getContentAsString(StandardCharsets.UTF_8)));
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new IllegalStateException("Cannot read the sentences in " + file, ex);
		}
		Map<String, String> texts = new TreeMap<>();
		for (String key : read.stringPropertyNames()) {
			String text = read.getProperty(key);
			try {
				new MessageFormat(text, language);
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalStateException("The sentence " + key + " in " + file + " is no pattern: " + text, ex);
			}
			texts.put(key, text);
		}
		return new SentenceTable(file, language, texts);
	}

	/**
	 * Checks that sentences are there.
	 * @throws IllegalStateException if one is missing; names all of them
	 */
	void require(Set<String> keys) {
		Set<String> missing = new TreeSet<>(keys);
		missing.removeAll(this.texts.keySet());
		if (!missing.isEmpty()) {
			throw new IllegalStateException("There are no sentences in " + this.file + " for " + missing);
		}
	}

	/** Returns a sentence, or its key if there is none. */
	String text(String key, List<String> arguments) {
		String text = this.texts.getOrDefault(key, key);
		if (arguments.isEmpty() || text.equals(key)) {
			return text;
		}
		Object[] texts = arguments.stream().map((argument) -> this.texts.getOrDefault(argument, argument)).toArray();
		return new MessageFormat(text, this.language).format(texts);
	}

}
