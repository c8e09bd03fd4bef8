import { describe, expect, it } from 'vitest'
import { createInstrumentStore } from '../../../../../electron/core/market/instrumentAndTickerStore.ts'
import { createLimitEngine } from '../../../../../electron/core/risk/limits/checkAndCountOrders.ts'
import type { LimitVerdict } from '../../../../../electron/core/risk/limits/limitVerdict.ts'
import { createTradeBook } from '../../../../../electron/core/accounts/tradeBook.ts'
import { unseenIn } from '../../../../../shared/domain/orders/openOrderReading.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { fail, ok, type Result } from '../../../../../shared/base/result.ts'
import type { RecordedText } from '../../../../../electron/core/risk/limits/restoreLimitsOrAskToConfirm.ts'
import type { JournalBody, JournalEntry } from '../../../../../shared/domain/journalEntry.ts'
import { blankTicker } from '../../../../../shared/domain/instrument.ts'
import {
  DEFAULT_RULES,
  type LimitRule,
  type LimitsInForce,
} from '../../../../../shared/domain/limits/limits.ts'
import {
  NO_CHANGES,
  type Order,
  type OrderChanges,
  type OrderDraft,
} from '../../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../../shared/domain/scalars.ts'
import type { Trade } from '../../../../../shared/domain/trade.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import {
  BTC,
  C1,
  C2,
  draftOf,
  marketDraft,
  ruleOf,
  text,
  walkOf,
} from '../../../../shared/domain/limitStage.ts'
import { venueOrder } from '../../../../fakes/core/venueOrder.ts'
import { recentOf } from '../../../../fakes/core/recentOrders.ts'

const INTENT = 'intent-0001'

/** `rules` are version 3, as the journal and its copy in the settings hold them. */
function open(
  rules?: readonly LimitRule[],
  settings = memorySettings(),
  kept: readonly JournalEntry[] = [],
  recorded: RecordedText | null = null,
) {
  const clock = new FakeClock()
  const instruments = createInstrumentStore(clock)
  const trades = createTradeBook()
  trades.setWhole(true)
  const orders: Order[] = []
  const journal: JournalBody[] = []
  const said: string[] = []
  const stage = {
    clock,
    orders,
    trades,
    journal,
    said,
    settings,
    journalAnswer: ok(null) as Result<null, string>,
    walk: walkOf('1001', '1001') as ReturnType<typeof walkOf> | null,
    tellPrices: () =>
      instruments.takeTickers([
        {
          ...blankTicker(BTC, clock.now()),
          lastPrice: text('1000'),
          markPrice: text('1000'),
          bestBid: text('999'),
          bestAsk: text('1001'),
        },
      ]),
  }
  stage.tellPrices()
  const saved = rules ? JSON.stringify({ version: 3, rules, history: [] }) : null
  if (saved !== null) settings.save('core-limits', saved)
  const engine = createLimitEngine({
    clock,
    settings,
    orderStore: { recent: () => recentOf(orders, clock.now()), newest: () => orders },
    trades,
    instruments,
    leverage: () => null,
    dealer: () => null,
    unread: () => unseenIn([]),
    walk: async () => stage.walk,
    who: () => 'dealer',
    journalWriter: {
      note: (body) => void journal.push(body),
      commit: async (body) => {
        journal.push(body)
        return stage.journalAnswer
      },
    },
    earlierEntries: kept,
    recovered: { rules: () => (saved === null ? recorded : { version: 3, json: saved }) },
    besides: () => null,
    startingLimits: DEFAULT_RULES,
    say: (sentence) => said.push(sentence),
    report: () => undefined,
    hold: () => null,
    isApproved: () => false,
  })
  const desk = {
    ...engine,
    check: async (intentId: string, draft: OrderDraft, typed: string | null, confirmed = false) =>
      engine.check(intentId, draft, { typed, walk: await engine.walk(draft), confirmed }),
  }
  const limits = (): LimitsInForce => {
    let now: LimitsInForce | undefined
    desk.topic
      .source(
        null,
        { snapshot: (item) => (now = item), delta: () => {}, end: () => {} },
        { windowId: 'w', allows: () => true },
      )
      .close()
    if (!now) throw new Error('the topic has no snapshot')
    return now
  }
  return { ...stage, stage, desk, limits }
}

const boughtTwo: Trade = {
  code: 't',
  customerCode: C1,
  type: 'trade',
  symbol: BTC,
  referenceId: null,
  side: 'buy',
  price: text('1000'),
  amount: text('2'),
  quote: null,
  fee: null,
  realisedPnl: null,
  liquidity: null,
  createdAt: 1,
}

const orderOf = (more: Partial<Order> = {}): Order => venueOrder(draftOf(), 'ref', 1, more)

const kinds = (verdict: LimitVerdict) =>
  verdict.kind === 'pass' || verdict.kind === 'held'
    ? verdict.kind
    : `${verdict.kind} ${verdict.findings.map(({ limit }) => limit).join(' ')}`

describe('a warning', () => {
  const rules = [ruleOf({ notional: { warn: '1000', block: '5000' } })]

  it('passes with its number, which the decision records', async () => {
    const { desk } = open(rules)
    const warned = await desk.check(INTENT, draftOf(), null)
    expect(warned).toMatchObject({ kind: 'warn', type: '2', means: 'notional', version: 3 })
    const passed = await desk.check(INTENT, draftOf(), '2')
    expect(passed).toMatchObject({
      kind: 'pass',
      decision: { version: 3, typed: '2', findings: [{ level: 'warn', limit: 'notional' }] },
    })
  })

  it.each([
    ['no number', null],
    ['another number', '3'],
    ['no number at all', 'yes'],
    ['nothing', ''],
  ])('is repeated for %s', async (_name, typed) => {
    const { desk } = open(rules)
    await desk.check(INTENT, draftOf(), null)
    expect(kinds(await desk.check(INTENT, draftOf(), typed))).toBe('warn notional')
  })

  it('does not take an unrequested number, a number of another order, or a late number', async () => {
    const { desk, clock, stage } = open(rules)
    expect(kinds(await desk.check(INTENT, draftOf(), '2'))).toBe('warn notional')
    expect(kinds(await desk.check('intent-0002', draftOf(), '2'))).toBe('warn notional')
    clock.advance(60_000)
    stage.tellPrices()
    expect(kinds(await desk.check(INTENT, draftOf(), '2'))).toBe('warn notional')
  })

  it('reads thousands set apart', async () => {
    const { desk } = open([ruleOf({ notional: { warn: '1000' } })])
    const draft = draftOf({ amount: text('2000') })
    expect(await desk.check(INTENT, draft, null)).toMatchObject({ type: '2000' })
    expect((await desk.check(INTENT, draft, '2,000')).kind).toBe('pass')
  })

  it('is repeated when another finding arises meanwhile', async () => {
    const { desk } = open([ruleOf({ notional: { warn: '1000' }, duplicates: { warn: '0' } })])
    await desk.check(INTENT, draftOf(), null)
    await desk.check('intent-0002', draftOf(), null)
    await desk.check('intent-0002', draftOf(), '2')
    expect(kinds(await desk.check(INTENT, draftOf(), '2'))).toBe('warn notional duplicates')
  })

  it('has at most three lines, worst first', async () => {
    const { desk } = open([
      ruleOf({
        amount: { warn: '1' },
        notional: { warn: '1' },
        leverage: { warn: '1' },
        touch: { warn: '1' },
      }),
    ])
    const verdict = await desk.check(INTENT, draftOf({ leverage: 3, limitPrice: text('1020') }), null)
    expect(kinds(verdict)).toBe('warn notional leverage amount')
  })

  it('names the customer whose order this one may trade with, and lets it pass with the number', async () => {
    const { desk, orders } = open([ruleOf({ crosses: { warn: '0' } })])
    const theirs = draftOf({ customerCode: C2, side: 'sell', limitPrice: text('1000') })
    orders.push(venueOrder(theirs, 'theirs', 0))
    const mine = draftOf({ limitPrice: text('1000') })
    const asked = await desk.check(INTENT, mine, null)
    expect(asked).toMatchObject({
      kind: 'warn',
      findings: [
        {
          limit: 'crosses',
          sentence: expect.stringMatching(
            new RegExp(
              `with the sell of ${C2}, 2 at 1,000: .* The warning for the desk allows 0 such orders`,
            ),
          ),
        },
      ],
    })
    const type = asked.kind === 'warn' ? asked.type : null
    // A window that claims to have shown a warning that the core never gave is not believed.
    expect((await desk.check('intent-0002', mine, type)).kind).toBe('warn')
    expect(await desk.check(INTENT, mine, type)).toMatchObject({
      kind: 'pass',
      decision: { typed: type, findings: [{ limit: 'crosses' }] },
    })
  })

  it('does not stop a confirmed trade-out, and stops an order that only claims to be one', async () => {
    const { desk, trades, stage } = open([ruleOf({ slippage: { warn: '0' } })])
    stage.walk = walkOf('1000', '990')
    const sell = marketDraft({ side: 'sell' })
    expect(kinds(await desk.check(INTENT, sell, null, true))).toBe('warn slippage')
    trades.take([boughtTwo])
    expect(await desk.check(INTENT, sell, null, true)).toMatchObject({
      kind: 'pass',
      decision: { typed: null, findings: [{ limit: 'slippage' }] },
    })
  })

  it('is in the journal each time it was not answered', async () => {
    const { desk, journal } = open(rules)
    await desk.check(INTENT, draftOf(), null)
    await desk.check(INTENT, draftOf(), '99')
    await desk.check(INTENT, draftOf(), '2')
    expect(journal).toHaveLength(2)
    expect(journal[0]).toMatchObject({
      type: 'limit',
      customerCode: C1,
      intentId: INTENT,
      version: 3,
      findings: [{ level: 'warn', limit: 'notional' }],
      what: 'buy 2 BTCUSDC_PERP limit @ 1000',
    })
  })
})

describe('a block', () => {
  it('is overridden by no number and is journaled', async () => {
    const { desk, journal } = open([ruleOf({ notional: { block: '1000' } })])
    for (const typed of [null, '2', '1000', 'yes'])
      expect(kinds(await desk.check(INTENT, draftOf(), typed))).toBe('block notional')
    expect(journal).toHaveLength(4)
  })

  it('is reported without the warnings beside it', async () => {
    const { desk } = open([ruleOf({ notional: { block: '1000' }, amount: { warn: '1' } })])
    expect(kinds(await desk.check(INTENT, draftOf(), null))).toBe('block notional')
  })

  it('counts an order of unknown status at full size, and a dead order no more', async () => {
    const { desk, orders } = open([ruleOf({ exposure: { block: '3000' } })])
    const unknown = orderOf({ phase: 'unknown', status: null })
    orders.push(unknown)
    expect(kinds(await desk.check(INTENT, draftOf(), null))).toBe('block exposure')
    orders[0] = { ...unknown, phase: 'dead' }
    expect((await desk.check(INTENT, draftOf(), null)).kind).toBe('pass')
  })

  it('of a market order comes from the current book', async () => {
    const { desk, stage } = open([ruleOf({ slippage: { block: '0.5' } })])
    expect((await desk.check(INTENT, marketDraft(), null)).kind).toBe('pass')
    stage.walk = walkOf('1001', '1010')
    expect(kinds(await desk.check(INTENT, marketDraft(), null))).toBe('block slippage')
    stage.walk = null
    expect(kinds(await desk.check(INTENT, marketDraft(), null))).toBe('block book')
  })

  it('comes when prices stop, and goes when they come back', async () => {
    const { desk, clock, stage } = open([ruleOf({})])
    clock.advance(5_000)
    expect(kinds(await desk.check(INTENT, draftOf(), null))).toBe('block price')
    stage.tellPrices()
    expect((await desk.check(INTENT, draftOf(), null)).kind).toBe('pass')
  })
})

describe('slicing', () => {
  it('does not evade the value and the count of a window', async () => {
    const { desk, clock, stage } = open([
      ruleOf({ valueInMinute: { block: '5000' }, ordersInSecond: { block: '2' } }),
    ])
    const send = async (n: number) => {
      return kinds(await desk.check(`intent-${n}`, draftOf({ amount: text('1') }), null))
    }
    expect([await send(1), await send(2), await send(3)]).toEqual(['pass', 'pass', 'block ordersInSecond'])
    clock.advance(1_000)
    expect([await send(4), await send(5)]).toEqual(['pass', 'pass'])
    clock.advance(1_000)
    expect([await send(6), await send(7)]).toEqual(['pass', 'block valueInMinute'])
    clock.advance(58_000)
    stage.tellPrices()
    expect(await send(8)).toBe('pass')
  })
})

describe('a change of an order', () => {
  const rules = [ruleOf({ exposure: { block: '5000' }, notional: { warn: '3500' } })]
  const changesOf = (more: Partial<OrderChanges>): OrderChanges => ({ ...NO_CHANGES, ...more })

  it('is checked in place of the order, not in addition to it', () => {
    const { desk, orders } = open(rules)
    const order = orderOf()
    orders.push(order)
    expect(desk.refusesAmend(order, changesOf({ amount: text('3') }))).toBe(null)
    expect(desk.refusesAmend(order, changesOf({ amount: text('5.001') }))).toBe(
      'Open exposure 5,001 USDC, over the limit of 5,000 USDC for the desk.',
    )
  })

  it('that would warn needs a cancel and a new order', () => {
    const { desk, orders } = open(rules)
    const order = orderOf()
    orders.push(order)
    expect(desk.refusesAmend(order, changesOf({ amount: text('4') }))).toBe(
      'Notional 4,000 USDC, over the warning of 3,500 USDC for the desk. A warning cannot be confirmed on an amend: cancel the order and send a new one.',
    )
  })

  it('counts as the larger of both until the venue shows it', async () => {
    const { desk, orders } = open(rules)
    const order = orderOf()
    orders.push(order)
    desk.refusesAmend(order, changesOf({ amount: text('3') }))
    orders[0] = { ...order, pending: 'amend', askedAmount: text('3') }
    expect(kinds(await desk.check(INTENT, draftOf({ amount: text('2.001') }), null))).toBe('block exposure')
    // Not confirmed in time: the venue may still carry it out.
    orders[0] = { ...order, pending: null, unconfirmed: ['amend'], askedAmount: text('3') }
    expect(kinds(await desk.check(INTENT, draftOf({ amount: text('2.001') }), null))).toBe('block exposure')
    orders[0] = { ...order, pending: null }
    expect((await desk.check(INTENT, draftOf({ amount: text('3') }), null)).kind).toBe('pass')
  })
})

describe('orders of earlier runs', () => {
  it('count in the windows of today: a restart opens no new one', async () => {
    const clock = new FakeClock()
    const intent = (at: number): JournalEntry => ({
      at,
      whose: 'paper',
      body: {
        type: 'order',
        customerCode: C1,
        referenceId: 'ref' as ReferenceId,
        event: {
          kind: 'intent',
          at,
          intentId: INTENT,
          draft: draftOf({ amount: text('1') }),
          check: { version: 1, findings: [], typed: null, notional: text('1000') },
        },
      },
    })
    const rules = [ruleOf({ ordersInDay: { block: '2' }, valueInDay: { block: '4000' } })]
    const day = 86_400_000
    const yesterday = open(rules, undefined, [intent(clock.now() - day)])
    expect((await yesterday.desk.check(INTENT, draftOf(), null)).kind).toBe('pass')
    const today = open(rules, undefined, [intent(clock.now() - day + 1), intent(clock.now() - 5)])
    expect(kinds(await today.desk.check(INTENT, draftOf(), null))).toBe('block ordersInDay')
    const value = open(rules, undefined, [intent(clock.now() - 5)])
    expect(kinds(await value.desk.check(INTENT, draftOf({ amount: text('3.1') }), null))).toBe(
      'block valueInDay',
    )
  })
})

describe('saving', () => {
  const tight = [ruleOf({ notional: { block: '1000' } })]
  const save = (
    desk: ReturnType<typeof open>['desk'],
    baseVersion: number,
    rules: LimitRule[],
    typed: string | null = null,
  ) => desk.save({ baseVersion, rules, typed, unconfirmed: null })

  it('puts limits in force under the next version, journals them and shows every window', async () => {
    const { desk, limits, journal, settings, clock } = open()
    expect(limits()).toMatchObject({ version: 0, rules: DEFAULT_RULES, history: [] })
    const rules = [...DEFAULT_RULES, ruleOf({ notional: { block: '500' } }, { customerCode: C2 })]
    expect(await save(desk, 0, rules)).toEqual(ok({ version: 1 }))
    expect(limits()).toMatchObject({
      version: 1,
      rules,
      history: [
        {
          version: 1,
          at: clock.now(),
          by: 'dealer',
          changes: [{ limit: 'notional', from: null, to: '500', loosens: false }],
        },
      ],
    })
    expect(journal).toMatchObject([{ type: 'rules', name: 'limits', version: 1 }])
    expect(kinds(await desk.check(INTENT, draftOf({ customerCode: C2 }), null))).toBe('block notional')
    expect((await desk.check(INTENT, draftOf(), null)).kind).toBe('pass')
    // The next run begins with them.
    const [entry] = journal.flatMap((body) => (body.type === 'rules' ? [body] : []))
    const next = open(undefined, settings, [], entry ?? null)
    expect(next.limits()).toMatchObject({ version: 1, rules, unconfirmed: null })
    expect(next.said).toEqual([])
    // A new segment of the journal begins with them too.
    const [carried] = next.desk.carried()
    expect(open(undefined, settings, [], carried as RecordedText).limits()).toMatchObject({
      version: 1,
      rules,
      unconfirmed: null,
    })
  })

  it('refuses to overwrite limits that another window saved meanwhile', async () => {
    const { desk, limits } = open(tight)
    await save(desk, 3, [ruleOf({ notional: { block: '900' } })])
    const late = await save(desk, 3, [ruleOf({ notional: { block: '800' } })])
    expect(late).toMatchObject({ ok: false, failure: { kind: 'refused', field: 'baseVersion' } })
    expect(late.ok ? '' : late.failure.message).toContain('by dealer: version 4')
    expect(limits().rules[0]?.bounds.notional?.block).toBe('900')
  })

  it('loosens a block only with the word it asks for', async () => {
    const { desk, limits } = open(tight)
    const looser = [ruleOf({ notional: { block: '25000' } })]
    const refused = await save(desk, 3, looser)
    expect(refused).toMatchObject({ ok: false, failure: { field: 'typed' } })
    expect(refused.ok ? '' : refused.failure.message).toBe(
      'This loosens a hard limit: the desk: Notional, block: 1,000 USDC → 25,000 USDC (looser). Type 25000 to confirm.',
    )
    expect((await save(desk, 3, looser, '2500')).ok).toBe(false)
    expect(limits().version).toBe(3)
    expect((await save(desk, 3, looser, '25000')).ok).toBe(true)
    expect(limits().history[0]?.changes[0]).toMatchObject({ loosens: true })
  })

  it('puts no limits in force that the journal does not take', async () => {
    const { desk, stage, limits } = open(tight)
    stage.journalAnswer = fail('the disk is full')
    expect(await save(desk, 3, [ruleOf({ notional: { block: '900' } })])).toMatchObject({ ok: false })
    expect(limits().version).toBe(3)
  })

  it('changes nothing where nothing changed', async () => {
    const { desk, journal } = open(tight)
    expect(await save(desk, 3, structuredClone(tight))).toEqual(ok({ version: 3 }))
    expect(journal).toEqual([])
  })
})

/** An entry that an earlier version of Openpit wrote: the rules without their history. */
const EARLIER_ENTRY = { by: 'dealer', changes: [] }

describe('limits after a restart', () => {
  const tight = [ruleOf({ notional: { block: '1000' } })]
  const looser = [ruleOf({ notional: { block: '1000000' } })]
  const set = (version: number, rules: readonly LimitRule[]) =>
    JSON.stringify({ version, rules, history: [] })
  const recorded: RecordedText = { version: 3, json: set(3, tight) }

  it.each<[copy: string, text: string | null, says: string]>([
    ['deleted', null, 'its copy in the settings is missing'],
    ['emptied', '', 'cannot be read'],
    ['no JSON', 'nonsense', 'cannot be read'],
    ['of another shape', '{"version":7}', 'cannot be read'],
    ['loosened', set(3, looser), 'was changed outside of Openpit'],
    ['an older one', set(2, looser), 'the settings hold version 2'],
    ['a newer one', set(4, looser), 'the settings hold version 4'],
  ])(
    'are those of the journal; with a copy that is %s nothing adds risk until a dealer confirms',
    async (_, copy, says) => {
      const settings = memorySettings()
      if (copy !== null) settings.save('core-limits', copy)
      const { desk, limits, trades, said } = open(undefined, settings, [], recorded)
      expect(limits()).toMatchObject({ version: 3, rules: tight })
      expect(said.join()).toContain(says)
      expect(kinds(await desk.check(INTENT, draftOf(), null))).toMatch(/^block unconfirmed/)
      trades.take([boughtTwo])
      expect((await desk.check(INTENT, draftOf({ side: 'sell' }), null)).kind).toBe('pass')

      // Neither a restart nor a save without the word proves anything.
      expect(open(undefined, settings, [], recorded).limits().unconfirmed).toContain(says)
      const { unconfirmed } = limits()
      const unread = { baseVersion: 3, rules: tight, typed: 'confirm', unconfirmed: null }
      expect(await desk.save(unread)).toMatchObject({ failure: { field: 'unconfirmed' } })
      const confirm = { ...unread, unconfirmed }
      expect(await desk.save({ ...confirm, typed: null })).toMatchObject({
        failure: { field: 'typed', message: 'Type confirm to put these limits in force.' },
      })
      expect(await desk.save(confirm)).toEqual(ok({ version: 4 }))
      expect(limits()).toMatchObject({ version: 4, rules: tight, unconfirmed: null })
      const buy = draftOf({ amount: text('0.5') })
      expect((await desk.check(INTENT, buy, null)).kind).toBe('pass')
      expect(kinds(await desk.check(INTENT, draftOf({ amount: text('100') }), null))).toContain(
        'block notional',
      )
    },
  )

  it('are read from an entry that holds the rules without their history', () => {
    const settings = memorySettings({ 'core-limits': set(3, tight) })
    const json = JSON.stringify({ ...EARLIER_ENTRY, rules: tight })
    expect(open(undefined, settings, [], { version: 3, json }).limits()).toMatchObject({
      version: 3,
      rules: tight,
      unconfirmed: null,
    })
  })

  it('count whole where a change of their history cannot be read, and the change keeps its words', () => {
    const bad = {
      scope: { customerCode: null, symbol: null },
      limit: 'notional',
      level: 'block',
      from: 'ten',
      to: null,
      loosens: true,
    }
    const history = [{ version: 3, at: 1, by: 'dealer', changes: [bad] }]
    const json = JSON.stringify({ version: 3, rules: tight, history })
    const settings = memorySettings({ 'core-limits': json })
    expect(open(undefined, settings, [], { version: 3, json }).limits()).toEqual({
      version: 3,
      rules: tight,
      history: [{ ...history[0], changes: [{ unread: JSON.stringify(bad) }] }],
      unconfirmed: null,
    })
  })

  it('block new risk where only the settings hold them, or the journal’s are unreadable', () => {
    const settings = memorySettings({ 'core-limits': set(3, tight) })
    const lost = open(undefined, settings)
    expect(lost.limits()).toMatchObject({ version: 3, rules: tight })
    expect(lost.limits().unconfirmed).toContain('No limits could be read from the order journal')
    expect(lost.desk.carried()).toEqual([{ type: 'sends', since: null, sends: [] }])

    const nonsense: RecordedText = { version: 5, json: '[]' }
    const unread = open(undefined, settings, [], nonsense)
    expect(unread.limits()).toMatchObject({ version: 5, rules: DEFAULT_RULES })
    expect(unread.limits().unconfirmed).toContain('cannot be read')
    // What the journal held is not lost with its segment.
    expect(unread.desk.carried()[0]).toEqual({ type: 'rules', name: 'limits', ...nonsense })
  })
})

it('a live order without a readable size counts as any size', async () => {
  const { desk, orders } = open([ruleOf({ exposure: { block: '1000000' } })])
  expect(kinds(await desk.check(INTENT, draftOf(), null))).toBe('pass')
  orders.push(orderOf({ amount: null }))
  expect(kinds(await desk.check(INTENT, draftOf(), null))).toBe('block exposure')
})
