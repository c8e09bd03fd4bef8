/** The dealer's manual: a page for every panel, and pages, pictures, keys, typed lines and columns that exist. Judges no sentence. */

import { panelCommandRows } from '../../renderer/keyboard/panelCommandRows.ts'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readStatements } from '../../renderer/commandline/grammar/statements.ts'
import { keyGroups, keyPages } from '../../renderer/keyboard/keyCard.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from '../../renderer/keyboard/keysInPanels.ts'
import { windowKeyRows } from '../../renderer/keyboard/windowKeyTable.ts'
import { COMMAND_WORDS } from '../../renderer/keys/commandWords.ts'
import { PANEL_COMMANDS, PANEL_KEYS, PANELS } from '../../renderer/panels/panelRegistry.tsx'
import { customerOf } from '../fakes/window/scriptedCore.ts'
import { lineContext } from '../renderer/commandline/lineContext.ts'
import { noteOf } from '../tools/generate/keyNotes.ts'

const root = resolve(import.meta.dirname, '../..')
const MANUAL = join(root, 'docs/manual')
const START = 'README.md'
const list = (pattern: string, cwd: string): readonly string[] =>
  globSync(pattern, { cwd }).map((path) => path.split(sep).join('/'))

const pages = list('*.md', MANUAL)
const textOf = (page: string): string => readFileSync(join(MANUAL, page), 'utf8')
/** Every match of a group in every page, as `page: match`; `isWrong` decides which. */
const wrong = (pattern: RegExp, isWrong: (match: string, page: string) => boolean): readonly string[] =>
  pages.flatMap((page) =>
    [...textOf(page).matchAll(pattern)]
      .map((match) => match[1] ?? '')
      .filter((match) => isWrong(match, page))
      .map((match) => `${page}: ${match}`),
  )

/** `Time and sales` → `time-and-sales.md`. */
const pageOf = (title: string): string => `${title.toLowerCase().replaceAll(' ', '-')}.md`
const panelOfPage = new Map(PANELS.map((panel) => [pageOf(panel.title), panel]))

const MODIFIERS: ReadonlySet<string> = new Set(['Ctrl', 'Shift', 'Alt', '⌘', 'numpad'])
/** Keys that mean the same wherever something is walked, confirmed or left. */
const FIXED = ['Enter', 'Esc', 'Tab', '↑', '↓', '←', '→']

/** The keys of a cap, one by one: `Ctrl Shift 1 … 8` are eight, `numpad + · −` are two. */
function keysOfCap(cap: string): readonly string[] {
  const keys: string[] = []
  let [before, modifiers]: [readonly string[], string] = [[], '']
  for (const piece of cap.replace(/, then .*$/, ',').split(' · ')) {
    const words = piece.split(' ')
    const own = words.filter((word) => MODIFIERS.has(word))
    const named = words.filter((word) => !MODIFIERS.has(word))
    const range = /^(\d) … (\d)$/.exec(named.join(' '))
    const alone = range
      ? Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, n) =>
          String(Number(range[1]) + n),
        )
      : named.length > 0
        ? named
        : before
    const prefix = own.length > 0 ? `${own.join(' ')} ` : modifiers
    keys.push(...alone.map((key) => prefix + key))
    // A piece of its own, or one that shares the modifiers before it: `[ · ]`, `Ctrl Shift [ · ]`.
    if (own.length === 0 && prefix !== '') keys.push(...alone)
    before = alone
    modifiers = prefix
  }
  return keys
}

const groups = keyGroups(windowKeyRows(PANEL_KEYS), panelCommandRows(PANEL_COMMANDS)).filter(
  ({ title }) => title !== 'Mouse on a ladder' && title !== 'Command line',
)
const ANYWHERE: ReadonlySet<string> = new Set(['Anywhere', 'Layout and links', 'Panels', 'Ticket and forms'])

/** Keys that only a note of the table of keys names: `PgUp and PgDn walk a page`. */
const keysOfNotes = (panelTitle: string): readonly string[] =>
  Object.entries<readonly KeyInPanel[]>(KEYS_IN_PANELS)
    .flatMap(([title, rows]) =>
      rows.map((row) => ({ place: row.where ?? title, note: noteOf(title, row) ?? '' })),
    )
    .filter(({ place }) => place === panelTitle || place === 'Tables')
    .flatMap(({ note }) => note.match(/(?:Shift )?(?:PgUp|PgDn|Delete|[←→](?: [←→])*)/g) ?? [])
    .flatMap(keysOfCap)

/** The keys that work where a page is about: those of its panel, of its forms and of the window. Other pages may name every key. */
function keysOfPage(page: string): ReadonlySet<string> {
  const panel = panelOfPage.get(page)
  const shown = panel
    ? [
        ...(keyPages(groups, { kind: panel.id, title: panel.title })[0]?.groups ?? []),
        ...groups.filter(({ title }) => ANYWHERE.has(title)),
      ]
    : groups
  return new Set([
    ...FIXED,
    ...shown.flatMap(({ keys }) => keys.flatMap(([cap]) => keysOfCap(cap))),
    ...(panel ? keysOfNotes(panel.title) : []),
  ])
}

const context = {
  ...lineContext,
  customers: [...lineContext.customers, { ...customerOf('C3311', 'Cedar'), group: 'group' }],
}
const firstWords: ReadonlySet<string> = new Set([
  ...Object.keys(COMMAND_WORDS),
  ...PANEL_COMMANDS.map(({ word }) => word),
])
/** Whether a typed text is meant for the command line. */
const isLine = (typed: string): boolean =>
  /^(#|C\d{4}) /.test(typed) || firstWords.has(typed.split(' ')[0] ?? '')

/** The titles of the columns of every table, and the labels of fields. */
const sources = list('renderer/panels/**/*.{ts,tsx}', root)
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

describe('the manual', () => {
  it('has a page for each panel, under the title of the panel', () => {
    for (const [page, { title }] of panelOfPage) {
      expect(pages).toContain(page)
      expect(textOf(page)).toMatch(new RegExp(`^# ${title}\n`))
    }
  })

  it('lists each of its pages once on its first page', () => {
    const listed = [...textOf(START).matchAll(/\]\(([\w-]+\.md)\)/g)].map((match) => match[1] ?? '')
    expect(listed.toSorted()).toEqual(pages.filter((page) => page !== START).toSorted())
  })

  it('is linked from the README of the project', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('](docs/manual/README.md)')
  })

  it('shows pictures that exist, and has no picture that no page shows', () => {
    const shown = pages.flatMap((page) =>
      [...textOf(page).matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map((match) => match[1] ?? ''),
    )
    expect(shown.filter((path) => !existsSync(join(MANUAL, path)))).toEqual([])
    expect(list('*.png', MANUAL).filter((path) => !shown.includes(path))).toEqual([])
  })

  it('shows a picture on the page of each panel', () => {
    expect(
      [...panelOfPage.keys()].filter((page) => !/!\[[^\]]+\]\([\w-]+\.png\)/.test(textOf(page))),
    ).toEqual([])
  })

  it('shows small pictures', () => {
    const large = list('*.png', MANUAL).filter((path) => statSync(join(MANUAL, path)).size > 250_000)
    expect(large).toEqual([])
  })

  it('names only keys that work where the page is about', () => {
    expect(wrong(/<kbd>(.*?)<\/kbd>/g, (key, page) => !keysOfPage(page).has(key))).toEqual([])
  })

  it('types only lines that the command line reads', () => {
    const isRefused = (line: string) =>
      isLine(line) && /^(bad|empty)$/.test(readStatements(line, context).kind)
    expect(wrong(/`([^`\n]+)`/g, isRefused)).toEqual([])
  })

  it('names only columns that a panel has', () => {
    const columns = pages.flatMap((page) =>
      [...textOf(page).matchAll(/^\| Column \|.*\n\|[-| ]+\n((?:\|.*\n)+)/gm)].flatMap((match) =>
        [...(match[1] ?? '').matchAll(/^\| \*\*(.+?)\*\*/gm)].map((cell) => `${page}: ${cell[1] ?? ''}`),
      ),
    )
    expect(columns.length).toBeGreaterThan(100)
    const isTitle = (name: string) =>
      [`'${name}'`, `\`${name}, $`, `>${name}<`].some((text) => sources.includes(text))
    expect(columns.filter((named) => !isTitle(named.slice(named.indexOf(': ') + 2)))).toEqual([])
  })

  it('writes headings in sentence case', () => {
    const names = /^(?:Openpit|[A-Z][A-Z0-9]*|Ctrl|Enter|Esc|TP|OCO)$/
    const isTitleCase = (heading: string) =>
      !/^[A-Z]/.test(heading) ||
      heading
        .split(/[^\p{L}\p{N}]+/u)
        .slice(1)
        .some((word) => /^\p{Lu}/u.test(word) && !names.test(word))
    expect(wrong(/^#{1,6} (.+)$/gm, isTitleCase)).toEqual([])
  })

  it('speaks of no file of the program and of no code', () => {
    expect(wrong(/((?:electron|renderer|shared|test)\/|\b[\w-]+\.tsx?\b|```)/g, () => true)).toEqual([])
  })

  it('takes a cap apart into its keys', () => {
    expect(keysOfCap('Ctrl Shift 1 … 8')).toContain('Ctrl Shift 3')
    expect(keysOfCap('numpad + · −')).toEqual(expect.arrayContaining(['numpad +', 'numpad −']))
    expect(keysOfCap('↑ ↓ · Shift')).toContain('Shift ↓')
    expect(keysOfCap(', then 15 Enter')).toEqual([','])
    expect(keysOfPage('trades.md').has('D')).toBe(false)
    expect(keysOfPage('orders.md').has('D')).toBe(true)
    expect(pageOf('Time and sales')).toBe('time-and-sales.md')
  })
})
