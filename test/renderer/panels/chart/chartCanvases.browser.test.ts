/** Which canvases of a chart the browser has to handle: those with something on them. */

import { createChart, LineSeries } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { spareCanvases } from '../../../../renderer/panels/chart/canvas/chartCanvases.ts'

const uppers = (at: HTMLElement) =>
  [...at.querySelectorAll('canvas')].filter((canvas) => canvas.style.zIndex === '2')
const shown = (at: HTMLElement) =>
  uppers(at).filter((canvas) => getComputedStyle(canvas).opacity !== '0').length

it('shows an upper canvas only while something is drawn on it, also of a pane that came later', async () => {
  const at = document.createElement('div')
  // The pointer may rest anywhere on the page, and would draw a crosshair.
  at.style.pointerEvents = 'none'
  document.body.append(at)
  const chart = createChart(at, { width: 400, height: 300 })
  const first = chart.addSeries(LineSeries)
  spareCanvases(chart.chartElement())
  first.setData([{ time: '2026-01-05', value: 1 }])
  await expect.poll(() => shown(at)).toBe(0)
  const before = uppers(at).length
  expect(before).toBeGreaterThan(0)
  const second = chart.addSeries(LineSeries, {}, 1)
  second.setData([{ time: '2026-01-05', value: 1 }])
  await expect.poll(() => uppers(at).length).toBeGreaterThan(before)
  let value = 1
  await expect
    .poll(() => {
      // A canvas that came later is looked at from its second drawing on.
      second.update({ time: '2026-01-05', value: ++value })
      return shown(at)
    })
    .toBe(0)
  chart.setCrosshairPosition(1, '2026-01-05', first)
  await expect.poll(() => shown(at)).toBeGreaterThan(1)
  chart.clearCrosshairPosition()
  await expect.poll(() => shown(at)).toBe(0)
  chart.remove()
  at.remove()
})
