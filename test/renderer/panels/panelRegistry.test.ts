import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  PANELS,
  PANEL_COMMANDS,
  PANEL_COMMAND_ROWS,
  PANEL_KEYS,
} from '../../../renderer/panels/panelRegistry.tsx'
import { addPanel, modelOf } from '../../../renderer/workspace/dockModel.ts'

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
  expect(PANEL_COMMAND_ROWS.flatMap(([words]) => words.split(' '))).toContain(word)
})

it.each(PANEL_KEYS)('docs/keyboard.md names the key $cap', ({ cap }) => {
  expect(keyboard).toMatch(new RegExp(String.raw`\| ${cap} \|`))
})

it('every panel is in the default layout or can be added to it once', () => {
  for (const panel of PANELS) {
    const model = modelOf(null)
    const docked = model.getNodeById(panel.id) !== undefined
    expect(docked).toBe(panel.shown === 'always')
    expect(docked || addPanel(model, panel)).toBe(true)
    expect(model.getNodeById(panel.id)).toBeDefined()
  }
})

it('a saved layout keeps its places, gains new panels and loses panels that are gone', () => {
  const saved = JSON.stringify(modelOf(null).toJson())
    .replace('"id":"trades"', '"id":"gone"')
    .replace('"weight":22.4', '"weight":33')
  const model = modelOf(JSON.parse(saved))
  expect(model.getNodeById('gone')).toBeUndefined()
  expect(model.getNodeById('trades')?.getParent()).toBe(model.getNodeById('ledger')?.getParent())
  expect(JSON.stringify(model.toJson())).toContain('"weight":33')
})

it.each([null, 'no layout', { layout: 7 }, {}])('the default layout replaces an invalid one: %j', (saved) => {
  const ids = PANELS.filter(({ shown }) => shown === 'always').map(({ id }) => id)
  const model = modelOf(saved)
  expect(ids.filter((id) => !model.getNodeById(id))).toEqual([])
})
