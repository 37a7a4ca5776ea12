// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.rediscomponents.sample.data.CsvFile.Row;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The people of the demonstration: names, faces and profiles of imported users, and a
 * sale that begins a little later. Names and pictures that users have chosen are kept.
 */
@Component
class DemoPeople {

	private final JdbcTemplate jdbc;

	private final CityData city;

	private final ImportProperties properties;

	DemoPeople(JdbcTemplate jdbc, CityData city, ImportProperties properties) {
		this.jdbc = jdbc;
		this.city = city;
		this.properties = properties;
	}

	/**
	 * Changes the users and adds the sale.
	 * @return a description of the imported data, for the log
	 */
	String insert() {
		List<Row> people = CsvFile.read("demo_people.csv");
		people.forEach(this::person);
		LocalDateTime begin = LocalDateTime.now().plus(this.properties.demoNextSale()).truncatedTo(ChronoUnit.MILLIS);
		this.city.demoSale("50元秒杀券", "第二场 · second flash sale of the demo", 5000, begin, begin.plusDays(1));
		return people.size() + " people of the demo and a sale that begins in "
				+ this.properties.demoNextSale().toSeconds() + " s";
	}

	private void person(Row row) {
		long id = row.number("id");
		this.jdbc.update("UPDATE tb_user SET nick_name = ? WHERE id = ? AND nick_name LIKE 'user!_%' ESCAPE '!'",
				row.text("nick_name"), id);
		this.jdbc.update("UPDATE tb_user SET icon = ? WHERE id = ? AND icon IN ('', '/imgs/user.svg')",
				"/imgs/faces/%02d.svg".formatted(row.number("face")), id);
		this.jdbc.update("INSERT INTO tb_user_info (user_id, city, introduce, fans, followee, credits, level) "
				+ "SELECT u.id, ?, ?, 0, 0, 0, 0 FROM tb_user u LEFT JOIN tb_user_info i ON i.user_id = u.id "
				+ "WHERE u.id = ? AND i.user_id IS NULL", row.text("city"), row.text("introduce"), id);
	}

}
