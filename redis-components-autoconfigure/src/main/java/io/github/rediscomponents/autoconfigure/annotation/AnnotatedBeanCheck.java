// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Fails the start if an annotation cannot take effect. Otherwise the method would
 * silently run unguarded.
 */
final class AnnotatedBeanCheck implements BeanPostProcessor, SmartInitializingSingleton {

	private static final Set<Class<?>> CALLBACKS = Set.of(InitializingBean.class, DisposableBean.class,
			AutoCloseable.class, java.io.Closeable.class, Aware.class);

	private final ConfigurableListableBeanFactory beans;

	private final OperationSources sources;

	private final int order;

	private final ObjectProvider<PropertySettings> settings;

	private final Map<Class<?>, AnnotatedClass> known = new ConcurrentHashMap<>();

	/** Annotated singletons created before all singletons were instantiated. */
	private final Map<String, AnnotatedClass> early = new ConcurrentHashMap<>();

	private volatile boolean started;

	AnnotatedBeanCheck(ConfigurableListableBeanFactory beans, OperationSources sources, int order,
			ObjectProvider<PropertySettings> settings) {
		this.beans = beans;
		this.sources = sources;
		this.order = order;
		this.settings = settings;
	}

	OperationSources sources() {
		return this.sources;
	}

	/**
	 * Returns whether a method of a class, its superclasses or its interfaces carries an
	 * annotation.
	 */
	boolean isAnnotated(Class<?> type) {
		AnnotatedClass annotated = this.known.get(ClassUtils.getUserClass(type));
		return !((annotated != null) ? annotated : AnnotatedClass.of(type, this.sources)).methods().isEmpty();
	}

	/** Returns the wait time of annotations that do not set one. */
	Duration waitTime() {
		return this.settings.getObject().live(AnnotationsProperties.PREFIX, AnnotationsProperties.class).get();
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Class<?> type = ClassUtils.getUserClass(bean);
		AnnotatedClass annotated = this.known.get(type);
		if (annotated == null) {
			annotated = AnnotatedClass.of(type, this.sources);
			if (!annotated.methods().isEmpty()) {
				annotated.check(isClassProxied(type, beanName));
			}
			this.known.put(type, annotated);
		}
		if (!annotated.methods().isEmpty()) {
			if (this.started) {
				checkBeans(annotated);
			}
			else {
				this.early.put(beanName, annotated);
			}
		}
		return bean;
	}

	private boolean isClassProxied(Class<?> type, String beanName) {
		ProxyConfig creator = this.beans.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class);
		return creator.isProxyTargetClass() || AutoProxyUtils.shouldProxyTargetClass(this.beans, beanName)
				|| ClassUtils.getAllInterfacesForClassAsSet(type)
					.stream()
					.noneMatch((implemented) -> implemented.getMethods().length > 0 && !isCallback(implemented));
	}

	private static boolean isCallback(Class<?> implemented) {
		return CALLBACKS.contains(implemented) || Aware.class.isAssignableFrom(implemented);
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
		TransactionOrderCheck.check(this.beans, this.order);
		this.early.forEach((name, annotated) -> {
			checkBeans(annotated);
			checkProxied(name, annotated);
		});
		this.early.clear();
	}

	private void checkBeans(AnnotatedClass annotated) {
		annotated.methods().forEach((one) -> one.source().check(one.method(), annotated.type(), this.beans));
	}

	private void checkProxied(String name, AnnotatedClass annotated) {
		Object bean = this.beans.getSingleton(name);
		if (bean == null || (bean instanceof Advised advised && Stream.of(advised.getAdvisors())
			.anyMatch((advisor) -> advisor.getAdvice() instanceof OperationInterceptor))) {
			return;
		}
		AnnotatedClass.Annotated first = annotated.methods().get(0);
		throw new InvalidAnnotationException(first.source().type(), first.method(),
				"does not take effect, because the bean '" + name + "' has no proxy with its interceptor",
				"Let the bean be created by the container, after the bean post-processors.", null);
	}

}
