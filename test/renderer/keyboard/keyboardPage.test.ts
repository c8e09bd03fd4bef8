/** The key card, docs/keyboard.md and the grammar tell of the same keys and words. */

import { panelCommandRows } from '../../../renderer/keyboard/panelCommandRows.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { completeLine } from '../../../renderer/commandline/grammar/completion.ts'
import { readStatements } from '../../../renderer/commandline/grammar/statements.ts'
import { keyGroups } from '../../../renderer/keyboard/keyCard.ts'
import { listedKeyRows, windowKeyRows } from '../../../renderer/keyboard/windowKeyTable.ts'
import {
  COMMAND_WORDS,
  LINE_WORDS,
  PRICE_WORDS,
  SIDE_WORDS,
  TIME_IN_FORCE_WORDS,
} from '../../../renderer/keys/commandWords.ts'
import { LINE_EXAMPLES } from '../../../renderer/keys/lineExamples.ts'
import { PANEL_COMMANDS, PANEL_KEYS } from '../../../renderer/panels/panelRegistry.tsx'
import { customerOf } from '../../fakes/window/scriptedCore.ts'
import { keyboardPage } from '../../tools/generate/keyboardPage.ts'
import { lineContext } from '../commandline/lineContext.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/keyboard.md')
const page = readFileSync(PAGE, 'utf8')
const card = keyGroups(windowKeyRows(PANEL_KEYS), panelCommandRows(PANEL_COMMANDS))
const context = {
  ...lineContext,
  customers: [...lineContext.customers, { ...customerOf('C3311', 'Cedar'), group: 'group' }],
}
const grammar = /```\nline[\s\S]*?```/.exec(page)?.[0] ?? ''
const firstWords = [...Object.keys(COMMAND_WORDS), ...PANEL_COMMANDS.map(({ word }) => word)]

describe('docs/keyboard.md', () => {
  // `npm run docs:keyboard` is this test with leave to write the page.
  it('is what `npm run docs:keyboard` writes', async () => {
    await expect(keyboardPage(page)).toMatchFileSnapshot(PAGE)
  })

  it('fails where a part is not marked, or a marker names no part', () => {
    expect(() => keyboardPage(page.replace('generated: ladder', 'generated: stairs'))).toThrow(/stairs/)
    expect(() => keyboardPage('')).toThrow(/no marker/)
  })

  it.each([...firstWords, ...PRICE_WORDS, ...SIDE_WORDS, ...TIME_IN_FORCE_WORDS])(
    'has %s in its grammar',
    (word) => {
      expect(grammar).toContain(`"${word}"`)
    },
  )

  it('describes every key of the card in the words of the card', () => {
    const said = page.toLowerCase()
    for (const { keys } of card.slice(0, -1))
      for (const [cap, does] of keys) {
        expect(page).toContain(`| ${cap} |`)
        expect(said).toContain(does.replace(/ \([A-Z][^)]*\)$/, '').toLowerCase())
      }
  })
})

describe('the key card', () => {
  it('shows every key of the window, and no key or line twice in a group', () => {
    const ofWindow = card.slice(0, 2).flatMap(({ keys }) => keys.map(([cap]) => cap))
    expect(ofWindow.toSorted()).toEqual(
      listedKeyRows(PANEL_KEYS)
        .map((key) => key.cap)
        .toSorted(),
    )
    for (const { keys } of card) expect(new Set(keys.map(([cap]) => cap)).size).toBe(keys.length)
  })

  it('shows a line for every first word of the grammar, and for every price and side word', () => {
    const lines = LINE_EXAMPLES.flatMap((example) => example.lines)
    const shown = [...lines, ...panelCommandRows(PANEL_COMMANDS).flatMap(([cap]) => cap.split(' · '))]
    expect(firstWords.filter((word) => !shown.some((line) => line.split(' ')[0] === word))).toEqual([])
    const words = new Set(lines.flatMap((line) => line.split(/[ @+-]/)))
    expect([...PRICE_WORDS, ...TIME_IN_FORCE_WORDS].filter((word) => !words.has(word))).toEqual([])
  })

  it.each(LINE_EXAMPLES.flatMap((example) => example.lines))('shows a line that is read: %s', (line) => {
    expect(readStatements(line, context).kind).not.toMatch(/bad|unfinished|empty/)
  })
})

describe('the grammar', () => {
  it.each(firstWords)('reads %s as a first word, and Tab completes it', (word) => {
    const reading = readStatements(word, context)
    expect(reading.kind === 'bad' ? reading.reason : '').not.toMatch(/no customer/)
    expect(readStatements(`x${word}x`, context)).toMatchObject({ kind: 'bad' })
    expect(completeLine(word, context)).toMatch(new RegExp(`^${word.replace('?', '\\?')}`))
  })

  it('reads every word that the page explains within an order or amend', () => {
    const orders = LINE_WORDS.flatMap(([word]) =>
      word.startsWith('am ')
        ? [word]
        : /^(stop|tp|oco|bid|m$|@)/.test(word)
          ? [`# s 1 btc ${word}`]
          : /^(gtc|x5)/.test(word)
            ? [`# s 1 btc @63000 ${word}`]
            : /^(\$|pos|50%p)/.test(word)
              ? [`# b ${word} btc @62000`]
              : [],
    )
    expect(orders.filter((line) => !/order|amend|dryRun/.test(readStatements(line, context).kind))).toEqual(
      [],
    )
  })
})
