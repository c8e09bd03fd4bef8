/** Draws hatched bands behind the candles at unknown times. */

import type {
  IChartApiBase,
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { Theme } from '../../../style/theme.ts'
import type { Slot } from '../candleWindow.ts'

/** CSS px between the lines of the hatching, and the least width with room for the words. */
const HATCH = 7
const ROOM = 58

/** The slots from `first` to `last` are in one gap. */
interface Band {
  readonly first: number
  readonly last: number
}

/** The runs of slots in each gap. */
function bandsOf(slots: readonly Slot[]): Band[] {
  const bands: Band[] = []
  slots.forEach(({ gap }, n) => {
    if (gap === null) return
    const last = bands.at(-1)
    if (last?.last === n - 1 && slots[n - 1]?.gap === gap) bands[bands.length - 1] = { ...last, last: n }
    else bands.push({ first: n, last: n })
  })
  return bands
}

export class GapBands implements ISeriesPrimitive {
  private readonly theme: Theme
  private chart: IChartApiBase | null = null
  private bands: readonly Band[] = []
  private redraw: () => void = () => {}

  constructor(theme: Theme) {
    this.theme = theme
  }

  attached({ chart, requestUpdate }: SeriesAttachedParameter): void {
    this.chart = chart
    this.redraw = requestUpdate
  }

  detached(): void {
    this.chart = null
  }

  set(slots: readonly Slot[]): void {
    this.bands = bandsOf(slots)
    this.redraw()
  }

  private readonly views = [
    {
      zOrder: () => 'bottom' as const,
      renderer: (): IPrimitivePaneRenderer => ({ draw: (on) => this.draw(on) }),
    },
  ]
  paneViews() {
    return this.views
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    const { chart, theme } = this
    if (!chart || this.bands.length === 0) return
    const scale = chart.timeScale()
    const { barSpacing } = scale.options()
    const middleOf = (slot: number) => scale.logicalToCoordinate(slot as Logical)
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const { first, last } of this.bands) {
        const [from, to] = [middleOf(first), middleOf(last)]
        if (from === null || to === null) continue
        const left = Math.max(0, from - barSpacing / 2)
        const right = Math.min(mediaSize.width, to + barSpacing / 2)
        if (right <= left) continue
        context.save()
        context.beginPath()
        context.rect(left, 0, right - left, mediaSize.height)
        context.clip()
        context.globalAlpha = 0.07
        context.fillStyle = theme.own
        context.fillRect(left, 0, right - left, mediaSize.height)
        context.globalAlpha = 0.22
        context.strokeStyle = theme.own
        context.beginPath()
        const begin = Math.floor((left - mediaSize.height) / HATCH) * HATCH
        for (let x = begin; x < right; x += HATCH) {
          context.moveTo(x, mediaSize.height)
          context.lineTo(x + mediaSize.height, 0)
        }
        context.stroke()
        context.globalAlpha = 1
        if (right - left >= ROOM) {
          context.font = `600 11px ${theme.fontNumbers}`
          context.textBaseline = 'bottom'
          context.textAlign = 'center'
          context.fillStyle = theme.own
          context.fillText('not known', (left + right) / 2, mediaSize.height - 6)
        }
        context.restore()
      }
    })
  }
}
