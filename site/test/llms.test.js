// Each type and each method that llms.txt leads to exists in the compiled classes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { ROOT } from '../guide.js'
import { names } from '../llms/llms.js'
import { DIST } from './server.js'

const CLASSES = ['redis-components-core', 'redis-components-autoconfigure'].map((module) => join(ROOT, module, 'target/classes'))

const index = readFileSync(join(DIST, 'llms.txt'), 'utf8')

const pages = readdirSync(join(DIST, 'llms')).sort()

test('llms.txt leads to each component', () => {
  const linked = [...index.matchAll(/\]\(llms\/([\w-]+\.md)\)/g)].map((match) => match[1])
  assert.deepEqual([...linked].sort(), pages)
  assert.deepEqual(linked, names.map((name) => `${name}.md`))
})

test('each page has signatures, settings or code, and no link that is relative', () => {
  for (const page of pages) {
    const text = readFileSync(join(DIST, 'llms', page), 'utf8')
    assert.match(text, /^## Signatures\n\n```java\npackage io\.github\.rediscomponents/m, page)
    assert.match(text, /^## .*(guarantee|limit|use it|redis is away)/im, `${page} has no pitfalls`)
    if (/```yaml\n/.test(readFileSync(join(ROOT, 'docs', page), 'utf8'))) {
      assert.match(text, /```yaml\n/, `${page} has no YAML`)
    }
    assert.doesNotMatch(text.replace(/```[^]*?```/g, ''), /\]\((?!https?:)[^)]*\.md/, page)
  }
})

test('each signature is one of the compiled classes', { skip: CLASSES.every(existsSync) ? false : 'compile the modules first' }, () => {
  const types = new Map(pages.flatMap((page) => declared(readFileSync(join(DIST, 'llms', page), 'utf8'))))
  assert.ok(types.size > 100, `only ${types.size} types`)
  const compiled = execFileSync('javap', ['-public', '-cp', CLASSES.join(':'), ...types.keys()], { encoding: 'utf8', maxBuffer: 1 << 26 })
  const classes = new Map(
    compiled.split(/^Compiled from .*\n/m).slice(1).map((text) => [text.match(/(?:class|interface) ([\w.]+)/)[1], methods(text)])
  )
  for (const [type, own] of types) {
    for (const method of own) {
      assert.ok(classes.get(type)?.has(method), `${type} has no ${method}`)
    }
  }
})

/** The types of a page by their full names, with their methods; without nested types. */
function declared(page) {
  const signatures = page.slice(page.indexOf('\n## Signatures'))
  return [...signatures.matchAll(/```java\npackage ([\w.]+);\n\n(?:\/\/.*\n)?(?:interface|record|@interface|enum|class) (\w+)([^]*?)```/g)].map(
    ([, room, type, body]) => [`${room}.${type}`, methods(body.replace(/^\t.*\{\n[^]*?^\t\}$/gm, ''))]
  )
}

/** Names with numbers of parameters, such as acquire/2. */
function methods(code) {
  const lines = code.split('\n').filter((line) => /^(\t| {2})(?!\/\/)[^{]*\(.*\)/.test(line) && !/^\t\t/.test(line))
  return new Set(lines.map((line) => line.match(/([\w.]+)\((.*?)\)(?: throws [^()]*| default .*)?;/)).filter(Boolean).map(
    ([, name, parameters]) => `${name.split('.').at(-1)}/${count(parameters)}`
  ))
}

function count(parameters) {
  let flat = parameters
  while (/<[^<>]*>/.test(flat)) {
    flat = flat.replace(/<[^<>]*>/g, '')
  }
  return flat.trim() === '' ? 0 : flat.split(',').length
}
