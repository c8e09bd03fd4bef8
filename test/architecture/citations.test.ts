/** Opens every citation in code and documents: the file must exist, and the section in it. Judges no sentence. */

import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const list = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).map((path) => path.split(sep).join('/')))
const code = list(
  ['electron', 'renderer', 'shared', 'test'].flatMap((folder) => [
    `${folder}/**/*.{ts,tsx,css}`,
    `${folder}/*.js`,
  ]),
).filter((path) => !path.includes('node_modules'))
const documents = list(['*.md', 'docs/**/*.md', '.github/**/*.md'])
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

const files = [...code, ...list(['*.ts'])]

/** Whether a file of the repository has this path, or one that ends with it: the map of the core names `risk/tradingGate.ts`. */
const existsByItsEnd = (named: string): boolean =>
  files.some((path) => path === named || path.endsWith(`/${named}`))

/** The anchor that a page makes of a heading: lower case, without punctuation, hyphens for spaces. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/`|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchors = new Map<string, ReadonlySet<string>>()
function anchorsOf(path: string): ReadonlySet<string> {
  const known = anchors.get(path)
  if (known) return known
  const text = textOf(path)
  const found = new Set([
    ...[...text.matchAll(/^#{1,6}\s+(.+?)\s*$/gm)].map((match) => slug(match[1] ?? '')),
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1] ?? ''),
  ])
  anchors.set(path, found)
  return found
}

/** Why `target` (`docs/api.md#gap.6`, a path of the repository) cannot be opened; null when it can. */
function whyMissing(target: string): string | null {
  const [path = '', anchor] = target.split('#')
  if (!existsSync(join(root, path))) return `no file ${path}`
  if (anchor === undefined || anchor === '' || !path.endsWith('.md')) return null
  return anchorsOf(path).has(anchor) ? null : `no section #${anchor} in ${path}`
}

/** Pages that code cites: `docs/api.md#gap.6, #gap.7` are two. */
function citedByCode(text: string): string[] {
  return [
    ...text.matchAll(/docs\/[\w./-]+?\.(?:md|json|png)(?:#[\w.-]*\w(?:,? (?:and )?#[\w.-]*\w)*)?/g),
  ].flatMap(([citation]) => {
    const [path = '', ...sections] = citation.split(/,? (?:and )?#|#/)
    return sections.length === 0 ? [path] : sections.map((section) => `${path}#${section}`)
  })
}

/** Links of a document, and the paths that it names in backticks. Addresses of the web are not opened. */
function citedByDocument(path: string): string[] {
  const text = textOf(path).replaceAll(/```[\s\S]*?```/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#')
      const at =
        file === ''
          ? path
          : normalize(join(dirname(path), file))
              .split(sep)
              .join('/')
      return anchor === undefined ? at : `${at}#${anchor}`
    })
  const named = [
    ...text.matchAll(/`((?:electron|renderer|shared|test|docs)\/[\w./-]+\.(?:tsx?|js|md|css|json))`/g),
  ].map((match) => match[1] ?? '')
  return [...links, ...named]
}

describe('citations', () => {
  it('of code name a page of docs/ and a section that exist', () => {
    const wrong = code.flatMap((path) =>
      citedByCode(textOf(path)).flatMap((target) => {
        const why = whyMissing(target)
        return why === null ? [] : [`${path}: ${why}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('of documents name a file and a section that exist', () => {
    const wrong = documents.flatMap((path) =>
      citedByDocument(path).flatMap((target) => {
        const why = whyMissing(target)
        return why === null ? [] : [`${path}: ${why}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('that give a file name or the end of a path fit a file that exists', () => {
    // The recipe of a panel names the file that its reader writes, and a comment names a file of Electron.
    const elsewhere = new Set(['Resting.tsx', 'lib/browser/api/utility-process.ts'])
    const wrong = [...code, ...documents].flatMap((path) =>
      [...textOf(path).matchAll(/`([\w./-]+\.(?:tsx?|css))`/g)]
        .map((match) => match[1] ?? '')
        .filter((named) => !existsByItsEnd(named) && !elsewhere.has(named))
        .map((named) => `${path}: no file ${named}`),
    )
    expect(wrong).toEqual([])
  })

  it('of a decision by its number name one that exists, and only one', () => {
    const all = list(['docs/adr/*.md']).map((path) =>
      Number(/(\d+)-/.exec(path.split('/').at(-1) ?? '')?.[1]),
    )
    const numbers = new Set(all)
    expect(all.filter((number, index) => all.indexOf(number) !== index)).toEqual([])
    const wrong = [...code, ...documents].flatMap((path) =>
      [...textOf(path).matchAll(/\b(?:ADR|[Dd]ecision) (\d+)\b/g)]
        .filter((match) => !numbers.has(Number(match[1])))
        .map((match) => `${path}: ${match[0]}`),
    )
    expect(wrong).toEqual([])
  })

  it('name no document that a reader of the repository cannot open', () => {
    const outside =
      /\breference\/[\w-]+\.md|\b(?:gaps?|document part|API document, part|reliability\.md|ux\.md) §?\d|\bDESIGN(?:\.md)? §/
    // A document names a gap by a link, which is opened above.
    const unlinked = (line: string) => line.replaceAll(/\[gaps? \d+\]\([^)]*\)/g, '')
    const wrong = [...code, ...documents]
      .filter((path) => path !== 'test/architecture/citations.test.ts' && statSync(join(root, path)).isFile())
      .flatMap((path) =>
        textOf(path)
          .split('\n')
          .flatMap((line, n) =>
            outside.test(unlinked(line)) ? [`${path}:${n + 1} ${outside.exec(unlinked(line))?.[0]}`] : [],
          ),
      )
    expect(wrong).toEqual([])
  })
})
