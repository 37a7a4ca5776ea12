// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.FileSystemGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplication.AbandonedRunException;
import org.springframework.boot.SpringApplicationHook;
import org.springframework.boot.SpringApplicationRunListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

import io.github.rediscomponents.test.ChildJvm;

/**
 * An application that is processed ahead of time as the build plugins do it, and
 * compiled.
 *
 * @param hints the metadata
 * @param classes the generated classes
 */
record AheadOfTime(RuntimeHints hints, Path classes) {

	/**
	 * Processes an application.
	 * @param main the class that runs it
	 * @param application the class that configures it
	 * @param target an empty directory
	 * @param args the arguments of the build
	 */
	static AheadOfTime process(Class<?> main, Class<?> application, Path target, String... args) throws IOException {
		DefaultGenerationContext generation = new DefaultGenerationContext(new ClassNameGenerator(ClassName.get(main)),
				new FileSystemGeneratedFiles((kind) -> target.resolve(kind.name())));
		try (GenericApplicationContext context = prepare(application, args)) {
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
		}
		Path classes = Files.createDirectories(target.resolve("CLASS"));
		compile(target.resolve("SOURCE"), classes);
		return new AheadOfTime(generation.getRuntimeHints(), classes);
	}

	private static GenericApplicationContext prepare(Class<?> application, String... args) {
		SpringApplicationHook hook = (started) -> new SpringApplicationRunListener() {
			@Override
			public void contextLoaded(ConfigurableApplicationContext context) {
				throw new AbandonedRunException(context);
			}
		};
		try {
			SpringApplication.withHook(hook, () -> {
				SpringApplication.run(application, args);
			});
		}
		catch (AbandonedRunException ex) {
			return (GenericApplicationContext) ex.getApplicationContext();
		}
		throw new AssertionError("The run was not abandoned");
	}

	private static void compile(Path sources, Path classes) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter output = new StringWriter();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
				Stream<Path> walk = Files.walk(sources)) {
			Iterable<? extends JavaFileObject> units = files
				.getJavaFileObjectsFromPaths(walk.filter((file) -> file.toString().endsWith(".java")).toList());
			List<String> options = List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-classpath",
					String.join(File.pathSeparator, classes.toString(), System.getProperty("java.class.path")));
			if (!compiler.getTask(output, files, null, options, null, units).call()) {
				throw new AssertionError(output);
			}
		}
	}

	/** Runs the application in another JVM, from the generated classes. */
	ChildJvm run(Class<?> main, String... args) {
		List<String> all = new ArrayList<>(List.of(args));
		all.add(0, main.getName());
		return ChildJvm.start(
				String.join(File.pathSeparator, this.classes.toString(), System.getProperty("java.class.path")),
				GeneratedMain.class, all.toArray(String[]::new));
	}

}
