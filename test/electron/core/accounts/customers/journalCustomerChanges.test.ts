/** Who changed which entry of the customer list stands in the journal, and in the customer's day of its export. */

import { expect, it } from 'vitest'
import { customerDay } from '../../../../../electron/storage/journal/journal.ts'
import { blankCustomer, type Customer } from '../../../../../shared/domain/accounts/customer.ts'
import {
  CUSTOMER_CHANGES,
  MOST_CODES,
  readCustomerChanges,
} from '../../../../../shared/domain/settings/customerChanges.ts'
import type { CustomerCode } from '../../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { callFrom } from '../../approvals/fourEyesDesk.ts'
import { Desk } from '../../deskHarness.ts'

const codeOf = (text: string) => text as CustomerCode
const entry = (code: string, name: string): Customer => ({
  ...blankCustomer(codeOf(code)),
  name,
  origin: 'hand',
})

async function ready() {
  const desk = new Desk()
  await desk.call('session.nameDealer', { dealer: { name: 'J. Smith', role: '' } })
  await desk.ready()
  const call = callFrom(desk)
  const importAll = (changes: readonly Customer[]) =>
    call('customer.import', {
      importId: 'import-1',
      part: 1,
      parts: 1,
      changes: changes.map((after) => ({ before: null, after })),
    })
  const records = () =>
    desk.journal.entries.flatMap(({ body }) =>
      body.type === 'rules' && body.name === CUSTOMER_CHANGES ? [readCustomerChanges(body.json)] : [],
    )
  const dayOf = (code: string) =>
    customerDay(
      desk.journal.entries.map((each) => ({ entry: each, record: '' })),
      code,
      new Date(desk.clock.now()).toISOString().slice(0, 10),
    ).filter(({ what }) => /customer list|whose codes/.test(what))
  return { desk, call, importAll, records, dayOf }
}

it('one entry an act: a save that adds, one that changes, an import, its undo and a removal', async () => {
  const { call, importAll, records, dayOf } = await ready()
  await call('customer.save', { customer: entry('N1', 'One') })
  await call('customer.save', { customer: entry('N1', 'One') })
  await call('customer.save', { customer: entry('N1', 'Other') })
  expect(await importAll([entry('N2', 'Two'), entry('N3', 'Three')])).toMatchObject({ ok: true })
  await call('customer.undoImport', {})
  await call('customer.remove', { customerCode: codeOf('N1') })
  const none = { count: 0, codes: [] }
  const by = 'J. Smith (paper)'
  const both = { count: 2, codes: ['N2', 'N3'] }
  const one = { count: 1, codes: ['N1'] }
  expect(records()).toEqual([
    { act: 'save', by, added: one, changed: none, removed: none },
    { act: 'save', by, added: none, changed: one, removed: none },
    { act: 'import', by, added: both, changed: none, removed: none },
    { act: 'undo of an import', by, added: none, changed: none, removed: both },
    { act: 'remove', by, added: none, changed: none, removed: one },
  ])
  expect(dayOf('N3').map(({ what, answer, dealer }) => [what, answer, dealer])).toEqual([
    ['entry in the customer list added', `by ${by}: import, 2 added, 0 changed, 0 removed`, 'J. Smith'],
    [
      'entry in the customer list removed',
      `by ${by}: undo of an import, 0 added, 0 changed, 2 removed`,
      'J. Smith',
    ],
  ])
})

it('names as many codes as fit, counts the others, and says so in the day of each customer', async () => {
  const { importAll, records, dayOf } = await ready()
  await importAll(Array.from({ length: MOST_CODES + 2 }, (_, n) => entry(`N${n}`, 'One')))
  expect(records()[0]?.added).toMatchObject({ count: MOST_CODES + 2 })
  expect(records()[0]?.added.codes).toHaveLength(MOST_CODES)
  expect(dayOf(`N${MOST_CODES + 1}`).map(({ what }) => what)).toEqual([
    'entries of 2 more customers added, whose codes are not recorded',
  ])
})

it('a later start reads a journal that holds such entries', async () => {
  const { desk, call } = await ready()
  await call('customer.save', { customer: entry('N1', 'One') })
  const after = new Desk({ journal: new FakeJournal(desk.journal.entries) })
  await after.ready()
  expect(after.journal.problem).toBeNull()
})
