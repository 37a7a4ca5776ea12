// The search: an index in the pages, without a server, that finds Chinese words and parts of names of types.
import { slug } from 'github-slugger'

import { components, files, label, pages, text, title } from './guide.js'

/**
 * Splits a text into terms: words, the parts of CamelCase, and pairs of neighbours of Chinese characters with the last
 * one. Runs in the browser too, so it refers to nothing outside.
 */
export function tokenize(text) {
  const terms = []
  for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    for (const run of word.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu)) {
      if (!/\p{Script=Han}/u.test(run)) {
        const parts = run.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d_]+/g) ?? []
        terms.push(run, ...(parts.length > 1 ? parts : []))
      } else if (run.length === 1) {
        terms.push(run)
      } else {
        for (let at = 0; at < run.length - 1; at++) {
          terms.push(run.slice(at, at + 2))
        }
        terms.push(run.at(-1))
      }
    }
  }
  return terms
}

/** Finds "delayed queues" by DelayQueue. Runs in the browser too. */
function processTerm(term) {
  const word = term.toLowerCase()
  const stem = word.replace(/(?<=[a-z]{3})(?:ing|ed|s)$/, '')
  return stem === word ? word : [word, stem]
}

/** The first sections of the pages of components, by their ids in the index; a row of the README begins with its main one. */
function boosts(base) {
  const rows = ['', 'zh/'].flatMap((prefix) =>
    components(text(`${prefix}index.md`)).map((group) => group.names.map((name) => `${prefix}${name}`))
  )
  return Object.fromEntries(
    rows.flatMap((names) =>
      names
        .filter((name) => files.has(`${name}.md`))
        .map((name, place) => [`${base}${name}.html#${slug(title(`${name}.md`))}`, place === 0 ? 10 : 8])
    )
  )
}

/** The page of a component comes before sections of other pages. Runs in the browser, too. */
function boost(base) {
  return new Function('id', `return ${JSON.stringify(boosts(base))}[id] ?? 1`)
}

export function search(base) {
  return {
    provider: 'local',
    options: {
      miniSearch: {
        options: { tokenize, processTerm },
        searchOptions: { boostDocument: boost(base), boost: { title: 8, titles: 1, text: 1 }, fuzzy: 0.1, weights: { fuzzy: 0.1, prefix: 0.2 } }
      },
      _render,
      locales: {
        zh: {
          translations: {
            button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
            modal: {
              displayDetails: '显示详情',
              resetButtonTitle: '清空',
              backButtonTitle: '关闭',
              noResultsText: '没有结果：',
              footer: { selectText: '打开', navigateText: '选择', closeText: '关闭' }
            }
          }
        }
      }
    }
  }
}

/** The front doors repeat what the pages say, and are left out. */
function _render(source, env, md) {
  const page = pages.get(env.relativePath)
  if (page === undefined || /^(zh\/)?index\.md$/.test(page)) {
    return ''
  }
  const heading = md.utils.escapeHtml(label(page))
  return md.render(source, env).replace(/(<h1[^>]*>)[^]*?(<a class="header-anchor")/, (_, start, end) => `${start}${heading} ${end}`)
}
