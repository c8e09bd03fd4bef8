/** Settings that say more than the order journal of the same folder: the journal was put back from an older copy, or its end was lost. */

import { expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { CLAIMS_SETTING } from '../../../../shared/domain/block/shares/claims.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { BTC, C1, Desk } from '../deskHarness.ts'

const OWED = JSON.stringify({ [`${BTC} buy`]: { weights: '1', owed: { [C1]: '0.001' } } })
const DIFFER = /The settings and the order journal differ in what earlier blocks gave/

/** What a start on these settings says. */
async function saidWith(stored: Record<string, string>): Promise<string> {
  const desk = new Desk({ settings: memorySettings(stored), journal: new FakeJournal() })
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  await desk.ready()
  return [...notices.values()].map(({ message }) => message).join('\n')
}

it('a start warns where settings and journal differ in claims of blocks, else not', async () => {
  expect(await saidWith({ [CLAIMS_SETTING]: OWED })).toMatch(DIFFER)
  expect(await saidWith({ [CLAIMS_SETTING]: '{}' })).not.toMatch(DIFFER)
  expect(await saidWith({})).not.toMatch(DIFFER)
})

it('a confirmation warns where the mark of four eyes cannot be saved', async () => {
  const settings = memorySettings({ 'core-four-eyes': 'in force' })
  const desk = new Desk({ settings, journal: new FakeJournal() })
  expect(desk.follow('session').now().restriction).toMatch(/Four eyes was in force.*confirm/)
  const { version, rules } = desk.follow('limits').now()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const save = settings.save.bind(settings)
  settings.save = (name, value) =>
    name === 'core-four-eyes' ? { ok: false, failure: 'The disk is full.' } : save(name, value)
  expect((await desk.call('limits.save', { baseVersion: version, rules, typed: 'confirm' })).ok).toBe(true)
  expect(desk.follow('session').now().restriction).toBeNull()
  expect([...notices.values()].map(({ message }) => message).join()).toMatch(
    /The disk is full\. The four-eyes rules/,
  )
})
