/**
 * Makes the tables of docs/keyboard.md from the tables of keys and words; the prose around them is by hand. `npm run docs:keyboard` writes
 * the page through `test/renderer/keyboard/keyboardPage.test.ts`: the registry of panels is JSX, which plain Node does not read.
 */

import { invariant } from '../../../shared/base/result.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from '../../../renderer/keyboard/keysInPanels.ts'
import { mouseRows } from '../../../renderer/keyboard/mouseProfiles.ts'
import { listedKeyRows } from '../../../renderer/keyboard/windowKeyTable.ts'
import { COMMAND_WORDS, LINE_WORDS } from '../../../renderer/keys/commandWords.ts'
import { LINE_EXAMPLES } from '../../../renderer/keys/lineExamples.ts'
import { valueWords } from '../../../renderer/panels/settings/settingSearch.ts'
import { SETTING_IDS, SETTINGS } from '../../../shared/domain/settings/settingList.ts'
import { PANELS, PANEL_KEYS } from '../../../renderer/panels/panelRegistry.tsx'
import { KEY_NOTES, noteOf, placeOf } from './keyNotes.ts'

/** Of settings without a list of choices. */
const UNLISTED_VALUES: Readonly<Record<string, string>> = {
  'ladder.sizes': 'up to six sizes per instrument',
  'express.limits': 'a size and a notional per instrument',
  'line.aliases': 'a word for a customer code or a symbol, up to 200',
  'ticket.templates': 'up to nine per instrument',
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
const code = (words: string): string => `\`${words}\``

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
const doesOf = (group: string, row: KeyInPanel): string => {
  const note = noteOf(group, row)
  return note === undefined ? capital(row.does) : `${capital(row.does)}. ${note}`
}

const ROWS = Object.entries<readonly KeyInPanel[]>(KEYS_IN_PANELS)
for (const [group, notes] of Object.entries(KEY_NOTES)) {
  const places = new Set(ROWS.flatMap(([title, rows]) => (title === group ? rows.map(placeOf) : [])))
  for (const place of Object.keys(notes))
    invariant(places.has(place), `keyNotes.ts has a note for ${place} of ${group}, which is no key`)
}

const panelTable = (group: keyof typeof KEYS_IN_PANELS): string =>
  table(
    ['Key', 'Does'],
    KEYS_IN_PANELS[group].map((row) => [row.cap, doesOf(group, row)]),
  )

/** Ladders have tables of their own. */
const others = ROWS.filter(([title]) => title !== 'Ladder' && title !== 'Armed ladder')

const PANEL_FORMS = {
  needed: (word: string) => `${word} C1042`,
  optional: (word: string) => `${word} [C1042]`,
  none: (word: string) => word,
  group: (word: string) => `${word} [@macro]`,
}

/** The generated parts of the page, by the name in their markers. */
const PARTS: Readonly<Record<string, string>> = {
  window: table(
    ['Key', 'Does', 'In a text field', 'Over a sheet'],
    listedKeyRows(PANEL_KEYS).map((key) => [
      key.cap,
      capital(key.does),
      yesNo(key.inText),
      yesNo(key.overSheets),
    ]),
  ),
  ladder: panelTable('Ladder'),
  'armed ladder': panelTable('Armed ladder'),
  mouse: table(
    ['Profile', 'Click', 'Does'],
    (SETTINGS['ladder.mouse'].choices ?? []).flatMap(({ value, words }) =>
      mouseRows(value).map(([cap, does]) => [words.split(':')[0] ?? value, cap, capital(does)]),
    ),
  ),
  panels: table(
    ['Where', 'Key', 'Does'],
    others.flatMap(([title, rows]) => rows.map((row) => [row.where ?? title, row.cap, doesOf(title, row)])),
  ),
  'first words': table(
    ['First word', 'Such as', 'Does'],
    [
      ...Object.entries<{ readonly means: string; readonly form?: string }>(COMMAND_WORDS).map(
        ([word, { form, means }]) => [code(word), code(form ?? word), means],
      ),
      ...PANELS.flatMap(({ title, description, command }) =>
        command
          ? [
              [
                code(command.word),
                code(
                  `${PANEL_FORMS[command.customer](command.word)}${command.instrument === undefined ? '' : ' [btc]'}`,
                ),
                `Opens ${title}: ${description}`,
              ],
            ]
          : [],
      ),
    ],
  ),
  settings: table(
    ['Setting', 'Does', 'Values', 'Default', 'Applies to'],
    SETTING_IDS.map((id) => {
      const { title, does, choices, default: usual, applies } = SETTINGS[id]
      const values = (choices ?? []).map(({ words }) => words).join(' · ')
      return [
        title,
        does,
        values === '' ? (UNLISTED_VALUES[id] ?? '') : values,
        valueWords(id, usual),
        applies,
      ]
    }),
  ),
  'line words': table(
    ['Word', 'Means'],
    LINE_WORDS.map(([word, means]) => [/^(customer code|instrument)$/.test(word) ? word : code(word), means]),
  ),
  examples: table(
    ['Line', 'Does'],
    LINE_EXAMPLES.map(({ lines, does }) => [lines.map(code).join(', '), capital(does)]),
  ),
}

/** The page with every generated part made anew. Fails where a marker is missing or names no part. */
export function keyboardPage(page: string): string {
  const seen = new Set<string>()
  const text = page.replaceAll(
    /(<!-- generated: ([a-z ]+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      seen.add(name)
      const part = PARTS[name]
      invariant(part !== undefined, `docs/keyboard.md marks "${name}", which no table makes`)
      return `${start}\n${part}\n${end}`
    },
  )
  for (const name of Object.keys(PARTS))
    invariant(seen.has(name), `docs/keyboard.md has no marker for "${name}"`)
  return text
}
