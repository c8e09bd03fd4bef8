/** Settings that say more than the order journal of the same folder: the journal was put back from an older copy, or its end was lost. */

import { expect, it } from 'vitest'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { CLAIMS_SETTING } from '../../../../shared/domain/block/shares/claims.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { NO_FOUR_EYES } from '../../../../shared/domain/fourEyes/fourEyesRules.ts'
import { OKAFOR, OKAFORS, quickPassphrases, SMITH, SMITHS } from '../approvals/fourEyesDesk.ts'
import { BTC, C1, Desk, text } from '../deskHarness.ts'

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
  expect(desk.follow('session').now().restriction).toMatch(/four eyes was in force.*confirm/)
  const { version, rules, unconfirmed } = desk.follow('limits').now()
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const save = settings.save.bind(settings)
  settings.save = (name, value) =>
    name === 'core-four-eyes' ? { ok: false, failure: 'The disk is full.' } : save(name, value)
  expect(
    (await desk.call('limits.save', { baseVersion: version, rules, typed: 'confirm', unconfirmed })).ok,
  ).toBe(true)
  expect(desk.follow('session').now().restriction).toBeNull()
  expect([...notices.values()].map(({ message }) => message).join()).toMatch(
    /The disk is full\. The four-eyes rules/,
  )
})

it('four-eyes rules that are set again confirm nothing: the hold outlives restarts until a dealer confirms', async () => {
  const settings = memorySettings({ 'core-four-eyes': 'in force' })
  const passphrases = quickPassphrases
  let journal = new FakeJournal()
  const start = () => new Desk({ settings, journal, passphrases })
  const restart = () => {
    journal = new FakeJournal([...journal.recovered, ...journal.entries])
    return start()
  }
  const restriction = (desk: Desk) => desk.follow('session').now().restriction
  const first = start()
  expect(restriction(first)).toMatch(/four eyes was in force.*confirm/)
  await first.ready()
  const registered = { dealer: SMITH, passphrase: SMITHS }
  expect((await first.call('dealer.register', registered)).ok).toBe(true)

  const second = restart()
  expect(restriction(second)).toMatch(/four eyes was in force.*No act waits for a second dealer now.*confirm/)
  await second.ready()
  expect((await second.call('dealer.register', { dealer: OKAFOR, passphrase: OKAFORS })).ok).toBe(true)
  const { rulesVersion } = second.follow('approvals').now()
  const rules = { ...NO_FOUR_EYES, orders: text('100000') }
  expect((await second.call('fourEyes.save', { baseVersion: rulesVersion, rules })).ok).toBe(true)
  expect(second.follow('limits').now().unconfirmed).toMatch(
    /Four-eyes rules are set again\. Halts may be missing/,
  )

  const third = restart()
  expect(restriction(third)).toMatch(/Four-eyes rules are set again.*confirm/)
  const { version, rules: limits, unconfirmed } = third.follow('limits').now()
  const confirm = { baseVersion: version, rules: limits, typed: 'confirm', unconfirmed }
  expect((await third.call('limits.save', confirm)).ok).toBe(true)
  expect(restriction(third)).toBeNull()
  expect(restriction(restart())).toBeNull()
  expect(settings.all()['core-four-eyes']).toBe('in force')
})
