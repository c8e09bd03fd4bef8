/** The trade lock on a scripted venue: nothing leaves but cancels, in every window, until its word is typed, also after a restart. */

import { describe, expect, it } from 'vitest'
import { ok } from '../../../../../shared/base/result.ts'
import type { HaltMode, HaltScope } from '../../../../../shared/domain/orders/halt.ts'
import { NO_CHANGES } from '../../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import { FakeJournal } from '../../../../fakes/core/fakeJournal.ts'
import { BTC, C1, Desk, draftOf, reportOf, text } from '../../deskHarness.ts'

const DESK: HaltScope = { kind: 'desk' }

async function startCore(journal = new FakeJournal()) {
  const desk = new Desk({ journal })
  const halts = desk.follow('halts')
  const broker = await desk.ready()
  const start = (mode: HaltMode, scope: HaltScope = DESK) => desk.call('halt.start', { scope, mode })
  const submit = (n: number) =>
    desk.call('order.submit', { intentId: `intent-${n}-0000`, draft: draftOf(), typed: null })
  const lockOf = () => halts.now().find(({ mode }) => mode === 'locked')
  return { desk, halts, broker, start, submit, lockOf, journal }
}

/** An order of this customer that is open at the venue. */
function rest({ broker }: Awaited<ReturnType<typeof startCore>>): void {
  const report = reportOf('resting', 'open', {})
  broker.venueOrders.set(`${report.customerCode} resting`, report)
  broker.listener?.order(report)
}

describe('the trade lock', () => {
  it('is in every window before its starting call ends its turn, and cancels nothing', async () => {
    const core = await startCore()
    rest(core)
    const second = core.desk.follow('halts')
    void core.desk.core.handlers['halt.start']({ scope: DESK, mode: 'locked' }, core.desk.caller)
    for (const window of [core.halts, second])
      expect(window.now()).toMatchObject([
        { scope: DESK, mode: 'locked', cancels: false, by: 'paper', at: core.desk.clock.now() },
      ])
    await core.desk.clock.run(2_000)
    expect(core.broker.cancels).toEqual([])
  })

  it('refuses orders, changes, flattens, transfers, fees and webhooks with one sentence', async () => {
    const core = await startCore()
    rest(core)
    await core.start('locked')
    const { desk } = core
    const refused = [
      await core.submit(1),
      await desk.call('order.amend', {
        customerCode: C1,
        referenceId: 'resting' as ReferenceId,
        changes: { ...NO_CHANGES, limitPrice: text('59000') },
      }),
      await desk.call('position.flatten', {
        typed: null,
        intentId: 'intent-flat-1',
        customerCode: C1,
        symbol: BTC,
      }),
      await desk.call('transfer.submit', {
        intentId: 'intent-out-01',
        transfer: { customerCode: C1, kind: 'withdrawal', asset: 'USDC', amount: text('5') },
      }),
      await desk.call('feeProfile.write', {
        intentId: 'intent-fee-01',
        customerCode: C1,
        symbol: null,
        makerFee: text('1'),
        takerFee: text('2'),
        before: [],
      }),
      await desk.call('webhook.remove', { id: 'w1' }),
      await desk.call('webhook.register', {
        intentId: 'intent-hook-2',
        url: 'https://example.com/hook',
        includeAllEvents: true,
        eventTypes: [],
      }),
    ]
    for (const answer of refused) {
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused' } })
      expect(JSON.stringify(answer)).toContain(
        'Trading is locked by paper: nothing new is sent. Press F12 and type UNLOCK to release. Canceling works.',
      )
    }
    expect(core.broker.sent).toEqual([])
  })

  it('lets cancels out', async () => {
    const core = await startCore()
    rest(core)
    await core.start('locked')
    void core.desk.call('order.cancel', { customerCode: C1, referenceId: 'resting' as ReferenceId })
    await core.desk.settle()
    expect(core.broker.cancels.map(({ id }) => id)).toEqual(['resting'])
  })

  it('stops an order that was accepted and waits for the disk', async () => {
    const { desk, broker, start, submit, journal } = await startCore()
    let diskDone = () => undefined as void
    journal.disk = new Promise<void>((done) => {
      diskDone = done
    })
    const submitted = submit(1)
    await desk.settle()
    await start('locked')
    diskDone()
    await submitted
    await desk.clock.run(500)
    expect(broker.sent).toEqual([])
  })

  it('stops a withdrawal that was accepted and waits for the disk', async () => {
    const { desk, broker, start, journal } = await startCore()
    let diskDone = () => undefined as void
    journal.disk = new Promise<void>((done) => {
      diskDone = done
    })
    const submitted = desk.call('transfer.submit', {
      intentId: 'intent-out-01',
      transfer: { customerCode: C1, kind: 'withdrawal', asset: 'USDC', amount: text('5') },
    })
    await desk.settle()
    await start('locked')
    diskDone()
    await desk.clock.run(500)
    expect(await submitted).toMatchObject({ ok: false })
    expect(JSON.stringify(await submitted)).toContain('Trading is locked by paper')
    expect(broker.transfers).toEqual([])
  })

  it('is one lock however often it is set, covers the whole desk only, and stands beside a halt', async () => {
    const { start, halts, submit, desk } = await startCore()
    await start('locked')
    const [first] = halts.now()
    await start('locked')
    expect(halts.now()).toEqual([first])
    expect(await start('locked', { kind: 'customer', customerCode: C1 })).toMatchObject({ ok: false })
    await start('halted')
    expect(halts.now().map(({ mode }) => mode)).toEqual(['locked', 'halted'])
    const halt = halts.now().find(({ mode }) => mode === 'halted')
    expect(JSON.stringify(await submit(1))).toContain('The whole desk is halted by paper')
    expect(await desk.call('halt.lift', { id: halt?.id ?? '', typed: 'DESK' })).toEqual(ok({}))
    expect(JSON.stringify(await submit(2))).toContain('Trading is locked by paper')
  })

  it('stays in force where a dealer locks again while a release is being written', async () => {
    const { desk, start, lockOf, journal } = await startCore()
    await start('locked')
    let diskDone = () => undefined as void
    journal.disk = new Promise<void>((done) => {
      diskDone = done
    })
    const released = desk.call('halt.lift', { id: lockOf()?.id ?? '', typed: 'UNLOCK' })
    await desk.settle()
    await start('locked')
    diskDone()
    expect(await released).toEqual(ok({}))
    await desk.clock.run(500)
    expect(lockOf()).toBeDefined()
  })

  it('ends by its typed word alone, and the journal has who and when', async () => {
    const { desk, start, submit, lockOf, halts, journal } = await startCore()
    await start('locked')
    const id = lockOf()?.id ?? ''
    for (const typed of ['', 'DESK', 'unlock'])
      expect(await desk.call('halt.lift', { id, typed })).toMatchObject({
        ok: false,
        failure: { field: 'typed', message: 'Type UNLOCK to release the trade lock.' },
      })
    expect(await submit(1)).toMatchObject({ ok: false })
    expect(await desk.call('halt.lift', { id, typed: 'UNLOCK' })).toEqual(ok({}))
    expect(halts.now()).toEqual([])
    expect((await submit(2)).ok).toBe(true)
    const kept = journal.bodies('rules').filter(({ name }) => name === 'halts')
    expect(kept.map(({ json }) => JSON.parse(json))).toMatchObject([
      { halts: [{ id, mode: 'locked', by: 'paper' }], change: { kind: 'started', id, by: 'paper' } },
      { halts: [], change: { kind: 'lifted', id, by: 'paper', at: desk.clock.now() } },
    ])
  })

  it('is in force from the start after a restart, also on a new segment of the journal', async () => {
    const first = await startCore()
    await first.start('locked')
    for (const entries of [first.journal.entries, first.journal.carried()]) {
      const desk = new Desk({ journal: new FakeJournal(entries) })
      expect(desk.follow('halts').now()).toMatchObject([{ mode: 'locked', by: 'paper' }])
      await desk.ready()
      expect(
        await desk.call('order.submit', { intentId: 'intent-after-1', draft: draftOf(), typed: null }),
      ).toMatchObject({ ok: false })
    }
  })

  it('survives a session that ends and begins again', async () => {
    const { desk, start, submit, lockOf } = await startCore()
    await start('locked')
    await desk.call('session.signOut', {})
    await desk.ready()
    expect(lockOf()).toBeDefined()
    expect(await submit(1)).toMatchObject({ ok: false })
  })

  it('holds while the journal cannot be written, and warns that a restart would end it', async () => {
    const { desk, start, lockOf, journal } = await startCore()
    const notices = desk.follow('notices')
    journal.problem = 'No space is left on the disk.'
    await start('locked')
    expect(lockOf()).toBeDefined()
    await desk.settle()
    expect(JSON.stringify(notices.now())).toContain(
      'The trade lock is in force but not in the order journal. It ends when this terminal closes.',
    )
  })
})
