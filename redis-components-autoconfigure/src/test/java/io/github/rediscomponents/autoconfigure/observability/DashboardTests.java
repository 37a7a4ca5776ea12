// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dashboard and the alert rules in the documentation name metrics, labels and values
 * that exist.
 */
class DashboardTests {

	private static final Path FOLDER = Path.of("..", "docs", "grafana");

	private static final Pattern SELECTOR = Pattern.compile("(redis_components_\\w+)(?:\\{([^}]*)})?");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");

	private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

	private static final Pattern BOLD = Pattern.compile("(?m)^\\*\\*[^*]+\\*\\*");

	private static final Pattern NAMED_METRIC = Pattern.compile("`(redis_components_\\w+)`");

	/** Labels that Prometheus or the dashboard's variables add. */
	private static final Set<String> SCRAPED = Set.of("application", "instance", "le");

	private static Map<String, Map<String, Set<String>>> metrics;

	@BeforeAll
	static void scrape() {
		metrics = ExportedMeters.scrape();
	}

	@Test
	void theDashboardShowsMetricsThatExist() throws Exception {
		Map<String, Object> dashboard = read("redis-components.json");
		List<String> expressions = expressions(dashboard, "expr");
		assertThat(expressions).hasSizeGreaterThan(20);
		expressions.forEach(DashboardTests::check);
		assertThat(list(dashboard.get("panels"))).allSatisfy((panel) -> {
			assertThat(panel).containsKeys("id", "type", "title", "gridPos");
			if (!"row".equals(panel.get("type"))) {
				assertThat((String) panel.get("description")).isNotBlank();
				assertThat(list(panel.get("targets"))).isNotEmpty();
			}
		});
		assertThat(list(dashboard.get("panels"))).extracting((panel) -> panel.get("id")).doesNotHaveDuplicates();
	}

	@Test
	void theAlertRulesAskForMetricsThatExist() throws Exception {
		Map<String, Object> rules = read("alerts.yml");
		List<String> expressions = expressions(rules, "expr");
		assertThat(expressions).hasSizeGreaterThanOrEqualTo(3);
		expressions.forEach(DashboardTests::check);
		assertThat(list(rules.get("groups"))).flatExtracting((group) -> list(group.get("rules")))
			.allSatisfy((rule) -> assertThat(rule).asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
				.containsKeys("alert", "expr", "for", "labels", "annotations"));
	}

	@Test
	void everyAlertHasARunbookInEnglishAndInChinese() throws Exception {
		List<Map<String, Object>> rules = list(read("alerts.yml").get("groups")).stream()
			.flatMap((group) -> list(group.get("rules")).stream())
			.toList();
		List<String> alerts = rules.stream().map((rule) -> (String) rule.get("alert")).toList();
		assertThat(rules)
			.allSatisfy((rule) -> assertThat(((Map<?, ?>) rule.get("annotations")).get("runbook_url")).asString()
				.endsWith("/docs/operations.md#" + String.valueOf(rule.get("alert")).toLowerCase(Locale.ROOT)));
		for (String page : List.of("operations.md", "zh/operations.md")) {
			List<String> sections = List.of(Files.readString(FOLDER.resolveSibling(page)).split("(?m)^(?=##+ )"));
			assertThat(sections).filteredOn((section) -> section.startsWith("### RedisComponents"))
				.extracting((section) -> section.lines().findFirst().orElseThrow().substring(4))
				.isEqualTo(alerts);
			assertThat(sections).filteredOn((section) -> section.startsWith("### RedisComponents"))
				.allSatisfy((section) -> {
					assertThat(BOLD.matcher(section).results().count()).as(section).isGreaterThanOrEqualTo(3);
					assertThat(section).contains("\n- ", "\n1. ");
					assertNamesExist(section);
				});
		}
	}

	private static void assertNamesExist(String section) {
		Matcher metric = NAMED_METRIC.matcher(section);
		while (metric.find()) {
			assertThat(metrics).as(section).containsKey(metric.group(1));
		}
	}

	/** YAML includes JSON. */
	private static Map<String, Object> read(String file) throws Exception {
		return new Yaml().load(Files.readString(FOLDER.resolve(file)));
	}

	@SuppressWarnings("unchecked") // The file says so.
	private static List<Map<String, Object>> list(Object value) {
		return (List<Map<String, Object>>) value;
	}

	private static List<String> expressions(Object node, String name) {
		List<String> found = new ArrayList<>();
		Stream<?> children = (node instanceof Map<?, ?> map) ? map.values().stream()
				: (node instanceof List<?> all) ? all.stream() : Stream.of();
		if (node instanceof Map<?, ?> map && map.get(name) instanceof String expression) {
			found.add(expression);
		}
		children.forEach((child) -> found.addAll(expressions(child, name)));
		return found;
	}

	private static void check(String expression) {
		Matcher selector = SELECTOR.matcher(expression);
		Set<String> labels = new TreeSet<>(SCRAPED);
		while (selector.find()) {
			String metric = selector.group(1);
			assertThat(metrics).as(expression).containsKey(metric);
			Map<String, Set<String>> known = metrics.get(metric);
			labels.addAll(known.keySet());
			if (selector.group(2) != null) {
				checkLabels(expression, selector.group(2), known);
			}
		}
		assertThat(labels).as(expression).hasSizeGreaterThan(SCRAPED.size() - 1);
		GROUPING.matcher(expression)
			.results()
			.flatMap((grouping) -> Stream.of(grouping.group(1).split(",")))
			.forEach((label) -> assertThat(labels).as(expression).contains(label.strip()));
		assertThat(selector.reset().find()).as(expression).isTrue();
	}

	private static void checkLabels(String expression, String matchers, Map<String, Set<String>> known) {
		Matcher matcher = MATCHER.matcher(matchers);
		while (matcher.find()) {
			String label = matcher.group(1);
			if (!SCRAPED.contains(label)) {
				assertThat(known).as(expression).containsKey(label);
				Stream.of(matcher.group(2).split("\\|"))
					.forEach((value) -> assertThat(known.get(label)).as(expression).contains(value));
			}
		}
	}

}
