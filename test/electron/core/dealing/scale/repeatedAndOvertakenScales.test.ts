/** A scale that is repeated, warned of, split over a position, or overtaken by a halt, a cancel or a lost session. */

import { describe, expect, it } from 'vitest'
import { Desk, draftOf, reportOf, rowOf, text, tradeOf } from '../../deskHarness.ts'
import { pending } from '../../../../fakes/venue/fakeBroker.ts'
import { ROWS, scaleOf, limited, startDesk, idsOf } from './scaleStage.ts'

describe('a repeated scale', () => {
  it('that was refused because the journal failed is refused again, not "taken"', async () => {
    const { desk, broker } = await startDesk()
    // The journal answers at the write, as a disk that fills up during the call does.
    let full = false
    Object.defineProperty(desk.journal, 'problem', { get: () => (full ? 'the disk is full' : null) })
    desk.journal.write = async () => {
      full = true
      return { ok: false, failure: 'the disk is full' }
    }
    expect(await desk.call('order.submitScale', scaleOf())).toMatchObject({ ok: false })
    const again = await desk.call('order.submitScale', scaleOf())
    expect(broker.sent).toHaveLength(0)
    expect(again).toMatchObject({ ok: false })
  })

  it('with other rows under the same intent is not answered "taken"', async () => {
    const { desk, broker } = await startDesk()
    await desk.call('order.submitScale', scaleOf())
    const other = ['61000', '60900', '60800'].map((limitPrice) => ({
      limitPrice: text(limitPrice),
      amount: text('2'),
    }))
    const again = await desk.call('order.submitScale', scaleOf({ rows: other }))
    expect(broker.sent.map(({ draft }) => draft.limitPrice)).toEqual(['60000', '59900', '59800'])
    expect(again).toMatchObject({ ok: false })
  })

  it('with more rows under the same intent does not say that nothing was sent', async () => {
    const { desk, broker } = await startDesk()
    await desk.call('order.submitScale', scaleOf())
    const more = [...ROWS, { limitPrice: text('59700'), amount: text('1') }]
    const again = await desk.call(
      'order.submitScale',
      scaleOf({ rows: more, draft: draftOf({ amount: text('7') }) }),
    )
    expect(broker.sent).toHaveLength(3)
    expect(JSON.stringify(again)).not.toContain('Nothing was sent')
  })
})

describe('the session ends while the disk writes the intents', () => {
  it('is refused as a single order is, because no row can leave', async () => {
    const { desk, broker } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const single = desk.call('order.submit', { intentId: 'single-0001', draft: draftOf(), typed: null })
    const scale = desk.call('order.submitScale', scaleOf())
    await desk.settle()
    await desk.call('session.signOut', {})
    disk.resolve(null)
    expect(await single).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    const reply = await scale
    expect(broker.sent.filter(({ draft }) => draft.amount !== '2')).toHaveLength(0)
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'refused' } })
  })
})

describe('the warning of a scale', () => {
  it('names the worst row, not the mildest', async () => {
    // The market is at 60,000. Sells at 59,700 (0.5 % through) down to 54,000 (10 % through).
    const { desk } = await startDesk({ limits: limited({ mark: { warn: text('0.4'), block: null } }) })
    const rows = [
      { limitPrice: text('59700'), amount: text('3') },
      { limitPrice: text('54000'), amount: text('3') },
    ]
    const draft = draftOf({ side: 'sell', amount: text('6'), limitPrice: text('59700') })
    const warned = await desk.call('order.submitScale', scaleOf({ draft, rows }))
    // The same order alone names its 10 %.
    const alone = await desk.call('order.submit', {
      intentId: 'single-0001',
      draft: draftOf({ side: 'sell', amount: text('3'), limitPrice: text('54000') }),
      typed: null,
    })
    const words = (reply: unknown) =>
      (reply as { value: { warnings: { sentence: string }[] } }).value.warnings[0]?.sentence
    expect(words(warned)).toBe(words(alone))
  })

  it('shows the three worst of more than three findings', async () => {
    // The whole warns mildly of three limits; row 2 lies 50 % away, which is by far the worst.
    const { desk } = await startDesk({
      limits: limited({
        amount: { warn: text('5.9'), block: null },
        notional: { warn: text('350000'), block: null },
        valueInMinute: { warn: text('350000'), block: null },
        away: { warn: text('5'), block: null },
      }),
    })
    const rows = [
      { limitPrice: text('60000'), amount: text('3') },
      { limitPrice: text('30000'), amount: text('3') },
    ]
    const warned = await desk.call('order.submitScale', scaleOf({ rows }))
    const limits = (warned as unknown as { value: { warnings: { limit: string }[] } }).value.warnings.map(
      ({ limit }) => limit,
    )
    expect(limits).toContain('away')
  })
})

describe('a scale that flips the position, sent twice', () => {
  /** Long 4. Sells 6 in all: no trade-out as a whole, but each row alone would be one. */
  async function longFour() {
    const desk = new Desk({ limits: limited({ duplicates: { warn: null, block: text('0') } }) })
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1', { amount: text('4') })]
      broker.venueLedger = [rowOf('t1', { transactionType: 'trade', signedAmount: text('-6') })]
    }
    const positions = desk.mirror('positions', ({ symbol }) => symbol)
    const broker = await desk.ready()
    expect([...positions.values()]).toMatchObject([{ size: '4', complete: true }])
    return { desk, broker }
  }
  const refuseAll = async ({ desk, broker }: Awaited<ReturnType<typeof longFour>>) => {
    for (const { answer } of broker.sent)
      answer.resolve({ kind: 'refused', code: 'INSUFFICIENT_FUNDS', message: 'need 40' })
    await desk.settle()
  }

  it('is blocked as a duplicate like the single order of the whole', async () => {
    const alone = await longFour()
    const single = (intentId: string) =>
      alone.desk.call('order.submit', {
        intentId,
        draft: draftOf({ side: 'sell', amount: text('6') }),
        typed: null,
      })
    expect(await single('single-0001')).toMatchObject({ ok: true })
    await refuseAll(alone)
    // As one order: a block that no number overrides.
    expect(await single('single-0002')).toMatchObject({ ok: false })

    const split = await longFour()
    const draft = draftOf({ side: 'sell', amount: text('6') })
    expect(await split.desk.call('order.submitScale', scaleOf({ draft }))).toMatchObject({
      value: { outcome: 'taken' },
    })
    await refuseAll(split)
    const again = await split.desk.call('order.submitScale', scaleOf({ draft, intentId: 'intent-0002' }))
    expect(again).toMatchObject({ ok: false })
  })
})

describe('the leverage of a scale', () => {
  it('is reported once for the act, not once a row', async () => {
    const { desk, broker } = await startDesk()
    const notices = desk.mirror('notices', (notice) => String(notice.id))
    let leverage = '3'
    broker.marginProfileAnswer = async () => ({
      ok: true,
      value: {
        initialMargin: text('10'),
        maintenanceMargin: text('5'),
        maxLeverage: text('10'),
        instrumentMargins: [
          { symbol: draftOf().symbol, leverage: text(leverage), initialMargin: text('34') },
        ],
      },
    })
    await desk.call('marginProfile.read', { customerCode: draftOf().customerCode })
    const ids = idsOf(
      await desk.call('order.submitScale', scaleOf({ draft: draftOf({ amount: text('6'), leverage: 5 }) })),
    )
    leverage = '5'
    for (const [n, { answer, draft }] of broker.sent.entries())
      answer.resolve({
        kind: 'accepted',
        value: reportOf(ids[n] ?? '', 'open', {
          amount: draft.amount,
          limitPrice: draft.limitPrice,
          leverage: 5,
        }),
      })
    await desk.settle()
    expect([...notices.values()].filter(({ message }) => message.includes('leverage'))).toHaveLength(1)
  })
})

describe('a scale under way', () => {
  it('a halt while the disk writes sends no row', async () => {
    const { desk, orders, broker } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const scale = desk.call('order.submitScale', scaleOf())
    await desk.settle()
    const halted = desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' })
    await desk.settle()
    disk.resolve(null)
    await scale
    await halted
    await desk.clock.run(20_000, 500)
    expect(broker.sent).toHaveLength(0)
    expect([...orders.values()].map(({ phase }) => phase)).toEqual(['not-sent', 'not-sent', 'not-sent'])
  })

  it('a cancel of one row while the disk writes keeps that row alone', async () => {
    const { desk, orders, broker } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const scale = desk.call('order.submitScale', scaleOf())
    await desk.settle()
    const second = [...orders.values()].find(({ scale: tag }) => tag?.row === 2)
    if (!second) throw new Error('no row')
    await desk.call('order.cancel', { customerCode: second.customerCode, referenceId: second.referenceId })
    disk.resolve(null)
    await scale
    expect(broker.sent.map(({ draft }) => draft.limitPrice)).toEqual(['60000', '59800'])
  })

  it('a disk that hangs for more than 5 s sends no row', async () => {
    const { desk, broker } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const scale = desk.call('order.submitScale', scaleOf())
    await desk.settle()
    desk.clock.advance(6_000)
    disk.resolve(null)
    await scale
    expect(broker.sent).toHaveLength(0)
  })

  it('keeps its act through an answer that shows another order', async () => {
    const { desk, orders, broker } = await startDesk()
    const ids = idsOf(await desk.call('order.submitScale', scaleOf()))
    broker.sent[0]?.answer.resolve({
      kind: 'accepted',
      value: reportOf(ids[0] ?? '', 'open', { side: 'sell', amount: text('1') }),
    })
    await desk.settle()
    expect(orders.get(ids[0] ?? '')).toMatchObject({ side: 'buy', scale: { row: 1 } })
    expect(orders.get(ids[0] ?? '')?.phase).toMatch(/unknown|resolving/)
  })

  it('a lost channel while the disk writes sends no row', async () => {
    const { desk, broker } = await startDesk()
    const disk = pending<null>()
    desk.journal.disk = disk.promise
    const scale = desk.call('order.submitScale', scaleOf())
    await desk.settle()
    broker.lose('orders')
    disk.resolve(null)
    await scale
    expect(broker.sent).toHaveLength(0)
  })

  it('rows with a negative amount do not hide a larger whole', async () => {
    const { desk, broker } = await startDesk()
    const rows = [
      { limitPrice: text('60000'), amount: text('7') },
      { limitPrice: text('59900'), amount: text('-1') },
    ]
    expect(await desk.call('order.submitScale', scaleOf({ rows }))).toMatchObject({ ok: false })
    expect(broker.sent).toHaveLength(0)
  })
})
