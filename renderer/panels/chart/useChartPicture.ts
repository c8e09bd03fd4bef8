/** Takes the picture of a chart with its title above it. */

import type { RefObject } from 'react'
import { theme } from '../../style/theme.ts'
import { titledPicture } from './canvas/titledPicture.ts'
import type { LiveChart } from './canvas/liveChart.ts'
import type { ChartProps } from './chartProps.ts'

interface PictureOptions {
  readonly live: RefObject<LiveChart | null>
  /** Their texts end the title. */
  readonly legends: readonly RefObject<HTMLElement | null>[]
  readonly onPicture: ChartProps['onPicture']
}

/** `title`: what the picture says it is, and every doubt about it. */
export const useChartPicture =
  ({ live, legends, onPicture }: PictureOptions, title: () => readonly string[]) =>
  (to: 'file' | 'clipboard'): void => {
    if (!live.current || !onPicture) return
    const texts = legends.flatMap((legend) => partsOf(legend.current))
    onPicture(titledPicture(live.current.picture(), [...title(), ...texts], theme(), devicePixelRatio), to)
  }

/** Each part of a legend as text. */
const partsOf = (legend: HTMLElement | null): string[] =>
  [...(legend?.children ?? [])].map((part) => part.textContent)
