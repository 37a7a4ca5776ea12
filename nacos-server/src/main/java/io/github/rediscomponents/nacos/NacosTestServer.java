// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.nacos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import com.alibaba.nacos.NacosServerBasicApplication;
import com.alibaba.nacos.NacosServerWebApplication;
import com.alibaba.nacos.core.listener.startup.NacosStartUpManager;
import com.alibaba.nacos.sys.env.DeploymentType;
import com.alibaba.nacos.sys.env.EnvUtil;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A Nacos server without console and accounts, with a database of its own. It says
 * {@value #READY} when it can be used, and ends with its standard input.
 */
public final class NacosTestServer {

	private static final String READY = "Nacos is ready";

	private NacosTestServer() {
	}

	/**
	 * Starts the server.
	 * @param args the folder for all that it keeps, and its HTTP port; gRPC is 1000 above
	 * @throws IOException if the folder cannot be written to
	 */
	public static void main(String[] args) throws IOException {
		Path home = Path.of(args[0]).toAbsolutePath();
		Path conf = Files.createDirectories(home.resolve("conf"));
		try (InputStream tables = resource("/META-INF/derby-schema.sql");
				InputStream settings = resource("/nacos-test-server.properties")) {
			Files.copy(tables, conf.resolve("derby-schema.sql"), StandardCopyOption.REPLACE_EXISTING);
			Files.writeString(conf.resolve("application.properties"),
					new String(settings.readAllBytes(), StandardCharsets.UTF_8) + "nacos.server.main.port=" + args[1]
							+ "\n");
		}
		System.setProperty("nacos.standalone", "true");
		System.setProperty("nacos.home", home.toString());
		System.setProperty("spring.config.additional-location", "file:" + conf + "/");
		System.setProperty("user.home", home.toString());
		System.setProperty("derby.stream.error.file", home.resolve("derby.log").toString());
		start();
		System.out.println(READY);
		System.in.transferTo(OutputStream.nullOutputStream());
		System.exit(0);
	}

	private static InputStream resource(String name) throws IOException {
		InputStream resource = NacosTestServer.class.getResourceAsStream(name);
		if (resource == null) {
			throw new IOException("There is no " + name + " on the class path");
		}
		return resource;
	}

	/** In two steps, as Nacos' own main class does: the server, then its HTTP side. */
	private static void start() {
		EnvUtil.setDeploymentType(DeploymentType.getType("server"));
		NacosStartUpManager.start("core");
		ConfigurableApplicationContext core = new SpringApplicationBuilder(NacosServerBasicApplication.class)
			.web(WebApplicationType.NONE)
			.run();
		NacosStartUpManager.start("web");
		new SpringApplicationBuilder(NacosServerWebApplication.class).parent(core).run();
	}

}
