import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeLine } from '../../../renderer/commandline/grammar/completion.ts'
import {
  readLine,
  type LineContext,
  type LineReading,
} from '../../../renderer/commandline/grammar/grammar.ts'
import { readStatements } from '../../../renderer/commandline/grammar/statements.ts'
import { orderProblems } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { Market } from '../../../renderer/format/agedPrices.ts'
import { NOW, customerOf, tickerOf } from '../../fakes/window/scriptedCore.ts'
import { lineContext as context, tickers } from './lineContext.ts'

const nobody: LineContext = { ...context, customer: null, instrument: null, selected: null }

describe('orders', () => {
  it.each([
    [
      '1',
      'C1042 b 2.5 btc @62150 x5',
      {
        customerCode: 'C1042',
        symbol: 'BTCUSDC_PERP',
        side: 'buy',
        type: 'limit',
        amount: '2.5',
        cashAmount: null,
        limitPrice: '62150',
        timeInForce: 'GTC',
        leverage: 5,
      },
    ],
    [
      '2',
      '# s 0.4 btc m',
      {
        customerCode: 'C1042',
        side: 'sell',
        type: 'market',
        amount: '0.4',
        limitPrice: null,
        timeInForce: null,
        leverage: null,
      },
    ],
    ['3', 'C1042 b $25k btc m', { type: 'market', amount: null, cashAmount: '25000', timeInForce: 'IOC' }],
    [
      '4',
      'C2007 b 40k$ eth @3120',
      {
        customerCode: 'C2007',
        symbol: 'ETHUSDC_PERP',
        type: 'limit',
        cashAmount: '40000',
        limitPrice: '3120',
        timeInForce: 'IOC',
      },
    ],
    ['5', '# b 1 btc bid+1t fok', { limitPrice: '62148.5', timeInForce: 'FOK', amount: '1' }],
    [
      '6',
      '# s 2.5 btc stop 60500',
      {
        type: 'stop_loss',
        triggerPrice: '60500',
        limitPrice: null,
        triggerPriceType: 'trade_price',
        amount: '2.5',
        timeInForce: null,
      },
    ],
    [
      '7',
      '# s 2.5 btc stop 60500 @60420',
      {
        type: 'stop_loss_limit',
        triggerPrice: '60500',
        limitPrice: '60420',
        triggerPriceType: 'trade_price',
      },
    ],
    ['8', '# s 1 btc tp 66000', { type: 'take_profit', triggerPrice: '66000', limitPrice: null }],
    [
      '9',
      '# s 1 btc tp 66000 @65980 gtc',
      { type: 'take_profit_limit', triggerPrice: '66000', limitPrice: '65980', timeInForce: 'GTC' },
    ],
    [
      '10',
      '# b pos btc oco 60500/66000',
      {
        type: 'take_profit_stop_loss',
        amount: '2.5',
        takeProfitPrice: '60500',
        stopLossPrice: '66000',
        triggerPriceType: 'mark_price',
        timeInForce: null,
      },
    ],
    ['half of the position', '# b 50%p btc m', { type: 'market', amount: '1.25' }],
    ['a third, in whole lots', '# b 33.33%p btc m', { amount: '0.833' }],
    ['a stop with leverage', '# s 1 btc stop 60,500 x5', { triggerPrice: '60500', leverage: 5 }],
    ['ask less a percent', '# s 1 btc ask-1%', { limitPrice: '61529' }],
    ['mid on the grid', '# b 1 btc mid', { limitPrice: '62149.5' }],
    [
      'whole symbol, words, dot',
      '# BUY 1,000 . 3118.4',
      { symbol: 'ETHUSDC_PERP', amount: '1000', limitPrice: '3118.4' },
    ],
    ['not case-sensitive', 'c1042 B 2 BTC M IOC', { customerCode: 'C1042', timeInForce: 'IOC' }],
  ])('%s: %s', (_name, line, fields) => {
    const reading = readLine(line, context)
    expect(reading).toMatchObject({ kind: 'order', draft: fields })
    expect(reading.kind === 'order' ? orderProblems(reading.draft) : ['no order']).toEqual([])
  })

  it('stat shows the state of the desk and takes nothing behind it', () => {
    expect(readLine('stat', context)).toEqual({ kind: 'stat' })
    expect(readLine('stat now', context)).toMatchObject({ kind: 'bad', start: 5, end: 8 })
  })

  it('19: cancels, and flat', () => {
    expect(readLine('cx # btc b', context)).toEqual({
      kind: 'cancelAll',
      customerCode: 'C1042',
      symbol: 'BTCUSDC_PERP',
      side: 'buy',
    })
    expect(readLine('cx C1042', context)).toEqual({
      kind: 'cancelAll',
      customerCode: 'C1042',
      symbol: null,
      side: null,
    })
    expect(readLine('flat C2007 eth', context)).toEqual({
      kind: 'flatten',
      customerCode: 'C2007',
      symbol: 'ETHUSDC_PERP',
    })
    expect(readLine('help', context)).toEqual({ kind: 'help', about: null })
  })
})

describe('amends and panels', () => {
  it.each([
    ['18', 'am sel px 62155', { limitPrice: '62155', amount: null }],
    ['18', 'am sel qty 1.5', { amount: '1.5', limitPrice: null }],
    ['by ticks', 'am sel -3t', { limitPrice: '61998.5' }],
    ['by a place in the market', 'am sel px bid', { limitPrice: '62148' }],
    ['a combo’s amount', 'am combo qty 2', { amount: '2', takeProfitPrice: null }],
  ])('%s: %s', (_name, line, changes) =>
    expect(readLine(line, context)).toMatchObject({ kind: 'amend', changes }),
  )

  it('a missing selection is reported, and a half line states what comes next', () => {
    expect(readLine('am sel px 1', nobody)).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining('F7') as string,
    })
    expect(readLine('am sel px', context)).toEqual({ kind: 'unfinished', next: 'new price' })
    expect(readLine('fee', context)).toEqual({ kind: 'unfinished', next: 'customer or #' })
  })

  it.each([
    ['fee C1042', 'fees', 'C1042'],
    ['lev #', 'margin', 'C1042'],
    ['coll c2007', 'collateral', 'C2007'],
    ['ledger', 'ledger', null],
    ['ledger C2007', 'ledger', 'C2007'],
    ['instruments', 'instruments', null],
    ['WEBHOOKS', 'webhooks', null],
    ['venue', 'venue', null],
  ])('%s opens', (line, panel, customerCode) =>
    expect(readLine(line, context)).toEqual({ kind: 'open', panel, customerCode, symbol: null }),
  )

  it.each([
    ['ord C1042 btc', 'orders', 'C1042', 'BTCUSDC_PERP'],
    ['ord btc', 'orders', null, 'BTCUSDC_PERP'],
    ['pos .', 'positions', null, 'ETHUSDC_PERP'],
    ['fills # ethusdc_perp', 'trades', 'C1042', 'ETHUSDC_PERP'],
    ['pos', 'positions', null, null],
  ])('%s opens, narrowed to its instrument', (line, panel, customerCode, symbol) =>
    expect(readLine(line, context)).toEqual({ kind: 'open', panel, customerCode, symbol }),
  )
})

describe('a panel about a group', () => {
  const grouped: LineContext = {
    ...context,
    customers: context.customers.map((customer) => ({ ...customer, group: 'Macro' })),
  }
  it.each([
    ['rebalance', {}],
    ['rebalance @macro', { group: 'Macro' }],
  ])('%s opens', (line, more) =>
    expect(readLine(line, grouped)).toEqual({
      kind: 'open',
      panel: 'rebalance',
      customerCode: null,
      symbol: null,
      ...more,
    }),
  )

  it.each([
    ['rebalance C1042', 'C1042', 'a group begins with @, such as @macro'],
    ['rebalance @other', '@other', 'no customer is in a group "other"'],
    ['rebalance @macro btc', 'btc', 'nothing goes after the group'],
  ])('%s is refused under the wrong word', (line, word, reason) => {
    const reading = readLine(line, grouped)
    expect(reading).toMatchObject({ kind: 'bad', start: line.indexOf(word), reason })
  })

  it('Tab completes its group', () => expect(completeLine('rebalance @m', grouped)).toBe('rebalance @Macro '))
})

describe('price words on a market that is not fresh', () => {
  const market = (more: Partial<Market>): LineContext => ({
    ...context,
    marketOf: (symbol) => ({ ticker: tickers.get(symbol), book: 'live', now: NOW, ...more }),
  })

  it.each(['bid', '@ask', 'mid', 'last', 'bid+1t', 'ask-1%', '@last+10'])(
    '%s is refused from 5 s on, with its age and what to type',
    (word) => {
      const name = /[a-z]+/.exec(word)?.[0] ?? ''
      for (const line of [`# b 1 btc ${word}`, `am sel px ${word}`]) {
        expect(readLine(line, market({ now: NOW + 4_999 })).kind).not.toBe('bad')
        const old = readLine(line, market({ now: NOW + 12_400 }))
        expect(old).toMatchObject({
          kind: 'bad',
          reason: `${name} of BTCUSDC_PERP is 12 s old; type a price`,
          offer: null,
        })
        expect(old.kind === 'bad' && line.slice(old.start, old.end)).toBe(word)
      }
    },
  )

  it.each([
    ['suspect', 'is in doubt or silent'],
    ['down', 'is without a stream'],
    ['connecting', 'is not there yet'],
    ['failed', 'is refused by the venue'],
  ] as const)('a book that is %s refuses every word, however young its price is', (book, words) => {
    for (const word of ['bid', 'ask', 'mid', 'last'])
      expect(readLine(`# b 1 btc ${word}`, market({ book, now: NOW + 1_000 }))).toMatchObject({
        kind: 'bad',
        reason: `the book of BTCUSDC_PERP ${words}, and ${word} is 1 s old; type a price`,
      })
  })

  it('a trade that arrives while the book is in doubt makes no old bid young', () => {
    const ticker = { ...tickerOf('BTCUSDC_PERP', '62148', '62150.5'), receivedAt: NOW + 30_000 }
    const reading = readLine('# b 1 btc bid', market({ ticker, book: 'suspect', now: NOW + 30_000 }))
    expect(reading).toMatchObject({
      reason: 'the book of BTCUSDC_PERP is in doubt or silent, and bid is 30 s old; type a price',
    })
  })

  it('last goes by the time of its trade, and is refused where that is not known', () => {
    const ticker = { ...tickerOf('BTCUSDC_PERP', '62148', '62150.5'), receivedAt: NOW + 30_000 }
    const read = (lastAt: number | null) =>
      readLine('# b 1 btc last', market({ ticker: { ...ticker, lastAt }, now: NOW + 30_000 }))
    expect(read(NOW + 29_000).kind).toBe('order')
    expect(read(NOW)).toMatchObject({ reason: 'last of BTCUSDC_PERP is 30 s old; type a price' })
    expect(read(null)).toMatchObject({ reason: 'last of BTCUSDC_PERP is of unknown age; type a price' })
  })

  it('a typed price and a market order need no fresh market', () => {
    const old = market({ now: NOW + 60_000, book: 'down' })
    expect(readLine('# b 1 btc @62150', old)).toMatchObject({ kind: 'order' })
    expect(readLine('# b 1 btc m', old)).toMatchObject({ kind: 'order' })
  })

  it('a line of too much money is refused on a price of any age', () => {
    expect(readLine('C1042 b 58m btc m', market({ now: NOW + 60_000 }))).toMatchObject({
      reason: expect.stringContaining('for money write $58m') as string,
    })
  })
})

describe('refusals stand under the first bad word', () => {
  it.each([
    ['C1042 b 2.5 btc @62150 x11', 'x11', 'leverage 11 is not accepted (1–13, not 11)'],
    ['C1042 b 58m btc m', '58m', 'for money write $58m'],
    ['C2007 b 40k$ eth @3120 gtc', 'gtc', 'cash orders are IOC only'],
    ['C1042 b $25k btc m fok', 'fok', 'cash orders are IOC only'],
    ['C9 b 1 btc m', 'C9', 'is no customer of this desk'],
    ['C1042 hold 1 btc m', 'hold', 'b or s'],
    ['C1042 b many btc m', 'many', 'is not a number'],
    ['C1042 b 0 btc m', '0', 'must be above 0'],
    ['C1042 b 1,5 btc m', '1,5', 'is not a number'],
    ['C1042 b 1 doge m', 'doge', 'is no instrument'],
    ['C1042 b 1 btc gtc', 'gtc', 'price or m comes first'],
    ['C1042 b 1 btc nine', 'nine', 'is not a number'],
    ['C1042 b $1k btc stop 60500', '$1k', 'market and limit orders only'],
    ['C1042 b 1 btc stop soon', 'soon', 'is not a number'],
    ['C1042 b 1 btc stop 60500 @soon', '@soon', 'is not a number'],
    ['C1042 b 1 btc tp 0', '0', 'above 0'],
    ['C1042 b 1 btc oco 66000', '66000', '66000/60500'],
    ['C1042 b 1 btc oco 1/2/3', '1/2/3', '66000/60500'],
    ['C1042 b 1 btc oco 66000/', '66000/', 'is not a number'],
    ['C1042 b 1 btc stop 60500', '60500', 'triggers this BUY at once: the last trade is 62,148.0'],
    ['C1042 s 1 btc tp 60500 @60400', '60500', 'triggers this SELL at once'],
    [
      'C1042 b 0.5 btc oco 66000/60500',
      '66000/60500',
      'the take profit is 66,000.0 and the stop loss is 60,500.0',
    ],
    [
      'C1042 b 0.5 btc oco 60500/61000',
      '60500/61000',
      'The stop-loss price 61,000.0 triggers this BUY at once',
    ],
    ['C1042 b pos eth m', 'pos', 'C1042 is flat in ETHUSDC_PERP'],
    ['C2007 b pos btc m', 'pos', 'not known'],
    ['C1042 b 101%p btc m', '101%p', '1%p to 100%p'],
    ['C1042 b 0.00001%p btc m', '0.00001%p', 'less than one lot'],
    ['C1042 b 1 btc @62150 then oco 60000/60500', '60000/60500', 'would close the position at once'],
    ['C1042 b 1 btc @62150 then stop 62200', '62200', 'must be below that price'],
    ['C1042 b 1 btc @62150 then oco 66000', '66000', 'take profit/stop loss'],
    ['C1042 b 1 btc @62150 then 66000 1', '66000', 'after then comes oco TP/SL'],
    ['C1042 b 1 btc @62150 then stop 60500 then tp 66000', 'then', 'an order has one bracket'],
    ['C1042 b 1 btc @62150 then stop 60500.13', '60500.13', 'not a multiple of the tick'],
    ['am v9 px 1', 'v9', 'is no live order'],
    ['am twice px 1', 'twice', '2 customers have an order'],
    ['am combo px 1', 'px', 'two prices'],
    ['am sel size 1', 'size', 'px PRICE'],
    ['am sel qty 0', '0', 'above 0'],
    ['am sel qty 1 now', 'now', 'nothing goes after'],
    ['fee C9', 'C9', 'is no customer'],
    ['fee C1042 btc', 'btc', 'nothing goes after'],
    ['webhooks C1042', 'C1042', 'nothing goes after'],
    ['ord btc C1042', 'C1042', 'a customer goes before it'],
    ['ord C1042 doge', 'doge', 'is no instrument'],
    ['ord C1042 btc now', 'now', 'nothing goes after'],
    ['ledger C1042 btc', 'btc', 'nothing goes after'],
    ['C1042 b 1 btc m gtc ioc', 'ioc', 'given twice'],
    ['C1042 b 1 btc m tomorrow', 'tomorrow', 'is none of gtc'],
    ['C1042 b 1 btc m x0', 'x0', 'not accepted'],
    ['flat C1042:4 btc', 'C1042:4', 'one customer only'],
    ['@nobody b 1 btc m', '@nobody', 'no customer is in a group "nobody"'],
    ['C1042:60%,C2007:30% b 1 btc m', 'C1042:60%,C2007:30%', 'total 90, not 100'],
    ['C1042:1,C2007=2 b 1 btc m', 'C1042:1,C2007=2', 'one kind of split only'],
    ['C1042:1,C1042:2 b 1 btc m', 'C1042:1,C1042:2', 'C1042 is there twice'],
    ['C1042:1,C2007:1 b 1 btc @62150 then stop 60500', 'C1042:1,C2007:1', 'takes no bracket'],
    ['C1042:1,C2007:1 b 1 btc m onfail=never', 'onfail=never', 'stop or continue'],
    ['C1042:1,C2007:1 b 1 btc stop 60500 @60400', '1', 'without a second price'],
    ['C1042:1,C2007:1 b 1 btc @62150.2', '@62150.2', 'tick'],
    ['cx # btc b now', 'now', 'an instrument, b or s, and stop'],
    ['cx # b btc', 'btc', 'an instrument, b or s, and stop'],
    ['cx C2007 stop', 'C2007', 'waits for a trigger is known here'],
    ['cx # eth s stop', '#', 'waits for a trigger is known here'],
    ['cx sel now', 'now', 'nothing goes after'],
    ['cx twice', 'twice', '2 customers have an order'],
    ['flat C2007 all', 'all', 'not all known; name the instrument'],
    ['flat # btc now', 'now', 'nothing goes after'],
    ['rev # eth', 'eth', 'C1042 is flat in ETHUSDC_PERP'],
    ['rev C2007 btc', 'btc', 'not known; write the order with a size'],
    ['arm now', 'now', 'nothing goes after'],
    ['help nonsense', 'nonsense', 'is no word of the command line; help alone shows all'],
    ['help workspace', 'workspace', 'is no word of the command line; try help space'],
  ])('%s', (line, word, reason) => {
    const reading = readLine(line, context)
    expect(reading).toMatchObject({ kind: 'bad', reason: expect.stringContaining(reason) as string })
    expect(reading.kind === 'bad' && line.slice(reading.start, reading.end)).toBe(word)
  })

  it('takes nothing from the window except by # and .', () => {
    expect(readLine('# b 1 btc m', nobody)).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining('F2') as string,
    })
    expect(readLine('C1042 b 1 . m', nobody)).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining('F3') as string,
    })
  })

  it('23: no price is not market', () => {
    expect(readLine('C1042 b 2.5 btc', context)).toEqual({ kind: 'unfinished', next: 'price or m' })
  })

  it('has no price of an unknown market', () => {
    const marketOf = () => ({ ticker: undefined, book: null, now: NOW })
    const reading = readLine('# b 1 btc bid', { ...context, marketOf })
    expect(reading).toMatchObject({ kind: 'bad', reason: expect.stringContaining('not known') as string })
  })

  // oxlint-disable-next-line vitest/expect-expect -- the property asserts
  it('never throws, and every order that is read passes the rules of the API', () => {
    const word = fc.constantFrom(
      '#',
      'C1042',
      'b',
      's',
      '2.5',
      '$25k',
      'btc',
      '.',
      'm',
      '@62150',
      'bid+1t',
      'gtc',
      'ioc',
      'x5',
      'x11',
      'stop',
      'tp',
      'oco',
      '60500',
      '66000/60500',
      'pos',
      '50%p',
      'am',
      'sel',
      'px',
      'fee',
      'cx',
      'flat',
      'scale',
      '61000..62000',
      'rising',
      ';',
      '-1',
      '1e3',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 8 }).map((list) => list.join(' ')),
          fc.string(),
        ),
        (line) => {
          const reading = readStatements(line, context)
          expect(reading.kind === 'order' ? orderProblems(reading.draft) : []).toEqual([])
          expect(reading.kind !== 'bad' || reading.end > reading.start).toBe(true)
        },
      ),
    )
  })
})

it('a ? behind an order only asks about it', () => {
  for (const line of ['# b 1 btc @62000 x5', 'rev # btc']) {
    const { draft } = readLine(line, context) as Extract<LineReading, { kind: 'order' }>
    expect(readLine(`${line} ?`, context)).toEqual({ kind: 'dryRun', draft })
  }
  expect(readLine('# b 1 doge @62000 ?', context)).toMatchObject({ kind: 'bad' })
  expect(readLine('# b 1 btc ?', context)).toEqual({ kind: 'unfinished', next: 'price or m' })
})

describe('Tab', () => {
  it.each([
    ['C10', 'C1042 '],
    ['C', 'C'],
    ['C1042 b 1 b', 'C1042 b 1 btc '],
    ['C1042 b 1 btc l', 'C1042 b 1 btc last '],
    ['C1042 ', 'C1042 '],
  ])('%s → %s', (line, completed) => expect(completeLine(line, context)).toBe(completed))

  it.each([
    ['kb7', 'kb7'],
    ['KB7', 'KB7'],
    ['KB7 b 1 btc @62000; cx kb7', 'KB7 b 1 btc @62000; cx kb7'],
    ['k', 'K'],
    ['m', 'Mu'],
    ['mu1', 'Mu1 '],
  ])('chooses no customer of two that differ in capitals: %s → %s', (line, completed) => {
    const customers = ['Kb7', 'KB7', 'Mu1', 'Mu2'].map((customer) => customerOf(customer, ''))
    expect(completeLine(line, { ...context, customers, panels: [] })).toBe(completed)
  })
})

describe('what the venue must refuse', () => {
  it.each([
    ['# b 1 btc @62000.25', '@62000.25', '@62000'],
    ['# s 1 btc 62000.25', '62000.25', '62000.5'],
    ['# b 0.0000001 btc m', '0.0000001', '0.001'],
    ['# b $10 btc m', '$10', '$62.15'],
    ['# b 10$ btc m', '10$', '62.15$'],
    ['# s 1 btc stop 60500.1', '60500.1', '60500'],
    ['# s 1 btc stop 60500 @60420.1', '@60420.1', '@60420.5'],
    ['am sel px 61990.1', '61990.1', '61990'],
    ['am sel qty 1.0004', '1.0004', '1'],
  ])('%s: %s is marked, and %s fits in its place', (line, word, offer) => {
    const reading = readLine(line, context)
    expect(reading).toMatchObject({ kind: 'bad', offer })
    const { start, end } = reading as Extract<typeof reading, { kind: 'bad' }>
    expect(line.slice(start, end)).toBe(word)
    expect(readLine(line.slice(0, start) + offer + line.slice(end), context).kind).toMatch(/order|amend/)
  })

  it('a price far from the market is refused without an offer', () => {
    expect(readLine('# s 1 btc @620', context)).toMatchObject({
      kind: 'bad',
      offer: null,
      reason: 'SELL at 620.0 is less than a tenth of the market of 62,148.0: check the digits.',
    })
    expect(readLine('# s 1 btc @59000', context)).toMatchObject({
      kind: 'bad',
      reason: expect.stringMatching(/over the limit of 3 % for the desk/),
    })
  })
})
