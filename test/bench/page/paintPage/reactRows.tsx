/** The peer of the painted ladder: the same rows as React elements, each drawn anew only when it changed. For measuring only. */

import { memo, useEffect, useRef, useState } from 'react'
import {
  applyLadder,
  bookCondition,
  emptyLadder,
  FEWEST_ROWS,
} from '../../../../renderer/paint/ladder/ladderModel.ts'
import { rowsThatFit } from '../../../../renderer/paint/ladder/ladderLayout.ts'
import { ladderView, type LadderScene, type RowRecord } from '../../../../renderer/paint/ladder/ladderView.ts'
import { ownOrders } from '../../../../renderer/paint/ladder/ownOrders.ts'
import { mirrorBook } from '../../../../renderer/live/bookMirror.ts'
import { openFrameLoop, type SurfaceHandle } from '../../../../renderer/live/frameLoop.ts'
import { theme } from '../../../../renderer/style/theme.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import type { ContractClient } from '../../../../shared/contract/ports.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { TimedFrame } from './timedLadders.ts'

const clock = clockOf(globalThis)
/** Of the number font, CSS px. */
const DIGIT = 7.2

export const frames: TimedFrame[] = []
const loop = openFrameLoop(
  {
    request: (run) =>
      requestAnimationFrame((timeMs) => {
        const at = performance.now()
        run(timeMs)
        frames.push({ at, took: performance.now() - at })
      }),
    cancel: (id) => cancelAnimationFrame(id),
  },
  reportError,
)

const sameText = (a: { readonly text: string } | null, b: { readonly text: string } | null) =>
  a?.text === b?.text

const Row = memo(
  function Row({ row, columns }: { readonly row: RowRecord; readonly columns: LadderScene['columns'] }) {
    const { workBuy, bids, price, asks, workSell } = columns
    const color = theme()
    const tone = row.side === 'bid' ? color.bidText : row.side === 'ask' ? color.askText : color.muted
    return (
      <div
        style={{
          display: 'flex',
          height: color.rowLadder,
          background: row.last ? color.raised : color.panel,
        }}
      >
        <span style={{ width: workBuy.width, textAlign: 'center' }}>{row.workBuy?.text}</span>
        <span
          style={{
            width: bids.width,
            textAlign: 'right',
            background: `linear-gradient(${color.bidFill}, ${color.bidFill}) right / ${row.bidBar}px 100% no-repeat`,
          }}
        >
          {row.bidText}
        </span>
        <span style={{ width: price.width, textAlign: 'right', color: tone, background: color.raised }}>
          {row.priceText} {row.last?.text}
        </span>
        <span
          style={{
            width: asks.width,
            background: `linear-gradient(${color.askFill}, ${color.askFill}) left / ${row.askBar}px 100% no-repeat`,
          }}
        >
          {row.askText}
        </span>
        <span style={{ width: workSell.width, textAlign: 'center' }}>{row.workSell?.text}</span>
      </div>
    )
  },
  ({ row: a }, { row: b }) =>
    a.row === b.row &&
    a.side === b.side &&
    a.bidText === b.bidText &&
    a.askText === b.askText &&
    a.bidBar === b.bidBar &&
    a.askBar === b.askBar &&
    sameText(a.last, b.last) &&
    sameText(a.workBuy, b.workBuy) &&
    sameText(a.workSell, b.workSell),
)

interface Props {
  readonly client: ContractClient
  readonly symbol: Symbol
  readonly orders: readonly Order[]
  /** The rows of this frame are drawn. */
  readonly onDrawn: () => void
}

export function ReactRows({ client, symbol, orders, onDrawn }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [scene, setScene] = useState<LadderScene | null>(null)
  useEffect(() => {
    if (!box.current) return undefined
    const { clientWidth: width, clientHeight: height } = box.current
    const { rowLadder: rowHeight } = theme()
    let state = applyLadder(emptyLadder, { kind: 'resized', rows: rowsThatFit(height, rowHeight) }, 0)
    let surface: SurfaceHandle | null = null
    const mirror = mirrorBook(client, { symbol, grouping: 1, rows: FEWEST_ROWS }, () =>
      surface?.invalidate(2),
    )
    surface = loop.add({
      paint() {
        const { frame } = mirror
        if (frame) state = applyLadder(state, { kind: 'frame', frame, held: false }, clock.monotonic())
        const own = ownOrders(orders, state.rowStep, state.priceScale)
        const condition = bookCondition(frame, mirror.state, clock.now())
        setScene(ladderView({ state, frame, own, condition }, { width, height, rowHeight, digit: DIGIT }))
      },
      painted() {
        onDrawn()
        mirror.painted()
      },
    })
    return () => {
      surface?.remove()
      mirror.close()
    }
  }, [client, symbol, orders, onDrawn])
  return (
    <div ref={box} style={{ height: '100%', overflow: 'hidden', font: '400 12px var(--font-numbers)' }}>
      {scene?.rows.map((row) => (
        <Row key={row.row} row={row} columns={scene.columns} />
      ))}
    </div>
  )
}
