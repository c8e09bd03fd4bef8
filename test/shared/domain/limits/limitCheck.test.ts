import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../shared/base/decimal.ts'
import { checkLimits, meaningOfNumber, numberToType } from '../../../../shared/domain/limits/limitCheck.ts'
import type { LimitContext } from '../../../../shared/domain/limits/limitMeasures.ts'
import { MAX_PRICE_AGE } from '../../../../shared/domain/priceAge.ts'
import {
  DEFAULT_RULES,
  limitName,
  limitRules,
  type LimitName,
} from '../../../../shared/domain/limits/limits.ts'
import type { OrderDraft } from '../../../../shared/domain/orders/order.ts'
import { neverRead } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { Side } from '../../../../shared/domain/scalars.ts'
import {
  BTC,
  C1,
  C2,
  ETH,
  NOW,
  contextOf,
  draftOf,
  marketDraft,
  open,
  pairOf,
  ruleOf,
  text,
  walkOf,
} from '../limitStage.ts'

/** How an order comes to exactly `value` under a limit. */
interface Case {
  readonly limit: LimitName
  readonly bound: string
  readonly under: string
  readonly over: string
  readonly order: (value: string) => { draft: OrderDraft; context: LimitContext }
}

const price = (limitPrice: string, more: Partial<OrderDraft> = {}) => ({
  draft: draftOf({ limitPrice: text(limitPrice), ...more }),
  context: contextOf(),
})
const sentBefore = (orders: number, value: string) =>
  contextOf({ sent: () => ({ orders, value: decimal(value) }) })

const ordersOfC2 = (count: number, side: Side) =>
  Array.from({ length: count }, () => ({
    customerCode: C2,
    side,
    amount: text('1'),
    cashAmount: null,
    limitPrice: text('990'),
  }))

/** The value is what the limit measures: one step under and at its bound nothing is found, one step over it is. */
const CASES: readonly Case[] = [
  {
    limit: 'amount',
    bound: '2',
    under: '1.999',
    over: '2.001',
    order: (amount) => ({ draft: draftOf({ amount: text(amount) }), context: contextOf() }),
  },
  {
    limit: 'notional',
    bound: '2000',
    under: '1.999',
    over: '2.001',
    order: (amount) => ({ draft: draftOf({ amount: text(amount) }), context: contextOf() }),
  },
  {
    limit: 'notional',
    bound: '2000',
    under: '1999.99',
    over: '2000.01',
    order: (cash) => ({
      draft: marketDraft({ amount: null, cashAmount: text(cash) }),
      context: contextOf({ walk: walkOf('1001', '1001') }),
    }),
  },
  {
    limit: 'leverage',
    bound: '5',
    under: '4',
    over: '6',
    order: (leverage) => ({ draft: draftOf({ leverage: Number(leverage) }), context: contextOf() }),
  },
  {
    limit: 'leverage',
    bound: '5',
    under: '4',
    over: '6',
    order: (leverage) => ({ draft: draftOf(), context: contextOf({ leverage: decimal(leverage) }) }),
  },
  {
    limit: 'exposure',
    bound: '5000',
    under: '1.999',
    over: '2.001',
    order: (amount) => ({
      draft: draftOf({ amount: text(amount) }),
      context: contextOf({ pairs: [pairOf('1', { buy: open('2'), sell: open('4') })] }),
    }),
  },
  { limit: 'touch', bound: '2', under: '1021.01', over: '1021.03', order: (limit) => price(limit) },
  {
    limit: 'touch',
    bound: '2',
    under: '979.03',
    over: '979.01',
    order: (limit) => price(limit, { side: 'sell' }),
  },
  { limit: 'mark', bound: '2', under: '1019.99', over: '1020.01', order: (limit) => price(limit) },
  {
    limit: 'mark',
    bound: '2',
    under: '980.01',
    over: '979.99',
    order: (limit) => price(limit, { side: 'sell' }),
  },
  { limit: 'away', bound: '2', under: '980.01', over: '979.99', order: (limit) => price(limit) },
  {
    limit: 'trigger',
    bound: '20',
    under: '1199.99',
    over: '1200.01',
    order: (trigger) => ({
      draft: marketDraft({ type: 'stop_loss', triggerPrice: text(trigger) }),
      context: contextOf(),
    }),
  },
  {
    limit: 'trigger',
    bound: '20',
    under: '800.01',
    over: '799.99',
    order: (stop) => ({
      draft: marketDraft({
        type: 'take_profit_stop_loss',
        stopLossPrice: text(stop),
        takeProfitPrice: text('1010'),
      }),
      context: contextOf(),
    }),
  },
  {
    limit: 'slippage',
    bound: '0.5',
    under: '1004.99',
    over: '1005.01',
    order: (average) => ({ draft: marketDraft(), context: contextOf({ walk: walkOf('1000', average) }) }),
  },
  {
    limit: 'duplicates',
    bound: '2',
    under: '1',
    over: '3',
    order: (alike) => ({ draft: draftOf(), context: contextOf({ alike: Number(alike) }) }),
  },
  {
    limit: 'crosses',
    bound: '2',
    under: '1',
    over: '3',
    order: (count) => ({
      draft: draftOf(),
      context: contextOf({ crossed: () => ordersOfC2(Number(count), 'sell') }),
    }),
  },
  {
    limit: 'preference',
    bound: '2',
    under: '1',
    over: '3',
    order: (count) => ({
      draft: draftOf(),
      context: contextOf({
        first: () => ({ count: Number(count), words: '' }),
      }),
    }),
  },
  {
    limit: 'oneSided',
    bound: '2',
    under: '1',
    over: '3',
    order: (count) => ({
      draft: draftOf(),
      context: contextOf({ favored: () => ({ count: Number(count), words: '' }) }),
    }),
  },
  {
    limit: 'ahead',
    bound: '2',
    under: '1',
    over: '3',
    order: (count) => ({
      draft: draftOf(),
      context: contextOf({ passed: () => ordersOfC2(Number(count), 'buy') }),
    }),
  },
  {
    limit: 'ordersInSecond',
    bound: '10',
    under: '8',
    over: '10',
    order: (orders) => ({ draft: draftOf(), context: sentBefore(Number(orders), '0') }),
  },
  {
    limit: 'ordersInMinute',
    bound: '10',
    under: '8',
    over: '10',
    order: (orders) => ({ draft: draftOf(), context: sentBefore(Number(orders), '0') }),
  },
  {
    limit: 'ordersInDay',
    bound: '10',
    under: '8',
    over: '10',
    order: (orders) => ({ draft: draftOf(), context: sentBefore(Number(orders), '0') }),
  },
  {
    limit: 'valueInSecond',
    bound: '5000',
    under: '2999.99',
    over: '3000.01',
    order: (before) => ({ draft: draftOf(), context: sentBefore(1, before) }),
  },
  {
    limit: 'valueInMinute',
    bound: '5000',
    under: '2999.99',
    over: '3000.01',
    order: (before) => ({ draft: draftOf(), context: sentBefore(1, before) }),
  },
  {
    limit: 'valueInDay',
    bound: '5000',
    under: '2999.99',
    over: '3000.01',
    order: (before) => ({ draft: draftOf(), context: sentBefore(1, before) }),
  },
]

/** What lies at the bound: halfway between one step under and one over. */
const between = (under: string, over: string): string => {
  const middle = (Number(under) + Number(over)) / 2
  return String(Number(middle.toFixed(6)))
}

const found = (list: readonly { limit: string; level: string }[]) =>
  list.map(({ limit, level }) => `${level} ${limit}`)

describe('every limit, at its bound and one step to each side', () => {
  it.each(CASES.flatMap((example) => (['block', 'warn'] as const).map((level) => ({ ...example, level }))))(
    '$limit, $level: $under passes, over at $over',
    ({ limit, bound, under, over, order, level }) => {
      const rules = [ruleOf({ [limit]: { [level]: bound } })]
      const findingsAt = (value: string) => {
        const { draft, context } = order(value)
        return checkLimits(draft, rules, context).findings
      }
      expect(findingsAt(under)).toEqual([])
      expect(findingsAt(between(under, over))).toEqual([])
      expect(found(findingsAt(over))).toEqual([`${level} ${limit}`])
    },
  )

  it('has a case for each', () => {
    expect(new Set(CASES.map(({ limit }) => limit))).toEqual(new Set(limitName.options))
  })

  it.each([
    [{}, [C1, BTC], true],
    [{ customerCode: C1 }, [C1, BTC], true],
    [{ customerCode: C2 }, [C1, BTC], false],
    [{ symbol: BTC }, [C2, BTC], true],
    [{ symbol: ETH }, [C2, BTC], false],
    [{ customerCode: C1, symbol: BTC }, [C1, BTC], true],
    [{ customerCode: C1, symbol: ETH }, [C1, BTC], false],
  ] as const)('of %j: holds for %j: %s', (scope, [customerCode, symbol], holds) => {
    const check = checkLimits(
      draftOf({ customerCode, symbol }),
      [ruleOf({ notional: { block: '1' } }, scope)],
      contextOf(),
    )
    expect(check.findings).toHaveLength(holds ? 1 : 0)
  })

  it('the tightest limit that applies decides, and is named', () => {
    const rules = [
      ruleOf({ notional: { block: '1900' } }),
      ruleOf({ notional: { block: '100' } }, { customerCode: C1 }),
      ruleOf({ notional: { block: '1800' } }, { symbol: BTC }),
    ]
    expect(checkLimits(draftOf(), rules, contextOf()).findings).toEqual([
      {
        level: 'block',
        limit: 'notional',
        sentence: 'Notional 2,000 USDC, over the limit of 100 USDC for customer C1042.',
      },
    ])
  })

  it('states the worst breach first: blocks before warnings, then by size', () => {
    const rules = [
      ruleOf({
        amount: { warn: '1' },
        notional: { warn: '10' },
        leverage: { block: '2' },
        touch: { block: '1' },
      }),
    ]
    const draft = draftOf({ limitPrice: text('1100'), leverage: 3 })
    expect(found(checkLimits(draft, rules, contextOf()).findings)).toEqual([
      'block touch',
      'block leverage',
      'warn notional',
      'warn amount',
    ])
  })
})

describe('allowed instruments', () => {
  it('are held for the desk and the customer alike', () => {
    const desk = ruleOf({}, { instruments: [BTC, ETH] })
    const customer = ruleOf({}, { customerCode: C1, instruments: [ETH] })
    expect(checkLimits(draftOf(), [desk], contextOf()).findings).toEqual([])
    expect(found(checkLimits(draftOf(), [desk, customer], contextOf()).findings)).toEqual([
      'block instruments',
    ])
    expect(
      checkLimits(
        draftOf({ customerCode: C2 }),
        [desk, customer],
        contextOf({ pairs: [pairOf('0', { customerCode: C2 })] }),
      ).findings,
    ).toEqual([])
  })
})

describe('without a price', () => {
  const old = NOW - MAX_PRICE_AGE
  const dark = contextOf({
    prices: { bid: decimal('999'), ask: decimal('1001'), touchAt: old, mark: decimal('1000'), markAt: old },
  })

  it('no order passes: without a price, with an old one, or with only the near side of the touch', () => {
    const none = contextOf({ prices: { bid: null, ask: null, touchAt: null, mark: null, markAt: null } })
    const nearOnly = contextOf({
      prices: { bid: decimal('999'), ask: null, touchAt: NOW, mark: null, markAt: null },
    })
    for (const context of [dark, none, nearOnly])
      expect(found(checkLimits(draftOf(), [], context).findings)).toEqual(['block price'])
  })

  it('either the touch or the mark is enough, up to 5 s old', () => {
    const young = old + 1
    expect(
      checkLimits(draftOf(), [], contextOf({ prices: { ...dark.prices, markAt: young } })).findings,
    ).toEqual([])
    expect(
      checkLimits(draftOf(), [], contextOf({ prices: { ...dark.prices, touchAt: young } })).findings,
    ).toEqual([])
  })

  it('a trade-out asks for a typed number instead', () => {
    const context = { ...dark, pairs: [pairOf('2')] }
    const check = checkLimits(draftOf({ side: 'sell' }), [], context)
    expect(found(check.findings)).toEqual(['warn price'])
  })

  it('a market order needs a live book that holds all of it', () => {
    expect(found(checkLimits(marketDraft(), [], contextOf()).findings)).toEqual(['block book'])
    const thin = contextOf({ walk: walkOf('1001', '1001', false) })
    expect(found(checkLimits(marketDraft(), [], thin).findings)).toEqual(['block book'])
    const out = contextOf({ pairs: [pairOf('-2')] })
    expect(found(checkLimits(marketDraft(), [], out).findings)).toEqual(['warn book'])
  })

  it('a position elsewhere that never had a price closes the exposure of its scopes', () => {
    const rules = [ruleOf({ exposure: { block: '100000' } }, { customerCode: C1 })]
    const pairs = [pairOf('0'), pairOf('1', { symbol: ETH, price: null })]
    expect(found(checkLimits(draftOf(), rules, contextOf({ pairs })).findings)).toEqual(['block exposure'])
    const others = [pairOf('0'), pairOf('1', { customerCode: C2, symbol: ETH, price: null })]
    expect(checkLimits(draftOf(), rules, contextOf({ pairs: others })).findings).toEqual([])
  })

  it('an open order of unknown size blocks its scopes, and trading out against it is not free', () => {
    const rules = [ruleOf({ exposure: { block: '100000' } }, { customerCode: C1 })]
    const pairs = [pairOf('0'), pairOf('0', { symbol: ETH, unsized: 1 })]
    expect(checkLimits(draftOf(), rules, contextOf({ pairs })).findings).toMatchObject([
      {
        level: 'block',
        limit: 'exposure',
        sentence: expect.stringMatching(/the size of an open order cannot be read/),
      },
    ])
    const reducing = checkLimits(draftOf(), [], contextOf({ pairs: [pairOf('-5', { unsized: 1 })] }))
    expect(reducing.tradeOut).toBe(false)
  })

  it('a stop limit is held against its trigger, not against the present touch', () => {
    const rules = [ruleOf({ touch: { block: '1' }, mark: { block: '1' } })]
    const stop = (limitPrice: string) =>
      draftOf({ type: 'stop_loss_limit', triggerPrice: text('1100'), limitPrice: text(limitPrice) })
    expect(checkLimits(stop('1111'), rules, contextOf()).findings).toEqual([])
    expect(found(checkLimits(stop('1112'), rules, contextOf()).findings)).toEqual([
      'block touch',
      'block mark',
    ])
  })
})

describe('trading out', () => {
  const tight = [
    ruleOf(
      {
        amount: { block: '0' },
        notional: { block: '0' },
        exposure: { block: '0' },
        ordersInSecond: { block: '0' },
        ordersInMinute: { block: '0' },
        ordersInDay: { block: '0' },
        valueInSecond: { block: '0' },
        valueInMinute: { block: '0' },
        valueInDay: { block: '0' },
      },
      { instruments: [] },
    ),
  ]
  const sell = (amount: string) => draftOf({ side: 'sell', amount: text(amount) })

  it.each([
    ['as large as the position', '2', pairOf('2'), true],
    ['a step larger', '2.001', pairOf('2'), false],
    ['beside a working order that reduces', '1', pairOf('2', { sell: open('1') }), true],
    [
      'that would turn the position together with a working order',
      '1.001',
      pairOf('2', { sell: open('1') }),
      false,
    ],
    [
      'beside a reducing order in cash, of which nobody knows the contracts',
      '1',
      pairOf('2', { sell: open('0', '1') }),
      false,
    ],
    ['of a position that is not certain', '1', pairOf('2', { certain: false }), false],
    ['that adds', '1', pairOf('-2'), false],
    ['from flat', '1', pairOf('0'), false],
  ])('an order %s: %s contracts', (_name, amount, pair, free) => {
    const check = checkLimits(sell(amount), tight, contextOf({ pairs: [pair] }))
    expect(check.tradeOut).toBe(free)
    expect(check.findings.length === 0).toBe(free)
  })

  it('is still held to a sane price and leverage', () => {
    const rules = [ruleOf({ touch: { block: '3' }, leverage: { block: '3' } })]
    const draft = draftOf({ side: 'sell', limitPrice: text('900'), leverage: 5 })
    expect(found(checkLimits(draft, rules, contextOf({ pairs: [pairOf('2')] })).findings).toSorted()).toEqual(
      ['block leverage', 'block touch'],
    )
  })

  it('is warned of slippage and duplicates, not stopped by them', () => {
    const rules = [ruleOf({ slippage: { block: '0.5' }, duplicates: { block: '0' } })]
    const context = contextOf({ pairs: [pairOf('2')], walk: walkOf('1000', '900'), alike: 1 })
    const check = checkLimits(marketDraft({ side: 'sell' }), rules, context)
    expect(found(check.findings)).toEqual(['warn slippage', 'warn duplicates'])
  })
})

describe('an order ahead of or against orders of other customers', () => {
  const rules = [ruleOf({ crosses: { warn: '0' }, ahead: { block: '0' } })]
  const others = { crossed: () => ordersOfC2(1, 'sell'), passed: () => ordersOfC2(2, 'buy') }

  it('names the customer, the amount and the price', () => {
    expect(checkLimits(draftOf(), rules, contextOf(others)).findings).toEqual([
      {
        level: 'block',
        limit: 'ahead',
        sentence:
          'This order goes ahead of the buy of C2007, 1 at 990, and of 1 more order of other customers: the venue may fill this order first. The limit for the desk allows 0 such orders.',
      },
      {
        level: 'warn',
        limit: 'crosses',
        sentence:
          'This order may trade with the sell of C2007, 1 at 990: customers of this desk would trade with each other. The warning for the desk allows 0 such orders.',
      },
    ])
  })

  it('says of how many other customers the orders are not read', () => {
    const asked: string[] = []
    const unread = (besides: string) => {
      asked.push(besides)
      return { lists: [neverRead(C2)], customers: null }
    }
    const { findings } = checkLimits(draftOf(), rules, contextOf({ ...others, unread }))
    expect(findings).toHaveLength(2)
    for (const { sentence } of findings)
      expect(sentence).toMatch(
        /The open orders of 1 other customer are not read whole, so there may be more such orders\.$/,
      )
    expect(new Set(asked)).toEqual(new Set([C1]))
  })

  it('is warned and not stopped where it only reduces a position', () => {
    const context = contextOf({ ...others, pairs: [pairOf('-2')] })
    expect(found(checkLimits(draftOf(), rules, context).findings)).toEqual(['warn ahead', 'warn crosses'])
  })
})

describe('an order whose position is not known for certain', () => {
  it('asks for a typed number and is checked against the known position', () => {
    const pairs = [pairOf('1', { certain: false })]
    const rules = [ruleOf({ exposure: { block: '3000' } })]
    expect(found(checkLimits(draftOf(), rules, contextOf({ pairs })).findings)).toEqual(['warn exposure'])
    const larger = checkLimits(draftOf({ amount: text('2.001') }), rules, contextOf({ pairs }))
    expect(found(larger.findings)).toEqual(['block exposure', 'warn exposure'])
  })
})

describe('the number to type', () => {
  it.each([
    ['1234567', '1235'],
    ['1499.99', '1'],
    ['1500', '2'],
    ['12', '1'],
  ])('of %s USDC is %s', (notional, number) => {
    expect(numberToType(draftOf(), decimal(notional))).toBe(number)
    expect(meaningOfNumber(decimal(notional))).toBe('notional')
  })
  it('is the amount where nobody knows a price', () => {
    expect(numberToType(draftOf({ amount: text('2.5') }), null)).toBe('2.5')
    expect(meaningOfNumber(null)).toBe('amount')
  })
})

describe('the limits before anybody set any', () => {
  it('fit their own schema, and let a usual order pass', () => {
    limitRules.parse(DEFAULT_RULES)
    expect(checkLimits(draftOf(), DEFAULT_RULES, contextOf()).findings).toEqual([])
  })

  it('stop money typed into the field for contracts (Citi 2022)', () => {
    const draft = marketDraft({ amount: text('58000000') })
    const check = checkLimits(draft, DEFAULT_RULES, contextOf({ walk: walkOf('1000', '1000', false) }))
    expect(check.findings.map(({ level, limit }) => `${level} ${limit}`)).toContain('block notional')
  })
})
