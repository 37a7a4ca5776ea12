// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.diagnostics.UserInfo;

/**
 * The properties that are set, as they were when they were accepted.
 */
final class SettingsInForce {

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-components");

	/** Other sections and lengths of time are named after tokens, too. */
	private static final Pattern SECRET = Pattern
		.compile(".*(password|passphrase|secret|credential|private-?key|access-?key).*|.*tokens?");

	/** The sections that have addresses of servers. */
	private static final List<ConfigurationPropertyName> ADDRESSES = List.of(
			ConfigurationPropertyName.of("redis-components.servers"),
			ConfigurationPropertyName.of("redis-components.lock.quorum"));

	/** The changed properties that one line of the log names. */
	private static final int NAMED = 20;

	private final Environment environment;

	private volatile Map<String, Setting> accepted;

	SettingsInForce(Environment environment) {
		this.environment = environment;
		this.accepted = read();
	}

	/**
	 * Says what of a section is not what was accepted last.
	 * @param section such as {@code redis-components.cache}
	 * @return such as {@code : defaults.ttl 10m -> not set, caches.shop.ttl 10s -> 20s}
	 */
	String changes(String section) {
		Map<String, Setting> before = this.accepted;
		Map<String, Setting> now = read();
		List<String> changes = Stream.concat(before.keySet().stream(), now.keySet().stream())
			.distinct()
			.sorted()
			.filter((property) -> property.startsWith(section + '.'))
			.filter((property) -> !value(before, property).equals(value(now, property)))
			.map((property) -> property.substring(section.length() + 1) + ' ' + value(before, property) + " -> "
					+ value(now, property))
			.toList();
		if (changes.isEmpty()) {
			return ", though none of its properties";
		}
		String more = (changes.size() > NAMED) ? " and " + (changes.size() - NAMED) + " more" : "";
		return changes.stream().limit(NAMED).collect(Collectors.joining(", ", ": ", more));
	}

	private static String value(Map<String, Setting> settings, String property) {
		Setting setting = settings.get(property);
		return (setting != null) ? setting.value() : "not set";
	}

	/**
	 * Accepts what the environment has now.
	 * @param kept the properties whose earlier value stays in force
	 */
	void refreshed(Predicate<String> kept) {
		Map<String, Setting> before = this.accepted;
		Map<String, Setting> next = read();
		next.replaceAll((property, now) -> {
			Setting old = before.get(property);
			if (!kept.test(property) || (old != null && old.value().equals(now.value()))) {
				return now;
			}
			return new Setting(property, (old != null) ? old.value() : "", (old != null) ? old.origin() : "", false,
					Optional.of(now.value()));
		});
		// A property that is removed is in force until its section is accepted.
		before.forEach((property, old) -> {
			if (kept.test(property) && !next.containsKey(property)) {
				next.put(property, new Setting(property, old.value(), old.origin(), false, Optional.of("")));
			}
		});
		this.accepted = next;
	}

	/** Lists them; of the sections that customizers changed, too. */
	List<Setting> list(Collection<String> customized) {
		return this.accepted.values()
			.stream()
			.map((one) -> new Setting(one.property(), one.value(), one.origin(),
					customized.stream().anyMatch((section) -> one.property().startsWith(section + '.')), one.pending()))
			.toList();
	}

	private Map<String, Setting> read() {
		Map<String, Setting> found = new TreeMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				iterable.stream().filter(ROOT::isAncestorOf).forEach((name) -> {
					ConfigurationProperty property = source.getConfigurationProperty(name);
					if (property != null) {
						found.putIfAbsent(name.toString(), setting(property));
					}
				});
			}
		}
		return found;
	}

	private Setting setting(ConfigurationProperty property) {
		String name = property.getName().toString();
		String value = resolved(String.valueOf(property.getValue()));
		Origin origin = property.getOrigin();
		ConfigurationPropertySource source = property.getSource();
		String from = (origin != null) ? origin.toString()
				: (source != null) ? String.valueOf(source.getUnderlyingSource()) : "";
		return new Setting(name, shown(property.getName(), value), UserInfo.masked(from), false, Optional.empty());
	}

	private static String shown(ConfigurationPropertyName name, String value) {
		if (isSecret(name)) {
			return UserInfo.MASK;
		}
		return ADDRESSES.stream().anyMatch((section) -> section.equals(name) || section.isAncestorOf(name))
				? UserInfo.maskedAddress(value) : UserInfo.masked(value);
	}

	/** A placeholder that names itself cannot be resolved, and is refused elsewhere. */
	private String resolved(String value) {
		try {
			return this.environment.resolvePlaceholders(value);
		}
		catch (IllegalArgumentException ex) {
			return value;
		}
	}

	/** The last element counts, as the others name sections and instances. */
	private static boolean isSecret(ConfigurationPropertyName name) {
		int last = name.getNumberOfElements() - 1;
		while (last > 0 && name.isNumericIndex(last)) {
			last--;
		}
		return SECRET.matcher(name.getElement(last, Form.ORIGINAL).toLowerCase(Locale.ROOT)).matches();
	}

}
