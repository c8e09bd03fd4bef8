/** Draws the volume profile of the view at the left edge of the prices. */

import type { IPrimitivePaneRenderer, ISeriesPrimitive, SeriesAttachedParameter } from 'lightweight-charts'
import type { Theme } from '../../../style/theme.ts'
import type { Slot } from '../candleWindow.ts'
import { volumeProfile } from './volumeProfile.ts'
import type { AdditionSurface, ChartAddition } from './chartAddition.ts'

const ROWS = 48
/** The longest bar as a share of the pane. */
const SHARE = 0.22

class ProfileBars implements ChartAddition, ISeriesPrimitive {
  private readonly surface: AdditionSurface
  private readonly theme: Theme
  private slots: readonly Slot[] = []
  private redraw: () => void = () => {}

  constructor(surface: AdditionSurface, theme: Theme) {
    this.surface = surface
    this.theme = theme
    surface.bars.attachPrimitive(this)
  }

  attached({ requestUpdate }: SeriesAttachedParameter): void {
    this.redraw = requestUpdate
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    this.slots = slots.slice(shownFrom)
    this.redraw()
  }

  tail(shown: readonly Slot[]): void {
    this.slots = shown
    this.redraw()
  }

  close(): void {
    this.surface.bars.detachPrimitive(this)
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
    const { theme } = this
    const { chart, bars, holdsAll } = this.surface
    const seen = chart.timeScale().getVisibleLogicalRange()
    if (!seen) return
    const { rows, isPartial } = volumeProfile(
      this.slots.slice(Math.max(0, Math.ceil(seen.from)), Math.max(0, Math.floor(seen.to) + 1)),
      ROWS,
    )
    const most = Math.max(...rows.map(({ up, down }) => up + down))
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      for (const { from, to, up, down } of rows) {
        const [bottom, top] = [bars.priceToCoordinate(from), bars.priceToCoordinate(to)]
        if (bottom === null || top === null || up + down === 0) continue
        const scale = (mediaSize.width * SHARE) / most
        const height = Math.max(1, bottom - top - 1)
        context.fillStyle = theme.bidFill
        context.fillRect(0, top, up * scale, height)
        context.fillStyle = theme.askFill
        context.fillRect(up * scale, top, down * scale, height)
      }
      if (isPartial || !holdsAll(seen.from, seen.to)) {
        context.font = `600 11px ${theme.fontNumbers}`
        context.fillStyle = theme.own
        context.textBaseline = 'bottom'
        context.fillText('volume ~ (unread time in view)', 8, mediaSize.height - 6)
      }
      context.restore()
    })
  }
}

export const openProfile = (surface: AdditionSurface, theme: Theme): ChartAddition =>
  new ProfileBars(surface, theme)
