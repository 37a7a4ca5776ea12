// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A rule that the ACL of the Redis user lacks.
 *
 * @param lack what the user may not do, as the end of a sentence
 * @param rule the rule to add, as ACL SETUSER takes it; empty if it is unknown
 */
public record MissingRule(String lack, String rule) {

	public static final MissingRule UNKNOWN = new MissingRule("lacks a right", "");

	/**
	 * Returns the rule of a command.
	 * @param command the command; a subcommand follows after a space or a bar
	 */
	public static MissingRule command(String command) {
		return commands(List.of(command));
	}

	/**
	 * Returns the rules of commands of which it is unknown which was refused.
	 * @param commands see {@link #command}
	 */
	public static MissingRule commands(Collection<String> commands) {
		String names = commands.stream()
			.map((command) -> command.replace('|', ' ').toUpperCase(Locale.ROOT))
			.collect(Collectors.joining(" or "));
		String rules = commands.stream()
			.map((command) -> "+" + command.replace(' ', '|').toLowerCase(Locale.ROOT))
			.collect(Collectors.joining(" "));
		return new MissingRule("may not run " + names, rules);
	}

	/**
	 * Returns the rule of the keys of a component.
	 * @param key one of them, of which only the beginning is used
	 */
	public static MissingRule keysLike(String key) {
		String pattern = pattern(key);
		return new MissingRule("may not use keys like " + pattern, "~" + pattern);
	}

	/**
	 * Returns the rule of the channels of a component.
	 * @param channel one of them, of which only the beginning is used
	 */
	public static MissingRule channelsLike(String channel) {
		int name = channel.lastIndexOf(":channel:");
		String pattern = (name > 0) ? channel.substring(0, name) + ":channel:*" : pattern(channel);
		return new MissingRule("may not use channels like " + pattern, "&" + pattern);
	}

	/**
	 * Returns the pattern of the keys of a component. Text in braces comes from the user
	 * and can be confidential.
	 */
	public static String pattern(String key) {
		int brace = key.indexOf('{');
		return ((brace > 0) ? key.substring(0, brace) : "") + "*";
	}

	@Override
	public String toString() {
		return this.rule.isEmpty() ? this.lack : this.lack + "; missing rule: " + this.rule;
	}

}
