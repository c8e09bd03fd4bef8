import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  FEWEST_ROWS,
  inView,
  priceOfRow,
  rowsToAsk,
  type LadderEvent,
  type LadderState,
} from '../../../../renderer/paint/ladder/ladderModel.ts'
import { ownOrders, rowOfOrder, walkOrders } from '../../../../renderer/paint/ladder/ownOrders.ts'
import { add, decimal, fromInteger, subtract } from '../../../../shared/base/decimal.ts'
import { MAX_ROWS, middleRow } from '../../../../shared/domain/book/bookFrame.ts'
import { calm, comboOf, frameOf, NOW, orderOf } from '../../panels/ladder/scenes.ts'

const run = (events: readonly LadderEvent[], from: LadderState = emptyLadder, at = 1_000): LadderState =>
  events.reduce((state, event) => applyLadder(state, event, at), from)

const opened = run([
  { kind: 'resized', rows: 21 },
  { kind: 'frame', frame: calm(), held: false },
])
/** The whole market 100 USDC higher: far out of view. */
const away = calm({ bids: [[622_490, 1]], asks: [[622_500, 1]] })

describe('where a ladder looks', () => {
  test('the first book is centered', () => {
    expect(opened.top).toBe(124_309)
    expect(priceOfRow(middleRow(calm()) ?? 0, opened)).toBe('62149.5')
  })

  test('a book that comes before the size waits for the size', () => {
    const early = run([{ kind: 'frame', frame: calm(), held: false }])
    expect(early.top).toBeNull()
  })

  test('another size leaves the middle in the middle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 80 }), (there, back) => {
        const sized = run([{ kind: 'resized', rows: there }], opened)
        expect(inView(middleRow(calm()) ?? 0, sized)).toBe(true)
        const events: LadderEvent[] = [there, back, 21].map((rows) => ({ kind: 'resized', rows }))
        expect(run(events, opened).top).toBe(opened.top)
      }),
    )
  })

  test('new prices never move the rows while the touch stands well in view', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 5 }), fc.boolean(), (ticks, held) => {
        const frame = calm({ bids: [[621_490 + 5 * ticks, 1]], asks: [[621_500 + 5 * ticks, 1]] })
        expect(run([{ kind: 'frame', frame, held }], opened)).toBe(opened)
      }),
    )
  })

  test('a touch that left the view is followed, unless the ladder is held', () => {
    expect(run([{ kind: 'frame', frame: away, held: true }], opened).top).toBe(opened.top)
    const followed = applyLadder(opened, { kind: 'frame', frame: away, held: false }, 5_000)
    expect(inView(middleRow(away) ?? 0, followed)).toBe(true)
    expect(followed.movedAt).toBe(5_000)
  })

  test('a touch near the edge is followed after three seconds, never while the ladder is held', () => {
    const edge = calm({ bids: [[621_490 + 40, 1]], asks: [[621_500 + 40, 1]] })
    const frame = (held: boolean, market = edge): LadderEvent => ({ kind: 'frame', frame: market, held })
    const near = run([frame(false)], opened, 10_000)
    expect(near.top).toBe(opened.top)
    expect(run([frame(false)], near, 13_000).top).toBe(opened.top)
    expect(run([frame(true)], near, 60_000).top).toBe(opened.top)
    const followed = run([frame(false)], near, 13_001)
    expect(followed.top).toBe((opened.top ?? 0) + 8)
    expect(followed.movedAt).toBe(13_001)
    // Back in the middle for a moment: the three seconds begin anew.
    const back = run([frame(false, calm())], near, 12_000)
    expect(run([frame(false)], back, 13_500).top).toBe(opened.top)
  })

  test('recentre puts mid in the middle whatever was scrolled', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 5_000 }), (by) => {
        const scrolled = run([{ kind: 'scroll', by }], opened)
        expect(run([{ kind: 'recentre', frame: calm() }], scrolled).top).toBe(opened.top)
      }),
    )
  })

  test('the cursor starts in the middle, moves by rows and pulls the view along', () => {
    const first = run([{ kind: 'moveCursor', by: 1 }], opened)
    expect(first.cursor).toBe((opened.top ?? 0) - 10)
    expect(first.top).toBe(opened.top)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 20 }), (moves) => {
        const state = run(
          moves.map((by) => ({ kind: 'moveCursor', by })),
          first,
        )
        expect(state.cursor).toBe((first.cursor ?? 0) + moves.reduce((sum, by) => sum + by, 0))
        expect(inView(state.cursor ?? 0, state)).toBe(true)
      }),
    )
  })

  test('coarser rows leave the price under the cursor where it stands', () => {
    const at = run([{ kind: 'cursorTo', row: 124_290 }], opened)
    const place = (at.top ?? 0) - (at.cursor ?? 0)
    const coarse = run([{ kind: 'frame', frame: calm({ rowStep: 50 }), held: true }], at)
    expect((coarse.top ?? 0) - (coarse.cursor ?? 0)).toBe(place)
    expect(priceOfRow(coarse.cursor ?? 0, coarse)).toBe('62145')
  })

  test('a price that is no row of its own among coarser rows loses the cursor: no key deals at another price', () => {
    const at = run([{ kind: 'cursorTo', row: 124_295 }], opened)
    expect(priceOfRow(at.cursor ?? 0, at)).toBe('62147.5')
    const coarse = run([{ kind: 'frame', frame: calm({ rowStep: 50 }), held: true }], at)
    expect(coarse.cursor).toBeNull()
    expect(priceOfRow(coarse.top ?? 0, coarse)).not.toBe(priceOfRow(at.top ?? 0, at))
  })

  test('it never scrolls below the first row', () => {
    expect(run([{ kind: 'scroll', by: -1_000_000 }], opened).top).toBe(1)
  })
})

describe('how many rows a ladder asks the core for', () => {
  const middle = middleRow(calm()) ?? 0
  const looking = (rows: number, down: number): LadderState => ({
    ...opened,
    rows,
    top: Math.max(1, middle + Math.floor(rows / 2) - down),
  })

  test('few where the market stands in the middle, and before there is one', () => {
    expect(rowsToAsk(FEWEST_ROWS, looking(31, 0), calm())).toBe(FEWEST_ROWS)
    expect(rowsToAsk(FEWEST_ROWS, emptyLadder, null)).toBe(FEWEST_ROWS)
  })

  test('enough for the view and one view more, wherever it was scrolled, up to the maximum', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: -1_000, max: 1_000 }),
        fc.constantFrom(FEWEST_ROWS, 128, 256, MAX_ROWS),
        (rows, down, asked) => {
          const state = looking(rows, down)
          const top = state.top ?? 0
          const farthest = Math.max(top - middle, middle - (top - rows + 1))
          expect(rowsToAsk(asked, state, calm())).toBeGreaterThanOrEqual(Math.min(MAX_ROWS, farthest + rows))
        },
      ),
    )
  })

  test('few again once the view is back, and a step to and fro never changes the number', () => {
    expect(rowsToAsk(MAX_ROWS, looking(31, 0), calm())).toBe(FEWEST_ROWS)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (down) => {
        let asked = rowsToAsk(FEWEST_ROWS, looking(31, down), calm())
        let changes = 0
        for (const step of [1, 0, 1, 0, 1]) {
          const next = rowsToAsk(asked, looking(31, down + step), calm())
          if (next !== asked) changes++
          asked = next
        }
        expect(changes).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('how far a book can be trusted', () => {
  test.each([
    ['fresh', calm(), 'live', NOW + 5_000, { state: 'live', age: 5_000, silence: 5_000, stale: false }],
    [
      'older than 5 s',
      calm(),
      'live',
      NOW + 5_001,
      { state: 'live', age: 5_001, silence: 5_001, stale: true },
    ],
    [
      'quiet while the venue is heard',
      calm({ aliveAt: NOW + 58_000 }),
      'live',
      NOW + 60_000,
      { state: 'live', age: 60_000, silence: 2_000, stale: false },
    ],
    [
      'quiet and the venue unheard',
      calm({ aliveAt: NOW + 54_000 }),
      'live',
      NOW + 60_000,
      { state: 'live', age: 60_000, silence: 6_000, stale: true },
    ],
    ['link lost', calm(), 'down', NOW + 100, { state: 'down', age: 100, silence: 100, stale: false }],
    ['in doubt', calm(), 'suspect', NOW, { state: 'suspect', age: 0, silence: 0, stale: false }],
    ['none yet', null, 'waiting', NOW, { state: 'waiting', age: null, silence: null, stale: false }],
    [
      'a clock that stepped back',
      calm(),
      'live',
      NOW - 50,
      { state: 'live', age: 0, silence: 0, stale: false },
    ],
    [
      'a clock that was set back by minutes',
      calm(),
      'live',
      NOW - 600_000,
      { state: 'live', age: 0, silence: null, stale: true },
    ],
  ] as const)('%s', (_, frame, state, now, expected) => {
    expect(bookCondition(frame, state, now)).toEqual(expected)
  })
})

describe('own orders on rows', () => {
  test('lie within their row in any grouping: buys from its lower edge up, sells from its upper', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (units, rowStep, scale, side) => {
          const price = fromInteger(units, scale)
          const row = rowOfOrder(orderOf(side, String(units / 10 ** scale)), rowStep, scale) ?? -1
          const edge = fromInteger(row * rowStep, scale)
          const step = fromInteger(rowStep, scale)
          const within =
            side === 'buy'
              ? edge <= price && price < add(edge, step)
              : subtract(edge, step) < price && price <= edge
          expect(within).toBe(true)
        },
      ),
    )
  })

  test('are never lost, and Tab walks them from the highest price down', () => {
    const orders = [
      orderOf('buy', '62145'),
      orderOf('sell', '62153'),
      orderOf('buy', '62147.5'),
      orderOf('buy', '62145'),
      orderOf('buy', '0', { type: 'market', limitPrice: null }),
    ]
    const walked = walkOrders(ownOrders(orders, 5, 1)).map(({ order }) => order)
    expect(walked).toEqual([orders[1], orders[2], orders[0], orders[3]])
  })

  test('with two legs are walked once, at the higher one', () => {
    const combo = comboOf()
    const walked = walkOrders(ownOrders([combo, orderOf('buy', '62147.5')], 5, 1))
    expect(walked.map(({ order, row }) => [order.type, row])).toEqual([
      ['take_profit_stop_loss', 124_308],
      ['limit', 124_295],
    ])
  })

  test('a price finer than the book counts still finds its row', () => {
    expect(rowOfOrder(orderOf('buy', '62147.4999'), 5, 1)).toBe(124_294)
    expect(rowOfOrder(orderOf('sell', '62147.4999'), 5, 1)).toBe(124_295)
    expect(decimal('62147.5')).toBe(fromInteger(621_475, 1))
  })

  test('an empty or one-sided book has a middle where it can', () => {
    expect(middleRow(frameOf({}))).toBeNull()
    expect(middleRow(frameOf({ bids: [[100, 1]] }))).toBe(20)
    expect(middleRow(frameOf({ last: [250, 1, 1] }))).toBe(50)
  })
})
