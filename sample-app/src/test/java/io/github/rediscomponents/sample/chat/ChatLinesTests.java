// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A look at a chat reads few rows, however much was said.
 */
class ChatLinesTests {

	private static final DataSource DATABASE = new SimpleDriverDataSource(new org.h2.Driver(),
			"jdbc:h2:mem:chat-lines;MODE=MySQL;DB_CLOSE_DELAY=-1");

	private static final Pattern ROWS = Pattern.compile("scanCount: (\\d+)");

	private static final JdbcClient JDBC = JdbcClient.create(DATABASE);

	private final ChatLines lines = new ChatLines(JDBC);

	@BeforeAll
	static void aHundredThousandLines() {
		Flyway.configure().dataSource(DATABASE).locations("classpath:db/migration").load().migrate();
		JDBC.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) "
				+ "SELECT '1-' || MOD(x, 4), 7, 'm' || x, 'line ' || x, LOCALTIMESTAMP(3) FROM SYSTEM_RANGE(1, 100000)")
			.update();
	}

	@AfterAll
	static void shutdown() {
		JDBC.sql("SHUTDOWN").update();
	}

	@Test
	void theLastLineIsOneRow() {
		assertThat(rowsOf("1-1", Long.MAX_VALUE, 1)).isLessThanOrEqualTo(6);
	}

	@Test
	void aPageIsItsRows() {
		// Each with its sender.
		assertThat(rowsOf("1-1", Long.MAX_VALUE, 30)).isLessThanOrEqualTo(70);
		assertThat(rowsOf("1-1", 50_000, 30)).isLessThanOrEqualTo(70);
	}

	@Test
	void moreChatsThanAQueryTakesHaveTheirLastLines() {
		List<String> chats = IntStream.range(0, 120).mapToObj((i) -> "1-" + i).toList();
		Map<String, Said> last = this.lines.last(3, chats);
		assertThat(last).containsOnlyKeys("1-0", "1-1", "1-2", "1-3");
		assertThat(last.get("1-0").text()).isEqualTo("line 100000");
		assertThat(last.get("1-1").text()).isEqualTo("line 99997");
		assertThat(this.lines.last(3, List.of())).isEmpty();
	}

	@Test
	void aLaterMemberReadsFromItsFirstLine() {
		this.lines.join("1-2", 5);
		assertThat(this.lines.last(5, List.of("1-2", "1-3"))).containsOnlyKeys("1-3");
		assertThat(this.lines.before("1-2", 5, Long.MAX_VALUE, 30)).isEmpty();
		assertThat(this.lines.before("1-3", 5, Long.MAX_VALUE, 2)).extracting(Said::text)
			.containsExactly("line 99999", "line 99995");
	}

	private static long rowsOf(String chat, long before, int most) {
		String plan = JDBC.sql("EXPLAIN ANALYZE " + ChatLines.OF_CHAT)
			.params(chat, chat, 3, before, most)
			.query(String.class)
			.single();
		return ROWS.matcher(plan).results().mapToLong((match) -> Long.parseLong(match.group(1))).sum();
	}

}
