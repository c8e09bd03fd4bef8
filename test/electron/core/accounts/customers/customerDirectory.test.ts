import { expect, test } from 'vitest'
import { createCustomerDirectory } from '../../../../../electron/core/accounts/customers/customerDirectory.ts'
import { createProvenFacts } from '../../../../../electron/core/journal/storeFactsInJournalOnly.ts'
import { ok } from '../../../../../shared/base/result.ts'
import type { Customer } from '../../../../../shared/domain/accounts/customer.ts'
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
  const names = () => {
    let shown: readonly Customer[] = []
    directory.topic
      .source(
        null,
        { snapshot: (all) => (shown = all), delta: () => {}, end: () => {} },
        { windowId: 'w1', allows: () => true },
      )
      .close()
    return Object.fromEntries(shown.map((customer) => [customer.code, customer.name]))
  }
  return { directory, names, said, settings }
}

test('sample customers have names until the dealer gives others, and again after their removal', () => {
  const { directory, names, settings } = start()
  directory.open('paper', samples)
  directory.see([ACME])
  expect(names()).toEqual({ C1042: 'Acme Pension', C3311: 'Nord Capital' })
  directory.save({ code: ACME, name: 'My Pension', group: '', note: '', origin: 'hand' })
  const next = start(settings)
  next.directory.open('paper', samples)
  expect(next.names()).toEqual({ C1042: 'My Pension', C3311: 'Nord Capital' })
  next.directory.remove(ACME)
  expect(next.names()).toEqual({ C1042: 'Acme Pension', C3311: 'Nord Capital' })
})

test('another venue has no sample names, whatever codes it shows', () => {
  const { directory, names } = start()
  directory.open('paper', samples)
  directory.open('venue-1')
  directory.see([ACME])
  expect(names()).toEqual({ C1042: '' })
})
