/** What blocks owe their customers: the core folds it from the plans of the journal and gives every window the same, over restarts and new segments. */

import { expect, it } from 'vitest'
import { decimal, decimalOf, toText } from '../../../../../shared/base/decimal.ts'
import type { Request } from '../../../../../shared/contract/contract.ts'
import { allocate } from '../../../../../shared/domain/block/allocate.ts'
import { NO_ROTATION, ROTATION_SETTING } from '../../../../../shared/domain/block/rotation.ts'
import { CLAIMS_SETTING, readClaims } from '../../../../../shared/domain/block/shares/claims.ts'
import type { JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { draftOf, text } from '../../deskHarness.ts'
import { answerAll, blockOf, customer, letRowsStart, startDesk } from './blockStage.ts'

const LOT = decimal('1')
const [A, B] = [customer(1), customer(2)]

async function start(entries: readonly JournalEntry[] = [], settings = memorySettings()) {
  const stage = await startDesk({ journal: new FakeJournal(entries), settings })
  const { desk, broker, submit } = stage
  const shown = desk.follow('settings')
  const { symbol, side } = draftOf({})
  const owed = () => readClaims(shown.now()[CLAIMS_SETTING], symbol, side)
  let count = entries.length
  /** A block of five lots at weights of 2 and 1, as a window splits it now. */
  const sized = (): Request<'order.submitBlock'> => {
    const made = allocate({
      method: 'ratio',
      side,
      parent: decimal('5'),
      lot: LOT,
      rotation: NO_ROTATION,
      claims: owed(),
      rows: [2, 1].map((weight, n) => ({
        customerCode: customer(n + 1),
        measure: decimalOf(weight),
        why: null,
        out: null,
      })),
    })
    if (!made.ok) throw new Error(made.sentence)
    const { rows: split, shares, whole, weights } = made.value
    const rows = split.map(({ customerCode, amount }) => ({ customerCode, amount: text(toText(amount)) }))
    return blockOf(2, {
      intentId: `owed-${++count}`,
      method: 'ratio',
      draft: draftOf({ ...rows[0] }),
      rows,
      split: {
        lot: toText(LOT),
        tick: null,
        whole: whole && toText(whole),
        weights: weights && toText(weights),
        shares: shares.map(({ customerCode, weight }) => ({ customerCode, weight: toText(weight) })),
      },
    })
  }
  /** Sends a block and says how many lots the customer of twice the weight gets. */
  const send = async (how: 'open' | 'refused' = 'open') => {
    const request = sized()
    const from = broker.sent.length
    expect(await submit(request)).toMatchObject({ ok: true, value: { outcome: 'taken' } })
    await answerAll(desk, broker, from, () => how)
    // No two blocks have one id, which is a second.
    desk.clock.advance(1_000)
    return Number(request.rows.find(({ customerCode }) => customerCode === A)?.amount)
  }
  return { ...stage, owed, send, sized, settings }
}

it('gives ten lots of fifteen to the customer of twice the weight, also where the venue refuses a block', async () => {
  const { send, owed } = await start()
  expect([await send(), await send('refused'), await send(), await send()]).toEqual([3, 4, 3, 3])
  expect(owed()).toMatchObject({ denominator: '3', parts: { [A]: '1', [B]: '-1' } })
})

it('owes the same after a restart, from every entry or from a new segment, whatever the settings say', async () => {
  const first = await start()
  expect(await first.send()).toBe(3)
  const before = first.owed()
  expect(before).not.toBeNull()
  const { journal } = first.desk
  // Blocks that are long over are not in a new segment.
  const forgotten = journal
    .carried()
    .map((entry) =>
      entry.body.type === 'carried' ? { ...entry, body: { ...entry.body, blocks: [], orders: [] } } : entry,
    )
  for (const entries of [journal.entries, journal.carried(), forgotten]) {
    const next = await start(entries)
    expect(next.owed()).toEqual(before)
    expect(await next.send()).toBe(4)
    const stale = memorySettings()
    stale.save(CLAIMS_SETTING, '{"BTCUSDC_PERP buy":"nonsense"}')
    expect((await start(entries, stale)).owed()).toEqual(before)
  }
})

it('owes from the blocks of a segment that was written before claims were', async () => {
  const first = await start()
  await first.send()
  const entries = first.desk.journal.carried().map((entry) => {
    if (entry.body.type !== 'carried') return entry
    const { claims: _, ...body } = entry.body
    return { ...entry, body }
  })
  expect((await start(entries)).owed()).toEqual(first.owed())
})

it('owes nothing for a block that is stopped before any row had its turn, now and after a restart', async () => {
  const { desk, block, sized, owed, submit } = await start()
  const halt = await desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
  expect(halt).toMatchObject({ ok: true })
  await submit(sized())
  expect(owed()).toBeNull()
  const lifted = await desk.call('halt.lift', { id: halt.ok ? halt.value.id : '', typed: 'DESK' })
  expect(lifted).toMatchObject({ ok: true })
  const disk = Promise.withResolvers<null>()
  desk.journal.disk = disk.promise
  const reply = submit(sized())
  await desk.settle()
  desk.clock.advance(6_000)
  disk.resolve(null)
  expect(await reply).toMatchObject({ ok: false })
  expect(block().state).toBe('stopped')
  expect(owed()).toBeNull()
  expect((await start(desk.journal.entries)).owed()).toBeNull()
  expect((await start(desk.journal.carried())).owed()).toBeNull()
})

it('owes again once rows of a block that was stopped before any turn are sent after all', async () => {
  const { desk, broker, block, sized, owed, submit } = await start()
  const disk = Promise.withResolvers<null>()
  desk.journal.disk = disk.promise
  const reply = submit(sized())
  await desk.settle()
  expect(await desk.call('block.stop', { blockId: block().blockId })).toMatchObject({ ok: true })
  disk.resolve(null)
  await reply
  expect(owed()).toBeNull()
  expect(broker.sent).toEqual([])
  const retry = { blockId: block().blockId, customerCodes: [A, B] }
  expect(await desk.call('block.retryRows', retry)).toMatchObject({ value: { taken: 2 } })
  await letRowsStart(desk)
  await answerAll(desk, broker)
  expect(broker.sent).toHaveLength(2)
  expect(owed()).toMatchObject({ denominator: '3', parts: { [A]: '1', [B]: '-1' } })
  for (const entries of [desk.journal.entries, desk.journal.carried()])
    expect((await start(entries)).owed()).toEqual(owed())
})

it('owes nobody for a plan that did not reach the disk', async () => {
  const { desk, sized, owed, submit, blocks } = await start()
  desk.journal.problem = 'the disk is full'
  expect(await submit(sized())).toMatchObject({ ok: false })
  expect(owed()).toBeNull()
  expect(blocks.size).toBe(0)
  expect(JSON.stringify(desk.journal.carried())).not.toContain('parts')
})

it('owes nobody of another account that signed in while the plan was written', async () => {
  const { desk, sized, owed, submit } = await start()
  const disk = Promise.withResolvers<null>()
  desk.journal.disk = disk.promise
  const reply = submit(sized())
  await desk.settle()
  // What comes after the plan is written at once.
  desk.journal.disk = Promise.resolve(null)
  await desk.signInAs('ann')
  disk.resolve(null)
  await reply
  await desk.settle()
  expect(owed()).toBeNull()
})

it('takes no block whose split does not fit its rows, and owes nobody for it, whatever the window sends', async () => {
  const { desk, broker, owed, sized, submit } = await start()
  const fair = sized()
  const split = fair.split ?? ({} as never)
  const tampered: readonly [RegExp, Partial<Request<'order.submitBlock'>>][] = [
    [/weights of the split do not add up/, { split: { ...split, weights: text('300') } }],
    [/rows do not add up/, { split: { ...split, whole: text('5000') } }],
    [/K009 has no row/, { rotation: { first: null, extra: null, served: [customer(9)] } }],
  ]
  for (const [sentence, more] of tampered) {
    const reply = await submit({ ...fair, ...more })
    expect(reply).toMatchObject({ ok: false, failure: { message: expect.stringMatching(sentence) } })
    expect(reply).toMatchObject({
      failure: { message: expect.stringMatching(/^Nothing was sent\. .*Alt R/) },
    })
  }
  expect(broker.sent).toEqual([])
  expect(owed()).toBeNull()
  expect(desk.journal.entries.filter(({ body }) => body.type === 'block')).toEqual([])
  expect(await submit(fair)).toMatchObject({ ok: true, value: { outcome: 'taken' } })
})

it('lets no window write what blocks owe, nor whose turn it is', async () => {
  const { desk, send, owed, settings } = await start()
  await send()
  const before = owed()
  for (const name of [CLAIMS_SETTING, ROTATION_SETTING]) {
    const stored = settings.all()[name]
    const reply = await desk.call('setting.save', { name, value: '{}' })
    expect(reply).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('only the core') },
    })
    expect(settings.all()[name]).toBe(stored)
  }
  expect(before).not.toBeNull()
  expect(owed()).toEqual(before)
})
