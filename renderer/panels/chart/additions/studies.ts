/** The indicators of a chart: runs their folds along the candles, draws their series, and writes their figures into the legend. */

import type { ISeriesApi } from 'lightweight-charts'
import type { IndicatorChoice } from '../../../state/stores/chartChoices.ts'
import type { Theme } from '../../../style/theme.ts'
import { AWAY, axisText } from '../chartModel.ts'
import type { SampledTickers } from '../../../live/tickerSamples.ts'
import type { Slot } from '../candleWindow.ts'
import { FoldRun, type Figures } from '../indicators/fold.ts'
import { indicatorOf, type Indicator } from '../indicators/indicators.ts'
import type { AdditionSurface, ChartAddition } from './chartAddition.ts'
import { pointOf } from './figurePoint.ts'
import { FigureSeries } from './figureSeries.ts'

/** The height of a pane of its own, as a share of the pane of the prices. */
const PANE_SHARE = 0.24

/** CSS px between two panes. */
const SEPARATOR = 1

interface Study {
  readonly indicator: Indicator
  readonly color: string
  readonly run: FoldRun<unknown>
  readonly series: ISeriesApi<'Custom'>
  /** One entry per shown slot. */
  figures: Figures[]
}

interface StudyOptions {
  readonly theme: Theme
  /** Decimals of the instrument's prices. */
  readonly places: number
  /** Of a candle, ms. */
  readonly length: number
  readonly legend: HTMLElement
  /** Of the instrument's ticker. */
  readonly samples: SampledTickers
}

export class Studies implements ChartAddition {
  private readonly surface: AdditionSurface
  private readonly options: StudyOptions
  private studies: readonly Study[]
  /** Open time of the newest slot, ms. */
  private newest = Infinity

  constructor(surface: AdditionSurface, options: StudyOptions, indicators: readonly Indicator[]) {
    this.surface = surface
    this.options = options
    let panes = 0
    this.studies = indicators.map((indicator, n) =>
      this.open(indicator, n, indicator.pane === 'price' ? 0 : ++panes),
    )
    for (const [n, pane] of surface.chart.panes().entries()) pane.setStretchFactor(n === 0 ? 1 : PANE_SHARE)
  }

  private open(indicator: Indicator, place: number, pane: number): Study {
    const { theme, places, length, samples } = this.options
    const color = theme.studies[place % theme.studies.length] ?? theme.text
    const isOwn = indicator.pane === 'own'
    const view = new FigureSeries(theme, {
      lines: indicator.lines.map(({ style }) => ({ style, color })),
      levels: indicator.levels,
      fill: null,
      ...(isOwn ? {} : { on: this.surface }),
      ...(isOwn ? { onDrawn: () => this.place() } : {}),
    })
    const { levels } = indicator
    const series = this.surface.chart.addCustomSeries(
      view,
      {
        lastValueVisible: isOwn,
        priceLineVisible: false,
        priceFormat: {
          type: 'custom',
          minMove: 10 ** -(indicator.places ?? places),
          formatter: (figure: number) => axisText(figure, indicator.places ?? places),
        },
        // A line far from the prices must not flatten the candles.
        autoscaleInfoProvider: isOwn
          ? (own: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
              const range = own()?.priceRange
              if (!range) return null
              const [minValue, maxValue] = [
                Math.min(range.minValue, ...levels),
                Math.max(range.maxValue, ...levels),
              ]
              return { priceRange: { minValue, maxValue } }
            }
          : () => null,
      },
      pane,
    )
    if (isOwn) series.priceScale().applyOptions({ scaleMargins: { top: 0.18, bottom: 0.08 } })
    return { indicator, color, run: new FoldRun(indicator.fold(length, samples)), series, figures: [] }
  }

  all(slots: readonly Slot[], shownFrom: number): void {
    this.newest = slots.at(-1)?.openTime ?? Infinity
    for (const study of this.studies) {
      study.figures = study.run.all(slots).slice(shownFrom)
      study.series.setData(
        study.figures.map((figures, n) => pointOf((slots[shownFrom + n] as Slot).openTime, figures)),
      )
    }
  }

  tail(shown: readonly Slot[], from: number): void {
    this.newest = shown.at(-1)?.openTime ?? Infinity
    for (const study of this.studies)
      for (let n = from; n < shown.length; n++) {
        const slot = shown[n] as Slot
        const figures = study.run.put(slot, shown[n - 1])
        study.figures[n] = figures
        study.series.update(pointOf(slot.openTime, figures))
      }
  }

  pointed(shown: number | null): void {
    const { legend } = this.options
    while (legend.children.length < this.studies.length) legend.append(document.createElement('span'))
    while (legend.children.length > this.studies.length) legend.lastElementChild?.remove()
    for (const [n, study] of this.studies.entries()) {
      const part = legend.children[n] as HTMLElement
      part.className = study.indicator.pane === 'own' ? 'own-pane' : ''
      const figures = shown === null ? AWAY : this.wordsOf(study, study.figures[shown])
      const words = `${study.indicator.title} ${figures}`
      if (part.textContent !== words) part.textContent = words
      part.style.color = study.color
    }
  }

  /** Puts the figures of a pane of its own at the top of that pane. */
  private place(): void {
    const panes = this.surface.chart.panes()
    let pane = 0
    let top = 0
    for (const [n, { indicator }] of this.studies.entries()) {
      if (indicator.pane === 'price') continue
      top += (panes[pane++]?.getHeight() ?? 0) + SEPARATOR
      const part = this.options.legend.children[n]
      if (part instanceof HTMLElement) part.style.top = `${top}px`
    }
  }

  /** The figures as text; — and the reason where they are unknown. */
  private wordsOf({ indicator }: Study, figures: Figures | undefined): string {
    if (figures?.[0] === null || figures?.[0] === undefined) return `— (${indicator.needs})`
    const places = indicator.places ?? this.options.places
    return figures.map((figure) => (figure === null ? '—' : axisText(figure, places))).join(' ')
  }

  wantsFrom(): number {
    return Math.min(...this.studies.map(({ indicator }) => indicator.since?.(this.newest) ?? Infinity))
  }

  close(): void {
    for (const { series } of this.studies) this.surface.chart.removeSeries(series)
    this.studies = []
    this.options.legend.replaceChildren()
  }
}

/** The studies of what the dealer chose. A choice that this release cannot draw is left out. */
export const openStudies = (
  surface: AdditionSurface,
  options: StudyOptions,
  choices: readonly IndicatorChoice[],
): Studies =>
  new Studies(
    surface,
    options,
    choices.map(indicatorOf).filter((indicator) => indicator !== null),
  )
