/** The menu that a right click on a chart's prices opens. Its code is loaded with its first use. */

import { lazy, Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { priceText } from '../../../format/priceText.ts'
import { capOf } from '../../../keys/caps.ts'
import type { LiveChart } from '../canvas/liveChart.ts'
import type { ChartedInstrument } from '../chartModel.ts'

const ChartMenu = lazy(() => import('./ChartMenu.tsx'))

interface ChartMenuOptions {
  /** Holds the canvas, and takes the focus when the menu closes. */
  readonly container: RefObject<HTMLElement | null>
  readonly live: RefObject<LiveChart | null>
  readonly instrument: ChartedInstrument
  /** Begins a price alert; undefined: the chart begins none. */
  readonly onAlert: ((price: DecimalText) => void) | undefined
}

/** The place of the click, CSS px from the top left of the page, and the tick there. */
interface OpenMenu {
  readonly at: { readonly x: number; readonly y: number }
  readonly price: DecimalText
}

/** The menu while it is open. */
export function useChartMenu({ container, live, instrument, onAlert }: ChartMenuOptions): ReactNode {
  const [open, setOpen] = useState<OpenMenu | null>(null)
  const isOff = onAlert === undefined
  useEffect(() => {
    const element = container.current
    if (!element || isOff) return undefined
    const onContextMenu = (event: MouseEvent) => {
      const price = live.current?.tickOf(event.clientY - element.getBoundingClientRect().top) ?? null
      if (price === null) return
      event.preventDefault()
      setOpen({ at: { x: event.clientX, y: event.clientY }, price })
    }
    element.addEventListener('contextmenu', onContextMenu)
    return () => element.removeEventListener('contextmenu', onContextMenu)
  }, [container, live, isOff])
  if (open === null || onAlert === undefined) return null
  const at = priceText(open.price, instrument)
  return (
    <Suspense>
      <ChartMenu
        title={`${instrument.symbol} at ${at}`}
        items={[
          {
            label: `Price alert at ${at} …`,
            cap: capOf('A', 'chart'),
            act: () => onAlert(open.price),
          },
        ]}
        at={open.at}
        home={container}
        onClose={() => setOpen(null)}
      />
    </Suspense>
  )
}
