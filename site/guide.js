// The pages of the guide, their addresses and the sidebars, derived from the files.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

const pom = readFileSync(join(ROOT, 'pom.xml'), 'utf8')

export const VERSION = pom.match(/<artifactId>redis-components<\/artifactId>\s*<version>(.*?)<\/version>/)[1]

export const REPOSITORY = pom.match(/<scm>[^]*?<url>(.*?)<\/url>/)[1]

const HOMES = { 'README.md': 'index.md', 'README.zh-CN.md': 'zh/index.md' }

const WORDS = {
  en: { start: 'Start', more: 'Reference', sample: 'Sample application', other: '' },
  zh: { start: '入门', more: '参考', sample: '示例应用', other: '（英文）' }
}

const START = ['start', 'choose', 'from-tutorials', 'from-libraries', 'comparison', 'components']

/** Files of the pages, such as docs/lock.md, by the page's place in the site, such as lock.md. */
export const files = new Map([
  ...Object.entries(HOMES).map(([file, page]) => [page, file]),
  ...markdown('docs').map((name) => [name, `docs/${name}`]),
  ...markdown('docs/sample').map((name) => [`sample/${name}`, `docs/sample/${name}`]),
  ...markdown('docs/zh').map((name) => [chinese(name), `docs/zh/${name}`]),
  ...markdown('docs/zh/sample').map((name) => [`zh/sample/${name}`, `docs/zh/sample/${name}`])
])

/** Places in the site by file. */
export const pages = new Map([...files].map(([page, file]) => [file, page]))

/** What VitePress is not to look into: everything beside the pages. */
export const excluded = [
  ...readdirSync(ROOT, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name))
    .filter((name) => name !== 'docs/**' && !(name in HOMES)),
  ...readdirSync(join(ROOT, 'docs'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['sample', 'zh'].includes(entry.name))
    .map((entry) => `docs/${entry.name}/**`)
]

function markdown(folder) {
  const place = join(ROOT, folder)
  return (existsSync(place) ? readdirSync(place) : []).filter((name) => name.endsWith('.md')).sort()
}

/** A page of the sample may stand beside the others in docs/zh. */
function chinese(name) {
  return existsSync(join(ROOT, 'docs', name)) ? `zh/${name}` : `zh/sample/${name}`
}

export function text(page) {
  return readFileSync(join(ROOT, files.get(page)), 'utf8')
}

export function title(page) {
  return plain(text(page).match(/^# (.*)$/m)[1])
}

function plain(label) {
  return label.replace(/\s+/g, ' ').replace(/`/g, '').trim()
}

/** Links of a README to pages of the guide: [label, place without language and ending]. */
function linked(markdown) {
  return [...markdown.matchAll(/\[([^\]]+)\]\(docs\/(?:zh\/)?([\w/-]+)\.md\)/g)].map(([, label, name]) => [
    name === 'course-front-end' ? 'sample/course-front-end' : name,
    plain(label)
  ])
}

/** The table of components of a README: groups with the names and labels of their pages. */
export function components(readme) {
  return readme
    .split('\n')
    .map((line) => line.match(/^\| ([^|`[\]]+) \| (\[.*\]\(docs\/.*) \|$/))
    .filter((row) => row && linked(row[2]).length > 1)
    .map((row) => ({ text: row[1], names: linked(row[2]).map(([name]) => name), labels: new Map(linked(row[2])) }))
}

/** The label of a page in a sidebar and in the results of searches: Chinese terms come from the README's links. */
export function label(page) {
  if (!page.startsWith('zh/')) {
    return title(page)
  }
  const name = page.slice('zh/'.length, -'.md'.length)
  return chineseLabel(name) ?? title(page)
}

function chineseLabel(name) {
  const readme = text('zh/index.md')
  const component = components(readme).find((group) => group.labels.has(name))
  return component?.labels.get(name) ?? (files.has(`zh/${name}.md`) ? undefined : new Map(linked(readme)).get(name))
}

function item(language, name) {
  const own = language === 'zh' ? `zh/${name}.md` : `${name}.md`
  if (files.has(own)) {
    return { text: label(own), link: `/${own.slice(0, -3)}` }
  }
  const english = `${name}.md`
  return files.has(english)
    ? { text: (chineseLabel(name) ?? title(english)) + WORDS[language].other, link: `/${name}` }
    : undefined
}

/** Both languages have the same structure; a page without translation links to the English one. */
export function sidebar(language) {
  const readme = text(language === 'zh' ? 'zh/index.md' : 'index.md')
  const groups = components(readme)
  const names = [...files.keys()].filter((page) => !page.startsWith('zh/') && page !== 'index.md').map((page) => page.slice(0, -3))
  const grouped = new Set([...START, ...groups.flatMap((group) => group.names)])
  const order = linked(text('index.md')).map(([name]) => name)
  const rest = names
    .filter((name) => !grouped.has(name))
    .sort((one, other) => place(order, one) - place(order, other) || one.localeCompare(other))
  const sample = rest.filter((name) => name.startsWith('sample'))
  return [
    group(language, WORDS[language].start, START),
    ...groups.map((one) => group(language, one.text, one.names)),
    group(language, WORDS[language].more, rest.filter((name) => !sample.includes(name)), true),
    group(language, WORDS[language].sample, ['sample-app', ...sample.filter((name) => name !== 'sample-app')], true)
  ]
}

function group(language, text, names, collapsed) {
  return { text, collapsed: collapsed ?? false, items: names.map((name) => item(language, name)).filter(Boolean) }
}

function place(order, name) {
  return order.includes(name) ? order.indexOf(name) : order.length
}
