/** Keeps one word for each thing: a homely word of earlier versions does not come back where the trade or the field has a name. */

import { globSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Entry {
  /** The word that does not belong, in code, comments, strings and file names. */
  readonly word: RegExp
  /** The word to use. */
  readonly use: string
  /** Files where the word is right, and why. */
  readonly right?: readonly { readonly in: RegExp; readonly why: string }[]
  /** A name that stands in stored journals: it keeps its value, and a line with it is right. */
  readonly stored?: RegExp
}

const GLOSSARY: Readonly<Record<string, Entry>> = {
  diary: { word: /diary|diaries/i, use: 'journal writer' },
  deed: {
    word: /\bdeeds?\b|[a-z]Deeds?\b|\bdeed[A-Z]/,
    use: 'audited request',
    stored: /'deed'|\bdeeds(?::| \?\?)|\{ deed\b|\bdeed:|\.deed\b|`deed`/,
  },
  haunt: { word: /haunt/i, use: 'watch for reappearance' },
  witness: { word: /witness|testif/i, use: 'consistency monitor, record' },
  farewell: { word: /farewell/i, use: 'quit guard' },
  dialect: { word: /dialect/i, use: 'API variant' },
  doubts: {
    word: /doubts\b/i,
    use: 'API variant',
  },
  tie: {
    word: /\b[tT]ie[sd]?\b|\btie-?[oO]ut|\btie[A-Z]|[a-z]Ties?\b/,
    use: 'reconciliation, reconciled',
    stored: /\bties(?::| \})|body\.ties\b/,
  },
  wish: {
    word: /\bwish(es)?\b|\bwish[A-Z]|[a-z]Wish/,
    use: 'request',
    stored: /\bwish-over\b/,
  },
  dearest: { word: /dearest/i, use: 'worst-case price' },
  learnt: { word: /learnt/i, use: 'detected' },
  shelf: { word: /shelf|shelves/i, use: 'store, cache, registry' },
  board: {
    // Quote board and risk board are the field's own words. The measurements have keys such as `board.200x20.fps`.
    word: /(?<![a-zA-Z])(?<![qQ]uote[ -])(?<![rR]isk[ -])[bB]oards?(?![a-z]|\.200x20)|[a-z](?<!uote|isk)Boards?(?![a-z])/,
    use: 'store',
    right: [
      { in: /quote-?board|window\/quotes/i, why: 'the quote board, in its own files' },
      {
        in: /panels\/risk\/|risk-board|page\/(windowPage\/)?riskBoard|bench\/figures/,
        why: 'the risk board, in its own files',
      },
    ],
  },
  floor: {
    word: /(?<!Math\.|')\bfloors?\b(?!\()/i,
    use: 'layer, least value',
    right: [
      { in: /^test\/bench\/|docs\/(performance|commands)/, why: 'the least that a measurement can cost' },
    ],
  },
  told: {
    word: /\btold\b/i,
    use: 'reported, received',
  },
  whose: {
    word: /\bwhose\b(?=\s*[:,)=.(])|\bwhose[A-Z]|[a-z]Whose/,
    use: 'account key',
    stored: /\bwhose:|\.whose\b|\{ whose,/,
  },
  whoever: {
    word: /\bwhoever\b/i,
    use: 'the caller, by its name',
  },
  of: {
    word: /\b(?:const|let) of\b|[({,[] ?of(?:\?)?[,:)}\]]|\(of\b[^)]*\) =>|(?<!`)\bof\.[a-z]\w*(?!\w)|\.\.\.of\b/,
    use: 'the name of the thing',
  },
  house: { word: /\bhouse\b/i, use: 'paper broker core, folder' },
  road: {
    word: /\broads?\b|[a-z]Roads?\b/i,
    use: 'transport',
  },
  parts: {
    word: /\b[A-Z]\w*(?:Parts|Deps|Seams|Dependencies)\b/,
    use: 'Options',
  },
  kept: { word: /\bkept[A-Z]\w*/, use: 'stored…, recovered…' },
  ears: {
    word: /\bears\b|sighting/i,
    use: 'listener, snapshot',
  },
  tape: {
    word: /\btapes?\b|\btape[A-Z]|[a-z]Tape\b/,
    use: 'recording',
    right: [
      {
        in: /keyboard|commandline|panelRegistry|panelsOnDemand|[tT]ape|marketTrades|timeAndSales|time-and-sales|window\/(screens|quotes|accessibility)/,
        why: 'time and sales, and its command word',
      },
    ],
  },
  desk: {
    word: /\b(?:create|open)\w*Desk\b|[a-z]Desk\.ts\b/,
    use: 'the subject itself',
    right: [{ in: /^test\//, why: 'a stand-in for the desk of the dealers' }],
  },
  cancelling: { word: /cancelling/i, use: 'canceling' },
}

const files = globSync(['{electron,renderer,shared,test}/**/*.{ts,tsx,css,html}', 'docs/**/*.md', '*.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path !== 'test/architecture/glossary.test.ts')
const linesOf = new Map(files.map((path) => [path, readFileSync(resolve(root, path), 'utf8').split('\n')]))

/** Every place of the word as `file:line`; a file's name counts as its line 0. */
function places({ word, stored, right = [] }: Entry): string[] {
  return files
    .filter((path) => !right.some((exception) => exception.in.test(path)))
    .flatMap((path) =>
      [path, ...(linesOf.get(path) ?? [])].flatMap((line, n) =>
        word.test(line) && stored?.test(line) !== true ? [`${path}:${n} ${line.trim().slice(0, 120)}`] : [],
      ),
    )
}

describe('a word of the glossary', () => {
  it.each(Object.entries(GLOSSARY))('%s stands nowhere', (_name, entry) => {
    expect(places(entry), `use: ${entry.use}`).toEqual([])
  })
})
