import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  priceOfRow,
} from '../../../../renderer/paint/ladder/ladderModel.ts'
import {
  COLUMN_NAMES,
  COLUMN_SWITCHES,
  layoutOf,
  rowsThatFit,
  type ColumnSwitch,
  type LadderMetrics,
} from '../../../../renderer/paint/ladder/ladderLayout.ts'
import { cellAt, ladderView } from '../../../../renderer/paint/ladder/ladderView.ts'
import { markedRows, type LadderMark } from '../../../../renderer/paint/ladder/markedRows.ts'
import { decimalsOf, fittedText, unitsText } from '../../../../renderer/paint/ladder/numberText.ts'
import { noOwnOrders, ownOrders } from '../../../../renderer/paint/ladder/ownOrders.ts'
import { bookState, type BookFrame } from '../../../../shared/domain/book/bookFrame.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import { calm, comboOf, NOW, orderOf, text, traded } from '../../panels/ladder/scenes.ts'

const metrics: LadderMetrics = { width: 396, height: 578, rowHeight: 19, digit: 6.9 }

function sceneOf(
  frame: BookFrame | null,
  more: {
    orders?: readonly Order[]
    marks?: readonly LadderMark[]
    metrics?: LadderMetrics
    now?: number
  } = {},
) {
  const size = more.metrics ?? metrics
  let state = applyLadder(emptyLadder, { kind: 'resized', rows: rowsThatFit(size.height, size.rowHeight) }, 0)
  if (frame) state = applyLadder(state, { kind: 'frame', frame, held: false }, 0)
  const own = more.orders ? ownOrders(more.orders, state.rowStep, state.priceScale) : noOwnOrders
  return ladderView(
    {
      state,
      frame,
      own,
      marked: markedRows(more.marks ?? [], state),
      condition: bookCondition(frame, frame ? bookState(frame) : 'waiting', more.now ?? NOW),
    },
    size,
  )
}
const rowAt = (scene: ReturnType<typeof sceneOf>, price: string) => {
  const row = scene.rows.find((rowRecord) => priceOfRow(rowRecord.row, scene) === price)
  if (!row) throw new Error(`No row at ${price}`)
  return row
}

describe('rows', () => {
  test('highest price on top, one row a price, each amount beside its price', () => {
    const scene = sceneOf(calm())
    const prices = scene.rows.map(({ row }) => Number(priceOfRow(row, scene)))
    expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => b - a))
    expect(rowAt(scene, '62149')).toMatchObject({
      priceText: '62,149.0',
      side: 'bid',
      bidText: '2.383',
      askText: '',
      askBar: 0,
    })
    expect(rowAt(scene, '62150')).toMatchObject({ side: 'ask', bidText: '', askText: '0.933' })
    expect(rowAt(scene, '62149.5')).toMatchObject({
      side: 'inside',
      last: { text: '0.412', direction: 'up' },
    })
    const narrow = sceneOf(calm(), { metrics: { ...metrics, width: 272 } })
    expect(rowAt(narrow, '62149.5').last).toEqual({ text: '', direction: 'up' })
  })

  test('the deepest level fills its column and no bar leaves it', () => {
    const scene = sceneOf(calm())
    const bars = scene.rows.flatMap((row) => [row.bidBar, row.askBar])
    expect(Math.max(...bars)).toBe(rowAt(scene, '62143').bidBar)
    expect(rowAt(scene, '62143').bidBar).toBe(scene.columns.bids.width)
  })

  test('are distinct and inside the canvas, with bars in their columns and no lost amount', () => {
    const level = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 9_000_000 }))
    fc.assert(
      fc.property(
        fc.uniqueArray(level, { maxLength: 30, selector: ([n]) => n }),
        fc.uniqueArray(level, { maxLength: 30, selector: ([n]) => n }),
        fc.constantFrom(1, 2, 5, 10),
        fc.integer({ min: 220, max: 900 }),
        fc.integer({ min: 40, max: 900 }),
        (bidLevels, askLevels, grouping, width, height) => {
          const step = 5 * grouping
          const bids = bidLevels
            .toSorted((a, b) => a[0] - b[0])
            .map(([n, amount]) => [600_000 - n * step, amount] as const)
          const asks = askLevels
            .toSorted((a, b) => a[0] - b[0])
            .map(([n, amount]) => [600_000 + (n + 1) * step, amount] as const)
          const scene = sceneOf(calm({ bids, asks, rowStep: step }), {
            metrics: { ...metrics, width, height },
          })
          expect(new Set(scene.rows.map(({ row }) => priceOfRow(row, scene))).size).toBe(scene.rows.length)
          for (const row of scene.rows) {
            expect(row.y).toBeGreaterThanOrEqual(38)
            expect(row.y + 19).toBeLessThanOrEqual(height)
            expect(row.bidBar).toBeLessThanOrEqual(scene.columns.bids.width)
            expect(row.askBar).toBeLessThanOrEqual(scene.columns.asks.width)
            const at = Number(priceOfRow(row.row, scene))
            expect(row.bidBar > 0).toBe(bids.some(([price]) => price / 10 === at))
            expect(row.askBar > 0).toBe(asks.some(([price]) => price / 10 === at))
            for (const shown of [row.bidText, row.askText])
              expect(shown.length * metrics.digit).toBeLessThanOrEqual(scene.columns.bids.width)
          }
        },
      ),
    )
  })

  test('columns fill the width without gap or overlap; price and last size stand wholly in theirs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 220, max: 2_000 }), fc.integer({ min: 1, max: 12 }), (width, length) => {
        const { columns, priceRight, lastRoom } = layoutOf(width, 6.9, length)
        const { volume, bids, price, asks, gutter } = columns
        expect(priceRight - length * 6.9).toBeGreaterThanOrEqual(price.x)
        expect(priceRight + (lastRoom > 0 ? 15 + 6 * 6.9 : 0)).toBeLessThanOrEqual(price.x + price.width)
        expect(Math.min(bids.width, asks.width)).toBeGreaterThan(lastRoom > 0 ? 7 * 6.9 : 0)
        expect(volume.width === 0 || volume.width >= 4 * 6.9 + 6).toBe(true)
        COLUMN_NAMES.reduce((x, name) => {
          expect(columns[name].x).toBe(x)
          expect(columns[name].width).toBeGreaterThan(/volume|queue|gutter/.test(name) ? -1 : 0)
          return x + columns[name].width
        }, 0)
        expect(gutter.x + gutter.width).toBe(width)
      }),
    )
  })
})

describe('a compact ladder', () => {
  const compact: LadderMetrics = { ...metrics, width: 250, digit: 7, shape: { isCompact: true, off: [] } }

  test('as wide as in the drawing has one column of own orders, whole amounts, and the last size', () => {
    const { columns, lastRoom } = layoutOf(250, 7, 8, { isCompact: true, off: [] })
    expect(COLUMN_NAMES.filter((name) => columns[name].width > 0)).toEqual([
      'workBuy',
      'bids',
      'price',
      'asks',
    ])
    expect(columns).toMatchObject({
      workBuy: { x: 0, width: 30 },
      bids: { x: 30, width: 54 },
      price: { x: 84, width: 111 },
      asks: { x: 195, width: 55 },
    })
    expect(lastRoom).toBe(4)
  })

  test('fills every width without gap or overlap and cuts no price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 900 }), fc.integer({ min: 1, max: 10 }), (width, length) => {
        const { columns, priceRight } = layoutOf(width, 7, length, { isCompact: true, off: [] })
        const right = COLUMN_NAMES.reduce((x, name) => {
          expect(columns[name].x).toBe(x)
          return x + columns[name].width
        }, 0)
        expect(right).toBe(width)
        expect(priceRight - length * 7).toBeGreaterThanOrEqual(columns.price.x)
        expect(priceRight).toBeLessThanOrEqual(columns.price.x + columns.price.width)
      }),
    )
  })

  test('shows the orders of both sides in its column, over bars of the volume', () => {
    const orders = [orderOf('sell', '62152', { amount: text('4') }), orderOf('buy', '62147.5')]
    const scene = sceneOf(traded(), { metrics: compact, orders })
    expect(rowAt(scene, '62152')).toMatchObject({ workBuy: { text: '4' }, workSell: null })
    expect(rowAt(scene, '62147.5')).toMatchObject({ workBuy: { text: '0.1' }, workSell: null })
    expect(rowAt(scene, '62149.5')).toMatchObject({
      volumeText: '',
      volumeBar: scene.columns.workBuy.width,
      last: { text: '0.41' },
    })
    const row = rowAt(scene, '62152')
    expect(cellAt(scene, 3, row.y + 1)).toMatchObject({ column: 'workBuy', price: '62152' })
  })
})

describe('columns that are off', () => {
  const without = (...off: ColumnSwitch[]): LadderMetrics => ({
    ...metrics,
    width: 460,
    shape: { isCompact: false, off },
  })

  test('leave their width to the others, and nothing of theirs in the rows', () => {
    const bare = sceneOf(traded(), { metrics: without('volume', 'queue', 'prints', 'asks') })
    const { volume, queueBuy, queueSell, asks, bids } = bare.columns
    expect([volume, queueBuy, queueSell, asks].map(({ width }) => width)).toEqual([0, 0, 0, 0])
    expect(bids.width).toBeGreaterThan(sceneOf(traded(), { metrics: without() }).columns.bids.width)
    expect(rowAt(bare, '62150')).toMatchObject({ askText: '', askBar: 0, volumeText: '' })
    expect(rowAt(bare, '62149')).toMatchObject({ bidText: '2.383' })
    expect(rowAt(bare, '62149.5').last?.text).toBe('')
  })

  test('of any kind leave prices and own orders whole, over the exact width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 220, max: 900 }),
        fc.boolean(),
        fc.subarray([...COLUMN_SWITCHES]),
        (width, isCompact, off) => {
          const { columns, priceRight } = layoutOf(width, 7, 8, { isCompact, off })
          const right = COLUMN_NAMES.reduce((x, name) => {
            expect(columns[name].x).toBe(x)
            return x + columns[name].width
          }, 0)
          expect(right).toBe(width)
          expect(columns.workBuy.width).toBeGreaterThanOrEqual(28)
          expect(priceRight - 56).toBeGreaterThanOrEqual(columns.price.x)
          expect(priceRight).toBeLessThanOrEqual(columns.price.x + columns.price.width)
        },
      ),
    )
  })
})

describe('volume at price', () => {
  test('stands beside its price with a bar, and says since when it counts', () => {
    const scene = sceneOf(traded())
    expect(scene.volume).toEqual({ since: Date.UTC(2026, 0, 5, 7, 12), isMissing: false })
    expect(rowAt(scene, '62149.5')).toMatchObject({
      volumeText: '1.1k',
      volumeBar: scene.columns.volume.width,
    })
    expect(rowAt(scene, '62149')).toMatchObject({ volumeText: '427' })
    expect(rowAt(scene, '62148.5')).toMatchObject({ volumeText: '', volumeBar: 0 })
    expect(rowAt(scene, '62143')).toMatchObject({ volumeText: '', volumeBar: 0 })
  })

  test('an amount too small for its decimals never reads as none', () => {
    expect(rowAt(sceneOf(traded()), '62154.5')).toMatchObject({ volumeText: '<1', volumeBar: 1 })
  })

  test('before the first trade nothing counts, and trades that may be missing are said', () => {
    expect(sceneOf(calm()).volume).toEqual({ since: null, isMissing: false })
    expect(sceneOf(traded({ volumeMissing: true })).volume.isMissing).toBe(true)
  })

  test('gives way on a narrow ladder', () => {
    const scene = sceneOf(traded(), { metrics: { ...metrics, width: 320 } })
    expect(scene.columns.volume.width).toBe(0)
    expect(rowAt(scene, '62149.5').volumeText).toBe('')
  })
})

describe('recent prints', () => {
  const prints = [
    [621_495, 412, 1, 100],
    [621_490, 1_200, -1, 800],
    [621_490, 9_000, -1, 900],
    [621_485, 310, -1, 2_000],
    [621_500, 50, 1, 4_000],
    [621_505, 70, 0, 6_000],
  ] as const

  test('stand beside their price, newest of the row, and fade by age until they go', () => {
    const scene = sceneOf(calm({ prints }))
    const printAt = (price: string) => rowAt(scene, price).print
    expect(printAt('62149')).toEqual({ text: '1.200', direction: 'down', fade: 0 })
    expect(printAt('62148.5')).toEqual({ text: '0.310', direction: 'down', fade: 1 })
    expect(printAt('62150')).toEqual({ text: '0.050', direction: 'up', fade: 2 })
    expect(printAt('62150.5')).toBeNull()
    const later = sceneOf(calm({ prints, aliveAt: NOW + 3_100 }), { now: NOW + 3_100 })
    expect(rowAt(later, '62149').print?.fade).toBe(2)
    expect(rowAt(later, '62148.5').print).toBeNull()
  })

  test('give way to the last trade on its row, and to the depth where there is no room', () => {
    expect(rowAt(sceneOf(calm({ prints })), '62149.5').print).toBeNull()
    const narrow = sceneOf(calm({ prints }), { metrics: { ...metrics, width: 240 } })
    expect(narrow.rows.every(({ print }) => print === null)).toBe(true)
  })
})

describe('cumulative depth', () => {
  test('adds up the best 15 rows of each side and weighs the bids against the asks', () => {
    expect(sceneOf(calm()).strip).toEqual({ bidText: '95.597', askText: '100.682', bidShare: 49 })
    const deeper = calm({
      bids: [
        [621_490, 3_000],
        [621_420, 1_000],
        [621_415, 50_000],
      ],
      asks: [[621_500, 1_000]],
    })
    expect(sceneOf(deeper).strip).toEqual({ bidText: '4.000', askText: '1.000', bidShare: 80 })
  })

  test('a book without depth has no shares', () => {
    expect(sceneOf(calm({ bids: [], asks: [] })).strip.bidShare).toBeNull()
  })

  test('is the sum of what rests within 15 rows of the touch, in rows of any size', () => {
    const level = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 90_000 }))
    fc.assert(
      fc.property(fc.uniqueArray(level, { maxLength: 30, selector: ([n]) => n }), (levels) => {
        const bids = levels
          .toSorted((a, b) => a[0] - b[0])
          .map(([n, amount]) => [600_000 - 5 * n, amount] as const)
        const best = bids[0]?.[0] ?? 0
        const near = bids.filter(([price]) => price > best - 75).reduce((sum, [, amount]) => sum + amount, 0)
        expect(sceneOf(calm({ bids, asks: [] })).strip.bidText).toBe(fittedText(near, 3, 3, 7))
      }),
    )
  })
})

describe('own orders', () => {
  test.each([
    ['resting', [orderOf('buy', '62147.5', { amount: text('2') })], '2'],
    [
      'partially filled',
      [orderOf('buy', '62147.5', { amount: text('2'), filledAmount: text('0.5') })],
      '0.5/2',
    ],
    [
      'partially filled and being canceled',
      [orderOf('buy', '62147.5', { amount: text('2'), filledAmount: text('1'), pending: 'cancel' })],
      '1/2 ×',
    ],
    [
      'several, one of them partially filled: what is left of both',
      [
        orderOf('buy', '62147.5', { amount: text('2'), filledAmount: text('0.5') }),
        orderOf('buy', '62147.5'),
      ],
      '1.6 s2',
    ],
    ['sent', [orderOf('buy', '62147.5', { phase: 'sent' })], '0.1 …'],
    ['being canceled', [orderOf('buy', '62147.5', { pending: 'cancel' })], '0.1 ×'],
    [
      'unknown, even while being canceled',
      [orderOf('buy', '62147.5', { phase: 'unknown', pending: 'cancel' })],
      '0.1 ?',
    ],
    ['several', [orderOf('buy', '62147.5'), orderOf('buy', '62147.5')], '0.2 s2'],
  ])('%s', (_, orders, shown) => {
    const row = rowAt(sceneOf(calm(), { orders }), '62147.5')
    expect(row.workBuy?.text).toBe(shown)
    expect(row.workSell).toBeNull()
  })

  test('the sign of an unsettled order stays where there is no room', () => {
    const orders = [orderOf('buy', '62147.5', { amount: text('12.345'), phase: 'unknown' })]
    const scene = sceneOf(calm(), { orders, metrics: { ...metrics, width: 220 } })
    expect(rowAt(scene, '62147.5').workBuy?.text).toBe('?')
  })
})

describe('a partial fill', () => {
  const half = { amount: text('12.5'), filledAmount: text('3.125') }
  test('too long for its column shows what is left; its bar shows the part either way', () => {
    const orders = [orderOf('buy', '62147.5', half)]
    expect(rowAt(sceneOf(calm(), { orders }), '62147.5').workBuy).toMatchObject({
      text: '9.375',
      filledPercent: 25,
    })
    const stacked = [...orders, orderOf('buy', '62147.5', { amount: text('12.5') })]
    const block = rowAt(sceneOf(calm(), { orders: stacked }), '62147.5').workBuy
    expect(block).toMatchObject({ text: 's2', filledPercent: 12 })
  })

  test('is seen from its first contract on, and none without a fill', () => {
    const percentOf = (filledAmount: string) =>
      rowAt(
        sceneOf(calm(), {
          orders: [orderOf('buy', '62147.5', { amount: text('1000'), filledAmount: text(filledAmount) })],
        }),
        '62147.5',
      ).workBuy?.filledPercent
    expect(['0', '0.001', '999'].map(percentOf)).toEqual([0, 1, 99])
  })
})

describe('a combo', () => {
  const long = comboOf()
  const short = comboOf({ side: 'buy', takeProfitPrice: text('62144'), stopLossPrice: text('62154') })
  const jointsOf = (scene: ReturnType<typeof sceneOf>, side: 'jointBuy' | 'jointSell') =>
    ['62154.5', '62154', '62150', '62144', '62143.5'].map((price) => {
      const joint = rowAt(scene, price)[side]
      return joint && [joint.up && 'up', joint.down && 'down', joint.leg && 'leg'].filter(Boolean).join(' ')
    })

  test('stands at the rows of both legs, joined by a line on its side', () => {
    const scene = sceneOf(calm(), { orders: [long] })
    expect(rowAt(scene, '62154').workSell?.text).toBe('4')
    expect(rowAt(scene, '62144').workSell?.text).toBe('4')
    expect(jointsOf(scene, 'jointSell')).toEqual([null, 'down leg', 'up down', 'up leg', null])
    expect(jointsOf(scene, 'jointBuy')).toEqual([null, null, null, null, null])
    expect(rowAt(scene, '62154').legs.map(({ text: name }) => name)).toEqual(['TP'])
    expect(rowAt(scene, '62144').legs.map(({ text: name }) => name)).toEqual(['SL'])
    const bought = sceneOf(calm(), { orders: [short] })
    expect(jointsOf(bought, 'jointBuy')).toEqual([null, 'down leg', 'up down', 'up leg', null])
    expect(rowAt(bought, '62154').legs.map(({ text: name }) => name)).toEqual(['SL'])
  })

  test('has its word in the middle between the legs, and none where they lie close together', () => {
    const wordsOf = (scene: ReturnType<typeof sceneOf>) =>
      scene.rows.filter(({ jointSell }) => jointSell?.word === true)
    expect(wordsOf(sceneOf(calm(), { orders: [long] }))).toHaveLength(1)
    expect(rowAt(sceneOf(calm(), { orders: [long] }), '62149').jointSell?.word).toBe(true)
    const close = comboOf({ stopLossPrice: text('62153') })
    expect(wordsOf(sceneOf(calm(), { orders: [close] }))).toEqual([])
  })

  test('whose other leg is out of view has a line to the edge', () => {
    const scene = sceneOf(calm(), { orders: [comboOf({ stopLossPrice: text('60000') })] })
    expect(rowAt(scene, '62154').jointSell).toEqual({ up: false, down: true, leg: true, word: false })
    expect(scene.rows.at(-1)?.jointSell).toEqual({ up: true, down: true, leg: false, word: false })
  })

  test('whose legs share a row stands there once', () => {
    const scene = sceneOf(calm(), { orders: [comboOf({ stopLossPrice: text('62154') })] })
    expect(rowAt(scene, '62154').workSell).toMatchObject({ text: '4', orders: [{ leg: 'OCO' }] })
    expect(rowAt(scene, '62154').jointSell).toBeNull()
  })

  test('moves by its ghost alone, which no line joins', () => {
    const ghost = { ...long, takeProfitPrice: text('62155'), stopLossPrice: null, isGhost: true }
    const scene = sceneOf(calm(), { orders: [long, ghost] })
    expect(rowAt(scene, '62155').workSell?.text).toBe('4 >')
    expect(rowAt(scene, '62155').jointSell).toBeNull()
    expect(rowAt(scene, '62144').workSell?.text).toBe('4')
  })

  test('names its legs inside the ladder and over no number, at any width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 220, max: 700 }),
        fc.boolean(),
        fc.constantFrom(long, short),
        (width, isCompact, order) => {
          const scene = sceneOf(calm(), {
            orders: [order],
            metrics: { ...metrics, width, digit: 7, shape: { isCompact, off: [] } },
          })
          for (const row of scene.rows)
            for (const { text: name, x, align } of row.legs) {
              const left = align === 'left' ? x : align === 'right' ? x - 14 : x - 7
              expect(left).toBeGreaterThanOrEqual(0)
              expect(left + 7 * name.length).toBeLessThanOrEqual(width)
              const { bids, asks } = scene.columns
              const bidsFrom = bids.x + bids.width - 6 - 7 * row.bidText.length
              const over = (from: number, to: number) => left < to && left + 7 * name.length > from
              expect(row.bidText !== '' && over(bidsFrom, bids.x + bids.width)).toBe(false)
              expect(row.askText !== '' && over(asks.x, scene.askRight)).toBe(false)
              expect(over(scene.columns.price.x, asks.x)).toBe(false)
            }
        },
      ),
    )
  })
})

describe('queues', () => {
  const order = orderOf('buy', '62147.5')
  const place = {
    price: '62147.5',
    amount: '0.1',
    filled: text('0'),
    generation: 1,
    since: NOW,
    bound: null,
    traded: null,
    amountScale: 3,
  }
  const shown = (ahead: number | null, width: number) => {
    const frame = calm()
    let state = applyLadder(emptyLadder, { kind: 'resized', rows: 20 }, 0)
    state = applyLadder(state, { kind: 'frame', frame, held: true }, 0)
    const own = ownOrders([order], state.rowStep, state.priceScale)
    const queues = new Map([[order.referenceId, { ...place, ahead }]])
    const condition = bookCondition(frame, 'live', NOW)
    const scene = ladderView({ state, frame, own, queues, condition }, { ...metrics, width })
    return rowAt(scene, '62147.5').queueBuy
  }

  test('stand beside the order as an estimate, cut, and unknown as a dash', () => {
    expect([3_120, 41, 0, null, 123_456].map((ahead) => shown(ahead, 460))).toEqual([
      '~3.1',
      '~<1',
      '~0',
      '—',
      '~123',
    ])
  })

  test('give way on a narrow ladder', () => {
    expect(shown(3_120, 396)).toBe('')
  })
})

describe('marked rows', () => {
  const marks: readonly LadderMark[] = [
    { kind: 'average', price: text('62145.2'), isLong: true, priceText: '62,145.2', size: '+4.000' },
    { kind: 'liquidation', price: text('62152'), isLong: false, priceText: '~62,152.0', size: '' },
  ]

  test('label the half without depth, next to an own order only as far as its column', () => {
    const scene = sceneOf(calm(), { marks })
    expect(rowAt(scene, '62145').mark).toMatchObject({ kind: 'average', half: 'asks', label: 'avg 62,145.2' })
    expect(rowAt(scene, '62152').mark).toMatchObject({
      kind: 'liquidation',
      half: 'bids',
      label: 'liq ~62,152.0',
    })
    expect(rowAt(scene, '62146').mark).toBeNull()
    const beside = sceneOf(calm(), { marks, orders: [orderOf('sell', '62145')] })
    expect(rowAt(beside, '62145').mark?.label).toBe('avg')
  })

  test('out of view are named below the rows, with direction, distance and End', () => {
    const far = sceneOf(calm(), { marks: marks.map((mark) => ({ ...mark, price: text('58210') })) })
    expect(far.away).toMatchObject({ where: 'below', kind: 'liquidation', price: '~62,152.0' })
    expect(far.away?.text).toBe('▼ liq ~62,152.0 · 6.3 % · 3,939.5 below market')
  })
})

describe('what cannot be trusted says so', () => {
  test.each([
    ['older than 5 s', calm(), NOW + 6_400, 'STALE 6 s'],
    ['in doubt', calm({ state: 'suspect' }), NOW + 1_000, 'BOOK IN DOUBT 1 s'],
    [
      'in doubt for a reason',
      calm({ state: 'suspect', doubt: 'crossed' }),
      NOW + 1_000,
      'BOOK IN DOUBT: CROSSED 1 s',
    ],
    ['live again', calm({ state: 'live', doubt: 'crossed' }), NOW, null],
    ['no stream', calm({ state: 'down' }), NOW + 9_000, 'NO BOOK STREAM 9 s'],
    ['live', calm(), NOW + 4_000, null],
  ])('%s', (_, frame, now, warning) => {
    expect(sceneOf(frame, { now }).warning).toBe(warning)
  })

  test('the reason stays where there is no room', () => {
    const frame = calm({ state: 'suspect', doubt: 'lost' })
    expect(sceneOf(frame, { metrics: { ...metrics, width: 200 } }).warning).toBe('LOST UPDATE 0 s')
  })

  test('off the market it states where the market is and how far, where there is room', () => {
    const far = (width: number, by: number) => {
      const frame = calm()
      const sized = { ...metrics, width }
      let state = applyLadder(emptyLadder, { kind: 'resized', rows: 20 }, 0)
      state = applyLadder(state, { kind: 'frame', frame, held: true }, 0)
      expect(
        ladderView({ state, frame, own: noOwnOrders, condition: bookCondition(frame, 'live', NOW) }, sized)
          .away,
      ).toBeNull()
      state = applyLadder(state, { kind: 'scroll', by }, 1)
      return ladderView(
        { state, frame, own: noOwnOrders, condition: bookCondition(frame, 'live', NOW) },
        sized,
      ).away?.text
    }
    expect(far(396, 60)).toBe('▼ market 62,149.5 · 0.0 % · 30.0 below')
    expect(far(396, -60)).toBe('▲ market 62,149.5 · 0.0 % · 30.0 above')
    expect(far(220, 60)).toBe('▼ market 62,149.5 · 0.0 %')
    expect(far(120, 60)).toBe('▼ 62,149.5')
  })

  test('a missing book gives no rows', () => {
    expect(sceneOf(null)).toMatchObject({ rows: [], message: 'Waiting for the book' })
  })
})

test('a point finds the cell drawn under it, and nothing on the headings', () => {
  const scene = sceneOf(calm())
  const row = rowAt(scene, '62147.5')
  const { bids } = scene.columns
  expect(cellAt(scene, bids.x + 1, row.y + 1)).toMatchObject({ column: 'bids', price: '62147.5' })
  expect(cellAt(scene, bids.x + 1, 5)).toBeNull()
  expect(cellAt(scene, -1, row.y)).toBeNull()
})

describe('numbers', () => {
  test.each([
    [621_475, 1, 1, '62,147.5'],
    [5, 3, 3, '0.005'],
    [1_234_567_890, 2, 2, '12,345,678.90'],
    [999, 0, 0, '999'],
  ])('%d × 10^-%d', (value, scale, decimals, shown) => {
    expect(unitsText(value, scale, decimals)).toBe(shown)
  })

  test.each([
    [14_896, 6, '14.896'],
    [14_896, 5, '14.89'],
    [123_456_789, 6, '123.4k'],
    [123_456_789, 4, '123k'],
    [987_654_321_000, 4, '987M'],
  ])('%d thousandths in %d characters', (value, width, shown) => {
    expect(fittedText(value, 3, 3, width)).toBe(shown)
  })

  test('a step says how many decimals its multiples need', () => {
    expect(decimalsOf(5, 1)).toBe(1)
    expect(decimalsOf(100, 3)).toBe(1)
    expect(decimalsOf(1000, 3)).toBe(0)
  })
})
