import { describe, expect, it } from 'vitest'
import { NOTHING_UNCOMPARED } from '../../../../shared/domain/accounts/proof/uncomparedRecords.ts'
import { decimal, roundToStep, toText } from '../../../../shared/base/decimal.ts'
import {
  customerFigures,
  type Figure,
  type FigureInputs,
} from '../../../../shared/domain/accounts/customerFigures.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import {
  NOW,
  code,
  instrumentOf,
  orderOf,
  positionOf,
  reference,
  sym,
  tickerOf,
  wholeReading,
} from '../../../fakes/window/scriptedCore.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'

const text = (value: string) => decimalText.parse(value)
const C = code('C1042')
const BTC = sym('BTCUSDC_PERP')
const ETH = sym('ETHUSDC_PERP')

const profile: MarginProfile = {
  initialMargin: text('10'),
  maintenanceMargin: text('5'),
  maxLeverage: text('13'),
  instrumentMargins: [],
}
const agrees = {
  customerCode: C,
  state: 'agrees' as const,
  open: true,
  why: null,
  since: NOW,
  comparedAt: NOW,
  compared: { orders: 0, trades: 0, rows: 0 },
  discrepancies: [],
  uncompared: NOTHING_UNCOMPARED,
}

/** 1 BTC bought at 60,000 and marked at 62,000, a bid for 0.5 at 61,000, 10,000 in cash of which 500 are being withdrawn. */
const known: FigureInputs = {
  balance: { customerCode: C, amount: text('10000'), source: 'event', asOf: NOW },
  cashSums: {
    customerCode: C,
    whole: true,
    pendingOut: text('500'),
    dayFrom: NOW,
    instruments: [
      { symbol: BTC, settled: text('0'), today: text('-24.5') },
      { symbol: null, settled: text('0'), today: text('4.5') },
    ],
  },
  positions: [positionOf('C1042', 'BTCUSDC_PERP', '1', '60000')],
  orders: [orderOf({ referenceId: reference('v1'), amount: text('0.5'), limitPrice: text('61000') })],
  reading: wholeReading('C1042'),
  margin: { customerCode: C, profile, readAt: NOW, why: null },
  reconciliation: agrees,
  instrument: (symbol) =>
    [instrumentOf('BTC', '0.5', '0.001'), instrumentOf('ETH', '0.01', '0.01')].find(
      (listed) => listed.symbol === symbol,
    ),
  ticker: (symbol) =>
    symbol === BTC
      ? tickerOf('BTCUSDC_PERP', '62000', '62001', '62000')
      : tickerOf('ETHUSDC_PERP', '3000', '3001', '3000'),
  isMarkOld: () => false,
  allOld: null,
}
const inWords = ({ value, why }: Figure) =>
  `${value === null ? '—' : toText(roundToStep(value, decimal('0.0001'), 'nearest'))}${why === null ? '' : ` ~ ${why}`}`
const figuresOf = (more: Partial<FigureInputs> = {}) => {
  const { positions, nearest, ...account } = customerFigures({ ...known, ...more })
  return {
    account: Object.fromEntries(Object.entries(account).map(([name, figure]) => [name, inWords(figure)])),
    position: (symbol: typeof BTC) => {
      const { symbol: _, ...figures } = positions.get(symbol) ?? { symbol }
      return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, inWords(figure)]))
    },
    nearest: nearest?.symbol ?? null,
  }
}

describe('account figures', () => {
  it('are those of the worked example, to the last digit [gap.18 gap.19]', () => {
    const { account, position, nearest } = figuresOf()
    expect(account).toEqual({
      equity: '12000',
      unrealised: '2000',
      // 10 % of 62,000 held and 30,500 bid.
      marginUsed: '9250',
      usedShare: '0.7708',
      free: '2250',
      maintenance: '3100',
      leverage: '5.1667',
      // Trades −24.50, funding 4.50, and 2,000 that are open.
      today: '1980',
      realisedToday: '-20',
    })
    expect(position(BTC)).toEqual({
      unrealised: '2000',
      notional: '62000',
      margin: '6200',
      // There equity and 5 % of the position are both 2,631.58.
      liquidation: '52631.5789',
      distance: '0.1511',
      leverage: '10',
      today: '1975.5',
    })
    expect(nearest).toBe(BTC)
  })

  it('of an account that is short of margin say so, also where no mark of the position would help', () => {
    const { position, nearest } = figuresOf({
      balance: { customerCode: C, amount: text('-70000'), source: 'event', asOf: NOW },
      positions: [positionOf('C1042', 'BTCUSDC_PERP', '-1', '62000')],
    })
    expect(position(BTC)).toMatchObject({ liquidation: '62000', distance: '0' })
    expect(nearest).toBe(BTC)
  })

  it('take a mark of 0 as no mark: nothing is worth 0, and no liquidation is ruled out', () => {
    const { account, position, nearest } = figuresOf({
      ticker: (symbol) => ({ ...tickerOf(symbol, '62000', '62001'), markPrice: text('0') }),
    })
    const none = '— ~ there is no mark of BTCUSDC_PERP'
    expect(account).toMatchObject({ equity: none, unrealised: none, free: none })
    expect(position(BTC)).toMatchObject({ notional: none, liquidation: none, distance: none })
    expect(nearest).toBe(BTC)
  })

  it('of the day are unknown while no row of the ledger is known', () => {
    const unread = '— ~ the ledger is not known'
    const { account, position } = figuresOf({ cashSums: undefined })
    expect(account['today']).toBe(unread)
    expect(account['realisedToday']).toBe(unread)
    expect(account['free']).toBe('2750 ~ the ledger is not known')
    expect(position(BTC)).toMatchObject({ today: unread })
  })

  it('of a short position lie above the mark; another position moves the liquidation', () => {
    const positions = [
      positionOf('C1042', 'BTCUSDC_PERP', '-1', '63000'),
      positionOf('C1042', 'ETHUSDC_PERP', '2', '2000'),
    ]
    const { account, position } = figuresOf({ positions, orders: [] })
    expect(account).toMatchObject({ equity: '13000', maintenance: '3400', marginUsed: '6800', free: '5700' })
    expect(position(BTC)).toMatchObject({ liquidation: '71142.8571', distance: '0.1475' })
    // Two ETH cannot lose 9,600 USDC.
    expect(position(ETH)).toMatchObject({ liquidation: '—', distance: '—' })
  })

  it('use the cost that no settlement has turned into cash', () => {
    const settled = { symbol: BTC, settled: text('1500'), today: text('0') }
    const cashSums = { ...(known.cashSums as NonNullable<typeof known.cashSums>), instruments: [settled] }
    expect(figuresOf({ cashSums }).account).toMatchObject({ equity: '10500', unrealised: '500' })
    const others = [{ asset: 'BTC', amount: text('2') }]
    const why = 'the account holds 2 BTC that is not valued'
    const beside = figuresOf({ cashSums: { ...cashSums, others } }).account
    expect(beside).toMatchObject({ equity: `10500 ~ ${why}`, unrealised: '500' })
  })

  it('use the leverage of the profile, and need no profile without position and order', () => {
    const own = { symbol: BTC, leverage: text('5'), initialMargin: text('20') }
    const margin = {
      customerCode: C,
      profile: { ...profile, instrumentMargins: [own] },
      readAt: NOW,
      why: null,
    }
    expect(figuresOf({ margin }).account).toMatchObject({ marginUsed: '18500', free: '-7000' })
    expect(figuresOf({ margin }).position(BTC)).toMatchObject({ margin: '12400', leverage: '5' })
    expect(figuresOf({ margin: undefined, positions: [], orders: [] }).account).toMatchObject({
      equity: '10000',
      marginUsed: '0',
      free: '9500',
    })
  })

  it('count no order that waits for its trigger, and no order that is done', () => {
    const orders = (['untriggered', 'filled'] as const).map((status, n) =>
      orderOf({
        referenceId: reference(`v${n}`),
        amount: text('5'),
        status,
        phase: status === 'filled' ? 'closed' : 'working',
      }),
    )
    expect(figuresOf({ orders }).account).toMatchObject({ marginUsed: '6200' })
  })
})

describe('an unknown input is never 0', () => {
  const mark = 'there is no mark of BTCUSDC_PERP'
  const unread = 'the margin profile is not known: not read so far'

  it('a missing mark', () => {
    const ticker = () => undefined
    const { account, position, nearest } = figuresOf({ ticker })
    for (const name of ['equity', 'unrealised', 'marginUsed', 'free', 'leverage', 'today'])
      expect([name, account[name]]).toEqual([name, `— ~ ${mark}`])
    expect(position(BTC)).toMatchObject({ liquidation: `— ~ ${mark}`, margin: `— ~ ${mark}` })
    expect(nearest).toBe(BTC)
  })

  it('an old mark leaves every figure in doubt', () => {
    const { account, position } = figuresOf({ isMarkOld: () => true })
    const { realisedToday, ...valued } = account
    for (const figure of Object.values(valued)) expect(figure).toContain('~ the mark of BTCUSDC_PERP is old')
    // What is in cash does not move with the mark.
    expect(realisedToday).toBe('-20')
    expect(position(BTC)['liquidation']).toBe('52631.5789 ~ the mark of BTCUSDC_PERP is old')
  })

  it('an unread margin profile', () => {
    const { account, position } = figuresOf({ margin: undefined })
    expect(account).toMatchObject({ equity: '12000', marginUsed: `— ~ ${unread}`, free: `— ~ ${unread}` })
    expect(position(BTC)).toMatchObject({
      notional: '62000',
      margin: `— ~ ${unread}`,
      liquidation: `— ~ ${unread}`,
    })
  })

  it('a list of open orders that is not whole, and an order without a proven outcome', () => {
    const reading = { ...known.reading, state: 'unread' as const, reason: 'no answer' }
    const why = 'the list of C1042 is not read: no answer'
    expect(figuresOf({ reading }).account).toMatchObject({
      equity: '12000',
      marginUsed: `9250 ~ ${why}`,
      free: `2250 ~ ${why}`,
    })
    const orders = [orderOf({ referenceId: reference('v9'), phase: 'unknown', status: null })]
    expect(figuresOf({ orders }).account['free']).toContain('~ the order v9 has no proven outcome yet')
  })

  it('a customer that does not reconcile, or was not compared', () => {
    const differs = { ...agrees, state: 'differs' as const, open: false, why: 'The cash differs.' }
    expect(figuresOf({ reconciliation: differs }).account['equity']).toBe('12000 ~ The cash differs')
    expect(figuresOf({ reconciliation: undefined }).account['equity']).toContain(
      'not compared with the venue',
    )
  })

  it('trades and ledger that are not read to the first record', () => {
    const [held] = known.positions
    const positions = held ? [{ ...held, complete: false }] : []
    const trades = 'the trades of BTCUSDC_PERP are not read to the first one'
    expect(figuresOf({ positions }).account).toMatchObject({ equity: `— ~ ${trades}`, free: `— ~ ${trades}` })
    const cashSums = { ...(known.cashSums as NonNullable<typeof known.cashSums>), whole: false }
    expect(figuresOf({ cashSums }).account['equity']).toBe('12000 ~ the ledger is not read to its first row')
    const balance = { customerCode: C, amount: null, source: 'unknown' as const, asOf: null }
    expect(figuresOf({ balance }).account).toMatchObject({
      equity: '— ~ the balance is not known',
      free: '— ~ the balance is not known',
      marginUsed: '9250',
    })
  })

  it('a row of today, or a settlement, without a known sign', () => {
    const instruments = [{ symbol: BTC, settled: null, today: null }]
    const cashSums = { ...(known.cashSums as NonNullable<typeof known.cashSums>), instruments }
    expect(figuresOf({ cashSums }).account).toMatchObject({
      equity: '— ~ a settlement of BTCUSDC_PERP has no known sign',
      today: '— ~ a settlement of BTCUSDC_PERP has no known sign',
    })
  })

  it('a row of the ledger without a time', () => {
    const why = '— ~ a ledger row has no time, so its day is not known'
    const undatedRow = (symbol: typeof BTC | null) => {
      const others = known.cashSums?.instruments.filter((sums) => sums.symbol !== symbol) ?? []
      const instruments = [...others, { symbol, settled: text('0'), today: null, undated: 1 }]
      return figuresOf({
        cashSums: { ...(known.cashSums as NonNullable<typeof known.cashSums>), instruments },
      })
    }
    expect(undatedRow(BTC).account).toMatchObject({ equity: '12000', today: why, realisedToday: why })
    expect(undatedRow(BTC).position(BTC)).toMatchObject({ today: why })
    expect(undatedRow(null).account).toMatchObject({ today: why, realisedToday: why })
    expect(undatedRow(null).position(BTC)).toMatchObject({ today: '1975.5' })
  })
})
