// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.nodes.Document.OutputSettings.Syntax;
import org.jsoup.safety.Safelist;

/**
 * Converts text of users to safe HTML, because pages of the front end show it as HTML.
 * All attributes are removed.
 */
final class SafeHtml {

	private static final Safelist NO_MARKUP = Safelist.none();

	private static final Safelist SIMPLE_MARKUP = new Safelist().addTags("b", "br", "em", "i", "p", "strong", "u");

	private SafeHtml() {
	}

	/** Returns text without any element. */
	static String line(String html) {
		return clean(html, NO_MARKUP);
	}

	/** Returns text with line breaks, paragraphs and emphasis. */
	static String text(String html) {
		return clean(html, SIMPLE_MARKUP);
	}

	/** Returns how many characters of safe HTML are shown, a line end being one. */
	static int shown(String html) {
		String text = Jsoup.parseBodyFragment(html).body().wholeText();
		return text.codePointCount(0, text.length());
	}

	private static String clean(String html, Safelist allowed) {
		OutputSettings asItIs = new OutputSettings().prettyPrint(false).syntax(Syntax.html);
		return Jsoup.clean(html, "", allowed, asItIs).strip();
	}

}
