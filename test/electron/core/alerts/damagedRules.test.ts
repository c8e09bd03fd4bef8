/** Stored alerts that a disk or a hand damaged: the dealer hears of it at the start, the others are watched, and no save destroys what was not read. */

import { expect, it } from 'vitest'
import { fail } from '../../../../shared/base/result.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import type { AlertWatch } from '../../../../shared/domain/alerts/alertRule.ts'
import { BTC, Desk, text } from '../deskHarness.ts'
import { choiceOf, openAlertDesk } from './alertDesk.ts'

const RULES = 'alert-rules'
const watchOf = (level: string): AlertWatch => ({
  kind: 'price',
  symbol: BTC,
  direction: 'above',
  level: text(level),
})

/** The settings of a desk with alerts at 65000 and 66000, with their text changed. */
async function edited(change: (text: string) => string) {
  const first = await openAlertDesk()
  for (const level of ['65000', '66000']) await first.set(watchOf(level))
  const before = first.settings.all()[RULES] ?? ''
  return memorySettings({ ...first.settings.all(), [RULES]: change(before) })
}

const saidAtStart = (settings = memorySettings()): string => {
  const desk = new Desk({ settings })
  return [...desk.mirror('notices', ({ id }) => String(id)).values()].map(({ message }) => message).join('\n')
}
const asideOf = (settings: ReturnType<typeof memorySettings>): string[] =>
  Object.entries(settings.all()).flatMap(([name, value]) => (name.startsWith('unread-') ? [value] : []))

it('text that nobody can read is reported at the start, and stays when a new alert is set', async () => {
  const settings = await edited((before) => before.slice(0, before.length / 2))
  const cut = settings.all()[RULES]
  expect(saidAtStart(settings)).toMatch(/^The stored alerts cannot be read, so none of them is watched\./m)
  const desk = await openAlertDesk({ settings })
  expect(desk.list.now()).toMatchObject({ alerts: [], problem: expect.stringContaining('cannot be read') })
  expect(asideOf(settings)).toEqual([])
  await desk.set(watchOf('67000'))
  expect(asideOf(settings)).toEqual([cut])
  expect(saidAtStart(settings)).not.toContain('stored alerts')
})

it('a settings file of earlier runs that was not read is not called no alerts', async () => {
  const desk = new Desk({ areSettingsLost: true })
  const list = desk.follow('alerts')
  await desk.ready()
  expect(list.now()).toMatchObject({
    alerts: [],
    problem: expect.stringMatching(
      /^The settings file of earlier runs was not read, so no alert of those runs is watched\./,
    ),
  })
  const change = { act: 'add', alert: choiceOf(watchOf('65000')) } as const
  expect(await desk.call('alert.change', { change })).toMatchObject({ ok: true })
  expect(list.now()).toMatchObject({ alerts: { length: 1 }, problem: null })
  const first = new Desk()
  const ofFirst = first.follow('alerts')
  await first.ready()
  expect(ofFirst.now()).toMatchObject({ alerts: [], problem: null })
})

it('one alert with a level of the wrong type costs no other alert, and is counted', async () => {
  const settings = await edited((before) => before.replace('"66000"', '66000'))
  const wrong = settings.all()[RULES]
  expect(saidAtStart(settings)).toContain('1 stored alert cannot be read, so it is not watched.')
  const desk = await openAlertDesk({ settings })
  expect(desk.list.now()).toMatchObject({
    alerts: { length: 1 },
    problem: expect.stringMatching(/^1 stored/),
  })
  await desk.trades('65000')
  expect(desk.fired()).toHaveLength(1)
  expect(asideOf(settings)).toEqual([wrong])
  expect(desk.list.now().problem).toMatch(/^1 stored/)
})

it('two alerts with one number do not replace each other in silence', async () => {
  const settings = await edited((before) => before.replace('"id":2', '"id":1'))
  const desk = await openAlertDesk({ settings })
  await desk.trades('65000')
  expect(desk.list.now()).toMatchObject({
    alerts: { length: 1 },
    problem: expect.stringMatching(/^1 stored/),
  })
  expect(await desk.set(watchOf('67000'))).toBe(3)
  expect(desk.list.now().alerts.map(({ id }) => id)).toEqual([1, 3])
})

it('alerts of a newer release are neither watched nor changed', async () => {
  const settings = await edited((before) => before.replace('"version":2', '"version":3'))
  const newer = settings.all()[RULES]
  expect(saidAtStart(settings)).toContain('A newer Openpit stored the alerts.')
  const desk = await openAlertDesk({ settings })
  expect(await desk.change({ act: 'add', alert: choiceOf(watchOf('67000')) })).toMatchObject({ ok: false })
  expect(settings.all()[RULES]).toBe(newer)
})

it('a change is not stored while the text that cannot be read cannot be set aside', async () => {
  const settings = await edited((before) => before.slice(0, before.length / 2))
  const cut = settings.all()[RULES]
  let isFull = true
  const fullDisk: typeof settings = {
    ...settings,
    save: (name, value) =>
      isFull && name.startsWith('unread-') ? fail('The disk is full.') : settings.save(name, value),
  }
  const desk = await openAlertDesk({ settings: fullDisk })
  await desk.set(watchOf('67000'))
  expect(desk.list.now().alerts).toHaveLength(1)
  expect(settings.all()[RULES]).toBe(cut)
  expect(asideOf(settings)).toEqual([])
  isFull = false
  await desk.set(watchOf('68000'))
  expect(asideOf(settings)).toEqual([cut])
  const next = await openAlertDesk({ settings })
  expect(next.list.now()).toMatchObject({ alerts: { length: 2 }, problem: null })
})
