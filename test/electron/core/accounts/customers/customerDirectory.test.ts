import { expect, test } from 'vitest'
import { createCustomerDirectory } from '../../../../../electron/core/accounts/customers/customerDirectory.ts'
import { createProvenFacts } from '../../../../../electron/core/journal/storeFactsInJournalOnly.ts'
import { ok } from '../../../../../shared/base/result.ts'
import {
  blankCustomer,
  customer,
  type ListedCustomer,
} from '../../../../../shared/domain/accounts/customer.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'

const ACME = 'C1042' as CustomerCode
const NORD = 'C3311' as CustomerCode
const samples = new Map([
  [ACME, 'Acme Pension'],
  [NORD, 'Nord Capital'],
])

/** Nobody confirms a code here. */
const confirmed = createProvenFacts({
  name: 'confirmed-codes',
  recovered: { rules: () => null },
  journalWriter: { commit: async () => ok(null) },
  unreadable: () => undefined,
})

function start(settings = memorySettings()) {
  const said: string[] = []
  const directory = createCustomerDirectory(settings, confirmed, (sentence) => said.push(sentence))
  const listed = () => {
    let shown: readonly ListedCustomer[] = []
    directory.topic
      .source(
        null,
        { snapshot: (all) => (shown = all), delta: () => {}, end: () => {} },
        { windowId: 'w1', allows: () => true },
      )
      .close()
    return shown
  }
  const names = () => Object.fromEntries(listed().map(({ code, name }) => [code, name]))
  return { directory, listed, names, said, settings }
}

test('sample customers have names until the dealer gives others, and again after their removal', () => {
  const { directory, names, settings } = start()
  directory.open('paper', samples)
  directory.see([ACME])
  expect(names()).toEqual({ C1042: 'Acme Pension', C3311: 'Nord Capital' })
  directory.save({ ...blankCustomer(ACME, 'hand'), name: 'My Pension' })
  const next = start(settings)
  next.directory.open('paper', samples)
  expect(next.names()).toEqual({ C1042: 'My Pension', C3311: 'Nord Capital' })
  next.directory.remove(ACME)
  expect(next.names()).toEqual({ C1042: 'Acme Pension', C3311: 'Nord Capital' })
})

test('a list that an earlier release stored is read: without tags and without a ratio', () => {
  const stored = [{ code: ACME, name: 'My Pension', group: 'macro', note: 'calls at nine', origin: 'hand' }]
  const { directory, said } = start(memorySettings({ 'core-customers-paper': JSON.stringify(stored) }))
  directory.open('paper')
  expect(directory.entryOf(ACME)).toEqual({ ...stored[0], tags: [], ratio: null })
  expect(said).toEqual([])
})

test.each(['0', '-1', '1.50', 'two'])('a ratio of %s is no entry', (ratio) => {
  expect(customer.safeParse({ ...blankCustomer(ACME), ratio }).success).toBe(false)
})

test('a code from a record of the venue is marked as detected until the dealer stores it; a sample is not', () => {
  const { directory, listed } = start()
  directory.open('paper', samples)
  const stranger = 'C9999' as CustomerCode
  directory.see([stranger])
  const detected = () =>
    listed()
      .filter(({ isDetected }) => isDetected)
      .map(({ code }) => code)
  expect(detected()).toEqual([stranger])
  directory.save({ ...blankCustomer(stranger), name: 'Zed' })
  expect(detected()).toEqual([])
  expect(directory.entryOf(stranger)).toMatchObject({ name: 'Zed', origin: 'hand' })
})

test('another venue has no sample names, whatever codes it shows', () => {
  const { directory, names } = start()
  directory.open('paper', samples)
  directory.open('venue-1')
  directory.see([ACME])
  expect(names()).toEqual({ C1042: '' })
})
