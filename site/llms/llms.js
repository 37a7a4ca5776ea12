// What coding assistants read: llms.txt, and for each component its signatures, code, settings and limits. Written into
// the built site only: it is made of the sources and of the pages, so a copy in the repository could only be older.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { siteLink } from '../links.js'
import { REPOSITORY, ROOT, VERSION, components, files, text, title } from '../guide.js'

const MODULES = ['redis-components-core', 'redis-components-autoconfigure']

/** Packages that are no part of the API, as ApiTests has them. */
const INTERNAL = /\/(support|lease|kept|engine|node|entry|flight|bus|local|load|write|lettuce|autoconfigure|redisson|aot)\//

const LIMITS = /guarantee|limit|not for|when to use|redis is away|traps|losing|misuse|fails|lost|two releases|writing|transactions|how late|the error/i

const SETTINGS = /^(configuration|yaml|settings)$/i

/** Files of public types by their simple names. */
const types = new Map(
  MODULES.flatMap((module) =>
    readdirSync(join(ROOT, module, 'src/main/java'), { recursive: true })
      .filter((file) => file.endsWith('.java') && !INTERNAL.test(file) && !file.endsWith('-info.java'))
      .map((file) => [basename(file, '.java'), join(ROOT, module, 'src/main/java', file)])
  )
)

/** Names of the pages of components, in the order of the README. */
export const names = [
  ...new Set([...components(text('index.md')).flatMap((group) => group.names), 'annotations', 'http-rate-limit'])
].filter((name) => files.has(`${name}.md`))

export function writeLlms(folder) {
  mkdirSync(join(folder, 'llms'), { recursive: true })
  const signatures = signaturesOf([...new Set(names.flatMap(typesOf))])
  for (const name of names) {
    writeFileSync(join(folder, 'llms', `${name}.md`), component(name, signatures))
  }
  writeFileSync(join(folder, 'llms.txt'), index())
}

/** The files of the public types that a page names in its code. */
function typesOf(name) {
  const page = text(`${name}.md`)
  const code = [...page.matchAll(/```java\n([^]*?)```|`([^`\n]+)`/g)].map((match) => match[1] ?? match[2]).join('\n')
  const words = [...new Set(code.match(/\b[A-Z]\w+/g))]
  return words.filter((word) => types.has(word)).map((word) => types.get(word))
}

function signaturesOf(sources) {
  const printed = execFileSync('java', [join(ROOT, 'site/llms/Signatures.java'), ...sources], {
    encoding: 'utf8',
    maxBuffer: 1 << 26
  })
  return new Map(
    printed
      .split(/^== /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()])
      .filter(([, code]) => code.includes('{'))
  )
}

function component(name, signatures) {
  const [head, ...sections] = withoutPictures(text(`${name}.md`)).split(/^## /m)
  const named = (pattern) => sections.filter((section) => pattern.test(section.slice(0, section.indexOf('\n'))))
  const own = typesOf(name).map((file) => signatures.get(file)).filter(Boolean)
  return [
    links(head.trim(), name),
    `Source of this page: ${REPOSITORY}/blob/main/docs/${name}.md, version ${VERSION}.`,
    `## Signatures\n\n${own.map((code) => `\`\`\`java\n${code}\n\`\`\``).join('\n\n')}`,
    ...[...named(SETTINGS), ...named(LIMITS)].map((section) => links(`## ${section.trim()}`, name))
  ].join('\n\n') + '\n'
}

function withoutPictures(page) {
  return page.replace(/```mermaid\n[^]*?```\n/g, '')
}

/** Links lead to the files in the repository, so that they work wherever the text is read. */
function links(markdown, name) {
  return markdown.replace(/\]\(([^)\s]+)\)/g, (_, href) => {
    const link = siteLink(href, `docs/${name}.md`)
    const [page, anchor] = link.slice(1).split('#')
    const file = files.get(page === '' || page.endsWith('/') ? `${page}index.md` : page)
    const suffix = anchor ? `#${anchor}` : ''
    return link.startsWith('#')
      ? `](${REPOSITORY}/blob/main/docs/${name}.md${link})`
      : link.startsWith('/') && file
        ? `](${REPOSITORY}/blob/main/${file}${suffix})`
        : `](${link})`
  })
}

function index() {
  const readme = text('index.md')
  const dependency = readme.match(/```xml\n[^]*?```/)[0]
  const groups = [
    ...components(readme),
    { text: 'Annotations and HTTP', names: ['annotations', 'http-rate-limit'] }
  ]
  return `# redis-components

> ${opening('index.md')}

${dependency}

The beans are injected. Settings are below \`redis-components\` in the application's YAML. Each file below has the signatures, the code, the
settings and the limits of one component.

${groups.map((group) => `## ${group.text}\n\n${group.names.map(entry).join('\n')}`).join('\n\n')}

## Optional

${[...files.keys()]
  .filter((page) => /^[^/]+$/.test(page) && page !== 'index.md' && !names.includes(page.slice(0, -3)))
  .map((page) => `- [${title(page)}](${REPOSITORY}/blob/main/${files.get(page)})`)
  .join('\n')}
`
}

function entry(name) {
  const page = `${name}.md`
  return `- [${title(page)}](llms/${page}): ${opening(page).replace(/:$/, '.')}`
}

/** The first paragraph of a page, without its links. */
function opening(page) {
  return text(page).match(/^# .*\n\n([^]*?)\n\n/m)[1].replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\n/g, ' ')
}
