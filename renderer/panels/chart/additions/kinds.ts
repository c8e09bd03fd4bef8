/** Draws the prices of a chart as bars, line, area or Heikin-Ashi. The candles stay below, unseen: they carry the scale, the last price and the own lines. */

import type { ISeriesApi } from 'lightweight-charts'
import type { ChartKind } from '../../../state/stores/chartChoices.ts'
import type { Theme } from '../../../style/theme.ts'
import type { Slot } from '../candleWindow.ts'
import { FoldRun } from '../indicators/fold.ts'
import { closes, heikinAshi, plainPrices } from '../indicators/heikinAshi.ts'
import type { AdditionSurface, ChartAddition } from './chartAddition.ts'
import { pointOf } from './figurePoint.ts'
import { FigureSeries, type FigureLook } from './figureSeries.ts'

type OtherKind = Exclude<ChartKind, 'candles'>

const FOLDS: Readonly<Record<OtherKind, () => FoldRun<unknown>>> = {
  bars: () => new FoldRun(plainPrices),
  line: () => new FoldRun(closes),
  area: () => new FoldRun(closes),
  'heikin-ashi': () => new FoldRun(heikinAshi),
}

function lookOf(kind: OtherKind, theme: Theme): FigureLook {
  if (kind === 'bars') return { lines: [], levels: [], fill: null, shape: 'bars' }
  if (kind === 'heikin-ashi') return { lines: [], levels: [], fill: null, shape: 'candles' }
  return {
    lines: [{ style: 'solid', color: theme.text }],
    levels: [],
    fill: kind === 'area' ? theme.bidFill : null,
  }
}

/** Candles without a colour. */
const UNSEEN = {
  upColor: 'transparent',
  downColor: 'transparent',
  wickUpColor: 'transparent',
  wickDownColor: 'transparent',
}

class KindSeries implements ChartAddition {
  private readonly surface: AdditionSurface
  private readonly theme: Theme
  private readonly series: ISeriesApi<'Custom'>
  private readonly run: FoldRun<unknown>

  constructor(surface: AdditionSurface, theme: Theme, kind: OtherKind) {
    this.surface = surface
    this.theme = theme
    this.run = FOLDS[kind]()
    this.series = surface.chart.addCustomSeries(
      new FigureSeries(theme, { ...lookOf(kind, theme), on: surface }),
      { lastValueVisible: false, priceLineVisible: false },
    )
    surface.bars.applyOptions(UNSEEN)
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    const figures = this.run.all(slots).slice(shownFrom)
    this.series.setData(figures.map((one, n) => pointOf((slots[shownFrom + n] as Slot).openTime, one)))
  }

  tail(shown: readonly Slot[], from: number): void {
    for (let n = from; n < shown.length; n++) {
      const slot = shown[n] as Slot
      this.series.update(pointOf(slot.openTime, this.run.put(slot, shown[n - 1])))
    }
  }

  close(): void {
    const { bid, ask } = this.theme
    this.surface.chart.removeSeries(this.series)
    this.surface.bars.applyOptions({ upColor: bid, downColor: ask, wickUpColor: bid, wickDownColor: ask })
  }
}

export const openKind = (surface: AdditionSurface, theme: Theme, kind: OtherKind): ChartAddition =>
  new KindSeries(surface, theme, kind)
