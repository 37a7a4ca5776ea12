// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What "Behind this" shows is what the sources contain.
 */
class BehindPiecesTests {

	private static final Path ROOT = Path.of("..");

	private static final Pattern VIEW = Pattern.compile("^\\t\\[/.*, '([a-z]+)', ", Pattern.MULTILINE);

	private static final Pattern STOP = Pattern.compile("\\{ name: '([a-z]+)', href: '#(/[a-z]*)");

	private final JsonNode all = JsonMapper.shared().readTree(text("behind/pieces.json"));

	@Test
	void eachSnippetIsInItsSource() throws IOException {
		String yaml = lines(Files.readString(Path.of("src/main/resources/application.yml")));
		assertThat(this.all.path("pieces").size()).isEqualTo(16);
		for (var piece : this.all.path("pieces").properties()) {
			JsonNode code = piece.getValue().path("code");
			String source = lines(Files.readString(ROOT.resolve(code.path("file").asString())));
			assertThat(source).as(piece.getKey()).contains(lines(code.path("text").asString()));
			if (piece.getValue().has("yaml")) {
				assertThat(yaml).as(piece.getKey()).contains(lines(piece.getValue().path("yaml").asString()));
			}
		}
	}

	@Test
	void eachPieceHasItsPageInBothLanguages() {
		for (var piece : this.all.path("pieces").properties()) {
			String page = piece.getValue().path("docs").asString();
			assertThat(ROOT.resolve("docs/" + page)).exists();
			assertThat(ROOT.resolve("docs/zh/" + page)).exists();
		}
	}

	@Test
	void eachViewNamesItsPieces() {
		Set<String> views = VIEW.matcher(text("js/router.js"))
			.results()
			.map((match) -> match.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(views).hasSizeGreaterThan(10);
		assertThat(this.all.path("views").propertyNames()).containsAll(views);
		for (var view : this.all.path("views").properties()) {
			assertThat(view.getValue().isEmpty()).as(view.getKey()).isEqualTo(view.getKey().equals("missing"));
			view.getValue().forEach((name) -> assertThat(this.all.path("pieces").has(name.asString())).isTrue());
		}
	}

	@Test
	void eachStopOfTheTourLeadsToAViewWithItsPiece() {
		var stops = STOP.matcher(text("js/parts/tour.js")).results().toList();
		assertThat(stops).hasSize(5);
		stops.forEach((stop) -> {
			String view = stop.group(2).equals("/") ? "home" : stop.group(2).substring(1);
			assertThat(this.all.path("views").path(view).toString()).contains('"' + stop.group(1) + '"');
		});
	}

	/** Without the indentation. */
	private static String lines(String text) {
		return text.lines().map(String::strip).collect(Collectors.joining("\n", "\n", "\n"));
	}

	private static String text(String file) {
		try {
			return new ClassPathResource("static/" + file).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
