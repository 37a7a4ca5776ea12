// Links between the files of the repository become links of the site, or into the repository.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

import { REPOSITORY, ROOT, files, pages } from './guide.js'

/** Links that lead nowhere, which fail the build at its end. */
export const missing = new Set()

export function repositoryLinks(md) {
  md.core.ruler.push('repository-links', (state) => {
    for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
      if (token.type === 'link_open') {
        token.attrSet('href', siteLink(token.attrGet('href'), source(state.env)))
      }
    }
  })
}

/** The file of a page in the repository, whether VitePress names it or its place in the site. */
function source(env) {
  const file = relative(ROOT, env.realPath ?? env.path).replaceAll('\\', '/')
  return files.get(file) && !pages.has(file) ? files.get(file) : file
}

export function siteLink(href, file) {
  if (/^([a-z][a-z+.-]*:|\/|#|$)/i.test(href)) {
    return href
  }
  const [path, anchor] = href.split('#')
  const target = posix.join(dirname(file), decodeURI(path)).replace(/\/$/, '')
  const suffix = anchor ? `#${anchor}` : ''
  if (pages.has(target)) {
    return `/${translated(file, target, anchor).replace(/(^|\/)index\.md$/, '$1')}${suffix}`
  }
  const place = join(ROOT, target)
  if (target.startsWith('..') || !existsSync(place)) {
    missing.add(`${file}: ${href}`)
    return href
  }
  return `${REPOSITORY}/${statSync(place).isDirectory() ? 'tree' : 'blob'}/main/${target}${suffix}`
}

/**
 * The place of a page; a Chinese page leads to the translation of an English one, which may lack its anchors. A link to
 * the English page of which it is the translation leads there.
 */
function translated(from, target, anchor) {
  const page = pages.get(target)
  const own = pages.get(from)
  const chinese = `zh/${page}`
  return own.startsWith('zh/') && own !== chinese && !anchor && page !== 'index.md' && files.has(chinese) ? chinese : page
}
