// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document.OutputSettings;
import org.jsoup.nodes.Document.OutputSettings.Syntax;
import org.jsoup.safety.Safelist;

/**
 * Makes HTML of what users write that is safe to be shown as HTML: pages of the front end
 * do so. No attribute of any element survives.
 */
final class SafeHtml {

	private static final Safelist NO_MARKUP = Safelist.none();

	private static final Safelist SIMPLE_MARKUP = new Safelist().addTags("b", "br", "em", "i", "p", "strong", "u");

	private SafeHtml() {
	}

	/** Text without any element. */
	static String line(String html) {
		return clean(html, NO_MARKUP);
	}

	/** Text with line breaks, paragraphs and emphasis. */
	static String text(String html) {
		return clean(html, SIMPLE_MARKUP);
	}

	private static String clean(String html, Safelist allowed) {
		OutputSettings asItIs = new OutputSettings().prettyPrint(false).syntax(Syntax.html);
		return Jsoup.clean(html, "", allowed, asItIs).strip();
	}

}
