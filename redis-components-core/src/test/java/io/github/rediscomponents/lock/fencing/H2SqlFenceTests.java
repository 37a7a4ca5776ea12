// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

class H2SqlFenceTests extends SqlFenceContract {

	@Override
	Connection open() throws SQLException {
		return DriverManager.getConnection("jdbc:h2:mem:fences;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
	}

}
