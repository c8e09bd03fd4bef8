/** The menus of a chart: of a right click on its prices, and of the tools that draw. Their code is loaded with the first use. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react'
import { late } from '../../../ui/late.tsx'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { priceText } from '../../../format/priceText.ts'
import { capOf } from '../../../keys/caps.ts'
import type { Drawing } from '../../../state/stores/chartChoices.ts'
import type { LiveChart } from '../canvas/liveChart.ts'
import type { ChartedInstrument } from '../chartModel.ts'
import { DRAWING_KINDS, drawingName } from '../drawings/drawings.ts'
import type { DrawnChartHand } from '../byHand/useDrawings.ts'
import type { ChartMenuItem } from './ChartMenu.tsx'

const ChartMenu = late(async () => (await import('./ChartMenu.tsx')).default)

interface ChartMenuOptions {
  /** Holds the canvas, and takes the focus when the menu closes. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  readonly instrument: ChartedInstrument
  readonly hand: DrawnChartHand
  /** Begins a price alert; undefined: the chart begins none. */
  readonly onAlert: ((price: DecimalText) => void) | undefined
}

/** CSS px from the top left of the page. */
interface Place {
  readonly x: number
  readonly y: number
}

/** `spot`: the tick of a right click and the drawing there; null: the tools alone. */
interface OpenMenu {
  readonly at: Place
  readonly spot: { readonly price: DecimalText; readonly drawing: Drawing | null } | null
}

export function useChartMenu({ container, live, instrument, hand, onAlert }: ChartMenuOptions): {
  /** The menu while one is open. */
  readonly menu: ReactNode
  readonly openTools: () => void
} {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  const { state } = hand
  const { symbol } = instrument
  // A price of one instrument means nothing on another.
  useEffect(() => () => setOpen(null), [symbol])
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    const listener = (event: MouseEvent) => {
      const { left, top } = element.getBoundingClientRect()
      const [x, y] = [event.clientX - left, event.clientY - top]
      const price = live.current?.tickOf(y) ?? null
      if (price === null) return
      event.preventDefault()
      const drawing = state.shapes?.at(x, y)?.drawing ?? null
      setOpen({ at: { x: event.clientX, y: event.clientY }, spot: { price, drawing } })
    }
    element.addEventListener('contextmenu', listener)
    return () => element.removeEventListener('contextmenu', listener)
  }, [container, live, state])
  const openTools = () => {
    const box = container.current?.getBoundingClientRect()
    setOpen({ at: { x: (box?.left ?? 0) + 8, y: (box?.top ?? 0) + 8 }, spot: null })
  }
  if (open === null) return { menu: null, openTools }
  const { at, spot } = open
  const tools: ChartMenuItem[] = DRAWING_KINDS.map(({ word, name }) => ({
    label: name,
    act: () => hand.choose(word),
  }))
  const price = spot && priceText(spot.price, instrument)
  const items: readonly ChartMenuItem[] = [
    ...(spot === null || onAlert === undefined
      ? []
      : [
          {
            label: `Price alert at ${price} …`,
            cap: capOf('A', 'chart'),
            act: () => onAlert(spot.price),
          },
        ]),
    ...(spot?.drawing
      ? [
          {
            label: `Delete: ${drawingName(spot.drawing)}`,
            cap: 'Delete',
            act: () => spot.drawing && hand.remove(spot.drawing),
          },
        ]
      : []),
    ...tools,
  ]
  const menu = (
    <Suspense>
      <ChartMenu
        title={
          spot === null
            ? `Draw on ${shownCode(instrument.symbol)}`
            : `${shownCode(instrument.symbol)} at ${price}`
        }
        items={items}
        at={at}
        home={container}
        onClose={() => setOpen(null)}
      />
    </Suspense>
  )
  return { menu, openTools }
}
