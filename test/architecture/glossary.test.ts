/** Keeps one word for each thing: a homely word of earlier versions does not come back where the trade or the field has a name. */

import { globSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Folder = 'electron' | 'renderer' | 'shared' | 'test' | 'docs'

interface Entry {
  /** The word that does not belong, in code, comments, strings and file names. */
  readonly word: RegExp
  /** The word to use. */
  readonly use: string
  /** Files where the word is right, and why. */
  readonly right?: readonly { readonly in: RegExp; readonly why: string }[]
  /** Lines of each folder that may still have the word. A number may only shrink: lower it when you remove one. */
  readonly left?: Readonly<Partial<Record<Folder, number>>>
}

const STORED = { in: /journal|migrat|fixtures/i, why: 'a string that stands in stored journals' }

const GLOSSARY: Readonly<Record<string, Entry>> = {
  diary: { word: /diary|diaries/i, use: 'journal writer' },
  deed: {
    word: /\bdeeds?\b|[a-z]Deeds?\b|\bdeed[A-Z]/,
    use: 'audited request',
    right: [STORED],
    left: { electron: 7, test: 11, docs: 1 },
  },
  haunt: { word: /haunt/i, use: 'watch for reappearance' },
  witness: { word: /witness|testif/i, use: 'consistency monitor, record', left: { test: 1 } },
  farewell: { word: /farewell/i, use: 'quit guard' },
  dialect: { word: /dialect/i, use: 'API variant', left: { electron: 30, test: 72, docs: 4 } },
  doubts: {
    word: /doubts\b/i,
    use: 'API variant',
    left: { electron: 40, renderer: 3, shared: 4, test: 102 },
  },
  tie: {
    word: /\b[tT]ie[sd]?\b|\btie-?[oO]ut|\btie[A-Z]|[a-z]Ties?\b/,
    use: 'reconciliation, reconciled',
    left: { electron: 24, renderer: 67, shared: 11, test: 159, docs: 5 },
  },
  wish: {
    word: /\bwish(es)?\b|\bwish[A-Z]|[a-z]Wish/,
    use: 'request',
    left: { electron: 4, renderer: 1, shared: 5, test: 7, docs: 2 },
  },
  dearest: { word: /dearest/i, use: 'worst-case price', left: { electron: 3 } },
  learnt: { word: /learnt/i, use: 'detected', left: { shared: 1, test: 4 } },
  shelf: { word: /shelf|shelves/i, use: 'store, cache, registry', left: { electron: 20 } },
  board: {
    word: /(?<![a-zA-Z])[bB]oards?(?![a-z])|[a-z]Boards?(?![a-z])/,
    use: 'store',
    left: { electron: 1, test: 10 },
  },
  floor: {
    word: /(?<!Math\.|')\bfloors?\b(?!\()/i,
    use: 'layer, least value',
    right: [
      { in: /^test\/bench\/|docs\/(performance|commands)/, why: 'the least that a measurement can cost' },
    ],
    left: { electron: 11 },
  },
  told: {
    word: /\btold\b/i,
    use: 'reported, received',
    left: { electron: 44, renderer: 13, shared: 25, test: 443, docs: 6 },
  },
  whose: {
    word: /\bwhose\b(?=\s*[:,)=.(])|\bwhose[A-Z]|[a-z]Whose/,
    use: 'account key',
    left: { electron: 17, renderer: 2, shared: 3, test: 24 },
  },
  whoever: {
    word: /\bwhoever\b/i,
    use: 'the caller, by its name',
    left: { electron: 27, renderer: 4, shared: 1, test: 16 },
  },
  of: {
    word: /\b(?:const|let) of\b|[({,[] ?of(?:\?)?[,:)}\]]|\(of\b[^)]*\) =>|(?<!`)\bof\.[a-z]\w*(?!\w)|\.\.\.of\b/,
    use: 'the name of the thing',
    left: { electron: 98, renderer: 4, shared: 96, test: 782 },
  },
  house: { word: /\bhouse\b/i, use: 'paper broker core, folder' },
  road: {
    word: /\broads?\b|[a-z]Roads?\b/i,
    use: 'transport',
    left: { renderer: 19, shared: 7, test: 102, docs: 1 },
  },
  parts: {
    word: /\b[A-Z]\w*(?:Parts|Deps|Seams|Dependencies)\b/,
    use: 'Options',
    left: { electron: 12, renderer: 10 },
  },
  kept: { word: /\bkept[A-Z]\w*/, use: 'stored…, recovered…', left: { electron: 2 } },
  ears: {
    word: /\bears\b|sighting/i,
    use: 'listener, snapshot',
    left: { electron: 3, renderer: 17, test: 10 },
  },
  tape: {
    word: /\btapes?\b|\btape[A-Z]|[a-z]Tape\b/,
    use: 'recording',
    right: [
      {
        in: /keyboard|commandline|panelRegistry|[tT]ape|tradeTape/,
        why: 'time and sales, and its command word',
      },
    ],
    left: { electron: 21, renderer: 8, test: 70, docs: 1 },
  },
  desk: {
    word: /\b(?:create|open)\w*Desk\b|[a-z]Desk\.ts\b/,
    use: 'the subject itself',
    right: [{ in: /^test\//, why: 'a stand-in for the desk of the dealers' }],
    left: { electron: 6, docs: 1 },
  },
  cancelling: { word: /cancelling/i, use: 'canceling', left: { shared: 1, test: 1 } },
}

const folderOf = (path: string): Folder => {
  const [first = ''] = path.split('/')
  return /^(electron|renderer|shared|test)$/.test(first) ? (first as Folder) : 'docs'
}
const files = globSync(['{electron,renderer,shared,test}/**/*.{ts,tsx,css,html}', 'docs/**/*.md', '*.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path !== 'test/architecture/glossary.test.ts')
const linesOf = new Map(files.map((path) => [path, readFileSync(resolve(root, path), 'utf8').split('\n')]))

/** Every place of the word as `file:line`; a file's name counts as its line 0. */
function places({ word, right = [] }: Entry): string[] {
  return files
    .filter((path) => !right.some((exception) => exception.in.test(path)))
    .flatMap((path) =>
      [path, ...(linesOf.get(path) ?? [])].flatMap((line, n) =>
        word.test(line) ? [`${path}:${n} ${line.trim().slice(0, 120)}`] : [],
      ),
    )
}

describe('a word of the glossary', () => {
  it.each(Object.entries(GLOSSARY))('%s', (_name, entry) => {
    const found = Object.entries(Object.groupBy(places(entry), folderOf))
    const tooMany = found.filter(([folder, where]) => where.length > (entry.left?.[folder as Folder] ?? 0))
    expect(
      tooMany.map(([folder, where]) => ({
        use: entry.use,
        folder,
        allowed: entry.left?.[folder as Folder] ?? 0,
        found: where.length,
        where,
      })),
    ).toEqual([])
  })
})
