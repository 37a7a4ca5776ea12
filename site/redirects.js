// The switch of languages leads from an untranslated page to its translation: a page there leads back.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { files } from './guide.js'

export function redirect(folder, base) {
  for (const page of files.keys()) {
    const address = page.replace(/\.md$/, '.html')
    const place = join(folder, 'zh', address)
    if (!page.startsWith('zh/') && !existsSync(place)) {
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, `<!doctype html><meta charset="utf-8"><title>redis-components</title>
<meta http-equiv="refresh" content="0; url=${base}${address}"><a href="${base}${address}">English</a>\n`)
    }
  }
}
