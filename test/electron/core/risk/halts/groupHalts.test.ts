/** Halts of a group across restarts: the journal, not the settings, says which customers a halt covers. */

import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../../../electron/core/ports/settings.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { haltBlocking } from '../../../../../shared/domain/orders/halt.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { BTC, C1, C2, Desk, draftOf, reportOf, rowOf } from '../../deskHarness.ts'
import { blankCustomer } from '../../../../../shared/domain/accounts/customer.ts'

const MACRO = { kind: 'group' as const, group: 'macro' }
const C3 = 'C3311' as typeof C1

function deskOn(journal: FakeJournal, settings: Settings) {
  const desk = new Desk({ journal, settings })
  const group = (code: typeof C1, name: string) =>
    desk.call('customer.save', { customer: { ...blankCustomer(code, 'hand'), group: name } })
  let intents = 0
  const submit = (customerCode: typeof C1) =>
    desk.call('order.submit', {
      intentId: `intent-${++intents}-0000`,
      draft: draftOf({ customerCode }),
      typed: null,
    })
  const said = () =>
    [...desk.mirror('notices', ({ id }) => String(id)).values()].map((notice) => notice.message)
  return { desk, group, submit, said, halts: desk.follow('halts') }
}

/** A desk with C1042 and C2007 in the group macro, which is halted. */
async function halted(settings = memorySettings(), mode: 'halted' | 'reducing' = 'halted') {
  const journal = new FakeJournal()
  const run = deskOn(journal, settings)
  await run.desk.ready()
  await run.group(C1, 'macro')
  await run.group(C2, 'macro')
  await run.desk.call('halt.start', { scope: MACRO, mode })
  return { ...run, journal, settings }
}

const restarted = (journal: FakeJournal, settings: Settings) =>
  deskOn(new FakeJournal(journal.entries), settings)

/** What a hand or a disk does to the settings. */
const LOSSES: readonly [string, (before: Settings) => Settings][] = [
  ['were deleted', () => memorySettings()],
  [
    'name no group any more',
    (before) =>
      memorySettings(
        Object.fromEntries(
          Object.entries(before.all()).map(([name, value]) => [name, value.replaceAll('macro', '')]),
        ),
      ),
  ],
  [
    'hold a customer list that cannot be read',
    (before) => memorySettings({ ...before.all(), 'core-customers-paper': 'nonsense' }),
  ],
]

describe('a halt of a group whose settings', () => {
  it.each(LOSSES)('%s still covers its customers, and says so', async (_, lose) => {
    const first = await halted()
    const { desk, submit, said, halts } = restarted(first.journal, lose(first.settings))
    expect(said().join('\n')).toMatch(
      /The halt of group macro covers C1042 and C2007, .* still covered\. .*Enter the group of these customers/,
    )
    desk.prepare = (broker) => {
      broker.venueOrders.set(`${C2} resting`, reportOf('resting', 'open', { customerCode: C2 }))
    }
    const broker = await desk.ready()
    for (const customer of [C1, C2])
      expect(JSON.stringify(await submit(customer))).toMatch(/Group macro is halted/)
    await desk.clock.run(3_000, 50)
    expect(broker.cancels.map(({ customer, id }) => `${customer} ${id}`)).toContain('C2007 resting')
    // A window judges by the same members.
    const noGroup = () => ''
    expect(haltBlocking(halts.now(), { customerCode: C1, symbol: BTC }, noGroup)).not.toBeNull()
    expect(haltBlocking(halts.now(), { customerCode: C3, symbol: BTC }, noGroup)).toBeNull()
  })

  it('agree with the journal needs no notice, also on a new segment of the journal', async () => {
    const first = await halted()
    for (const entries of [first.journal.entries, first.journal.carried()]) {
      const { said, halts } = deskOn(new FakeJournal(entries), first.settings)
      expect(said().join('\n')).not.toMatch(/group macro/)
      expect(haltBlocking(halts.now(), { customerCode: C2, symbol: BTC }, () => '')).not.toBeNull()
    }
  })
})

describe('while a group is halted', () => {
  it('a customer that joined it stays covered after the settings were lost', async () => {
    const first = await halted()
    await first.group(C3, 'macro')
    expect(JSON.stringify(await first.submit(C3))).toMatch(/Group macro is halted/)
    const { desk, submit, said } = restarted(first.journal, memorySettings())
    expect(said().join('\n')).toMatch(/covers C1042, C2007 and C3311/)
    await desk.ready()
    expect(JSON.stringify(await submit(C3))).toMatch(/Group macro is halted/)
  })

  it('a customer that the dealer removed from it stays covered until the halt is lifted', async () => {
    const first = await halted()
    await first.group(C1, '')
    await first.desk.call('customer.remove', { customerCode: C2 })
    expect(first.said().join('\n')).toMatch(/C1042 left group macro, .*still covers C1042.*lift macro/i)
    for (const customer of [C1, C2])
      expect(JSON.stringify(await first.submit(customer))).toMatch(/Group macro is halted/)
    const { desk, submit, said, halts } = restarted(first.journal, first.settings)
    // It was done here and is in the journal: nothing was lost.
    expect(said().filter((sentence) => sentence.includes('differ'))).toEqual([])
    await desk.ready()
    expect(JSON.stringify(await submit(C1))).toMatch(/Group macro is halted/)
    const [halt] = halts.now()
    await desk.call('halt.lift', { id: halt?.id ?? '', typed: 'macro' })
    expect((await submit(C1)).ok).toBe(true)
  })

  it('a customer that the venue has not shown yet is read as soon as it joins', async () => {
    const { desk, group } = await halted()
    desk.broker.venueOrders.set(`${C3} hidden`, reportOf('hidden', 'open', { customerCode: C3 }))
    desk.broker.venueLedger.push(rowOf('l3', { customerCode: C3 }))
    await group(C3, 'macro')
    await desk.clock.run(3_000, 50)
    expect(desk.broker.cancels.map(({ id }) => id)).toContain('hidden')
  })
})
