// Every link and picture of the built pages leads somewhere, every anchor included.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'

export function check(folder, base, missing) {
  const pages = new Map(
    readdirSync(folder, { recursive: true })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.html'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
  )
  const ids = new Map([...pages].map(([name, html]) => [name, new Set(attributes(html, 'id').map(unescape))]))
  const dead = [...missing]
  for (const [name, html] of pages) {
    for (const link of [...attributes(html, 'href'), ...attributes(html, 'src')].map(unescape)) {
      if (/^[a-z][a-z+.-]*:|^\/\//i.test(link)) {
        continue
      }
      const [path, anchor] = link.split('#').map(decodeURIComponent)
      const target = place(path, name, base)
      if (target === undefined || !existsSync(join(folder, target))) {
        dead.push(`${name}: ${link}`)
      } else if (anchor && ids.has(target) && !ids.get(target).has(anchor)) {
        dead.push(`${name}: ${link} has no such anchor`)
      }
    }
  }
  if (dead.length > 0) {
    throw new Error(`Dead links:\n${dead.join('\n')}`)
  }
}

function place(path, page, base) {
  if (path === '') {
    return page
  }
  if (path.startsWith('/') && !path.startsWith(base)) {
    return undefined
  }
  const target = path.startsWith('/') ? path.slice(base.length) : posix.join(posix.dirname(page), path)
  return target === '' || target.endsWith('/') ? `${target}index.html` : target
}

function attributes(html, name) {
  return [...html.matchAll(new RegExp(`<[a-z][^<>]*?\\s${name}="([^"]*)"`, 'g'))].map((match) => match[1])
}

function unescape(text) {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
