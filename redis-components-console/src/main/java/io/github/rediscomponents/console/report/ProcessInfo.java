// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.port.OperationIds;

/**
 * Identifies a process for the console.
 *
 * @param id unique among all processes
 * @param host the name of the machine
 * @param pid the number of the process
 * @param application the name of the application
 * @param started when the process started, in milliseconds of the epoch
 * @param version the version of the console, empty if it is unknown
 * @since 1.0.0
 */
public record ProcessInfo(String id, String host, long pid, String application, long started, String version) {

	/**
	 * Returns this process. Two applications in one process have different ids.
	 * @param application the name of the application
	 * @return the process
	 */
	public static ProcessInfo of(String application) {
		return new ProcessInfo(new OperationIds().nextText(), machine(), ProcessHandle.current().pid(), application,
				ManagementFactory.getRuntimeMXBean().getStartTime(), release());
	}

	private static String machine() {
		// Asked before the resolver, which may be slow.
		String named = System.getenv("HOSTNAME");
		if (named != null && !named.isBlank()) {
			return named;
		}
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

	private static String release() {
		@Nullable String version = ProcessInfo.class.getPackage().getImplementationVersion();
		return (version != null) ? version : "";
	}

	Map<String, Object> describe() {
		Map<String, Object> described = new LinkedHashMap<>();
		described.put("id", this.id);
		described.put("host", this.host);
		described.put("pid", this.pid);
		described.put("application", this.application);
		described.put("started", this.started);
		described.put("version", this.version);
		return described;
	}

}
