import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'

import { check } from '../check.js'
import { REPOSITORY, ROOT, VERSION, excluded, files, pages, sidebar } from '../guide.js'
import { missing, repositoryLinks } from '../links.js'
import { writeLlms } from '../llms/llms.js'
import { redirect } from '../redirects.js'
import { search } from '../search.js'
import { LIST, versions } from '../versions.js'

const base = process.env.SITE_BASE ?? '/'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#d0342c" d="M8 1l7 3.5L8 8 1 4.5z"/><path fill="#8f1d18" d="M1 7l7 3.5L15 7v4.5L8 15l-7-3.5z"/></svg>'
)}`

/** The pages lie outside of this folder, in which their imports of Vue are installed. */
const vue = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId(id, importer, options) {
    return /^vue(\/|$)/.test(id) && importer?.endsWith('.md')
      ? this.resolve(id, join(ROOT, 'site', 'guide.js'), { ...options, skipSelf: true })
      : undefined
  }
}

function nav(prefix, start, choose, changes) {
  return [
    ...(files.has(`${prefix}start.md`) ? [{ text: start, link: `/${prefix}start` }] : []),
    ...(files.has(`${prefix}choose.md`) ? [{ text: choose, link: `/${prefix}choose` }] : []),
    { text: VERSION, items: [{ text: changes, link: `${REPOSITORY}/blob/main/CHANGELOG.md` }] }
  ]
}

export default defineConfig({
  base,
  srcDir: '..',
  srcExclude: excluded,
  rewrites: Object.fromEntries(pages),
  head: [['link', { rel: 'icon', href: ICON }]],
  // All dead links are reported together, at the end of the build.
  ignoreDeadLinks: true,
  title: 'redis-components',
  description: 'A Spring Boot starter with components on Redis, ready to inject',
  locales: {
    root: { label: 'English', lang: 'en' },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: '一个 Spring Boot starter：Redis 上的组件，注入就能用',
      themeConfig: {
        nav: nav('zh/', '五分钟上手', '用哪个组件', '更新日志'),
        sidebar: sidebar('zh'),
        outline: { level: [2, 3], label: '本页目录' },
        docFooter: { prev: '上一页', next: '下一页' },
        editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: '修改本页' },
        darkModeSwitchLabel: '深色',
        lightModeSwitchTitle: '切换到浅色',
        darkModeSwitchTitle: '切换到深色',
        sidebarMenuLabel: '菜单',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '语言',
        notFound: { title: '没有这一页', quote: '它可能改了名字。', linkText: '回到首页', linkLabel: '首页' }
      }
    }
  },
  themeConfig: {
    nav: nav('', 'Start', 'Which one', 'Changes'),
    sidebar: sidebar('en'),
    outline: { level: [2, 3] },
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    search: search(base),
    translated: [...files.keys()].filter((page) => page.startsWith('zh/')).map((page) => page.slice('zh/'.length, -'.md'.length))
  },
  markdown: {
    languageAlias: { conf: 'ini' },
    // The anchors of GitHub, where the same files are read.
    anchor: { slugify: slug },
    config(md) {
      md.use(repositoryLinks)
      const fence = md.renderer.rules.fence
      md.renderer.rules.fence = (tokens, index, options, env, self) =>
        tokens[index].info.trim() === 'mermaid'
          ? `<Mermaid source="${encodeURIComponent(tokens[index].content)}" />`
          : fence(tokens, index, options, env, self)
    }
  },
  // Mermaid is large, and loaded by pages with a picture only.
  vite: { plugins: [vue], build: { chunkSizeWarningLimit: 3000 } },
  buildEnd(site) {
    writeLlms(site.outDir)
    redirect(site.outDir, base)
    writeFileSync(join(site.outDir, LIST), JSON.stringify(versions([])))
    check(site.outDir, base, missing)
  }
})
