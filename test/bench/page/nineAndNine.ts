/** The figures of a full page: nine ladders and nine charts with three indicators each at 5,000 changes a second, in a real browser. */

import { ladderShare, measurePaint, NINE_AND_NINE, NINE_CHARTS } from './paint.ts'
import { rounded, type Group } from '../figures.ts'

export const nineAndNine: Group = {
  keys: ['paint.nineAndNine.pageMsPerFrame', 'paint.nineAndNine.workerP99ms', 'paint.nineAndNine.fps'],
  async measure({ quick, say }) {
    const samples = await measurePaint(quick ? 1 : 5, quick ? 2 : 6, say, [NINE_CHARTS, NINE_AND_NINE])
    const [charts, both] = [samples.get(NINE_CHARTS), samples.get(NINE_AND_NINE)]
    if (!charts || !both) throw new Error('A scene was not measured.')
    const scene =
      'nine ladders of 213 × 640 px and nine charts of 640 × 400 px with EMA, Bollinger bands and RSI at 5,000 changes a second, all in sight, headless without a graphics card'
    return {
      'paint.nineAndNine.pageMsPerFrame': {
        value: rounded(both.pageMsPerFrame),
        unit: 'ms',
        peer: rounded(charts.pageMsPerFrame),
        note: `${scene}: own time of the page's main thread a frame (${rounded(both.pageMsPerSecond / 60)} ms by sixty frames a second, where a loaded machine draws fewer), of it the ladders ${rounded(ladderShare(both, charts))} ms; peer: the charts alone`,
      },
      'paint.nineAndNine.workerP99ms': {
        value: rounded(both.paintP99),
        unit: 'ms',
        peer: null,
        note: `${scene}: script of one frame of all nine ladders by the clock on the wall, so other load counts; the worker's own processor time a frame, drawing included, is ${rounded(both.workerMsPerFrame ?? Number.NaN)} ms`,
      },
      'paint.nineAndNine.fps': {
        value: rounded(both.pageFps),
        unit: 'frames/s',
        peer: rounded(charts.pageFps),
        note: `${scene}: frames of the page; ladders were drawn ${rounded(both.paintFps)} times a second, ${rounded(both.dropped)} ‰ of the screen's frames without their news; peer: the charts alone`,
      },
    }
  },
}
