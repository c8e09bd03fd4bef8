import { panelCommandRows } from '../../../renderer/keyboard/panelCommandRows.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PANELS, PANEL_COMMANDS, PANEL_KEYS } from '../../../renderer/panels/panelRegistry.tsx'

const keyboard = readFileSync(new URL('../../../docs/keyboard.md', import.meta.url), 'utf8')

it.each([
  ['id', PANELS.map(({ id }) => id)],
  ['title', PANELS.map(({ title }) => title)],
  ['key', PANEL_KEYS.map(({ keys }) => keys)],
  ['command word', PANEL_COMMANDS.map(({ word }) => word)],
])('no two panels have the same %s', (_field, values) => {
  expect(values).toEqual([...new Set(values)])
})

it.each(PANEL_COMMANDS)('docs/keyboard.md and the key card name the word $word', ({ word }) => {
  expect(keyboard).toContain(`"${word}"`)
  expect(panelCommandRows(PANEL_COMMANDS).flatMap(([words]) => words.split(' '))).toContain(word)
})

it.each(PANEL_KEYS)('docs/keyboard.md names the key $cap', ({ cap }) => {
  expect(keyboard).toMatch(new RegExp(String.raw`\| ${cap} \|`))
})
