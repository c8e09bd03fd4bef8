/** Which canvases of a chart the browser has to handle: those with something on them. */

import { createChart, LineSeries } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { spareCanvases } from '../../../../renderer/panels/chart/canvas/chartCanvases.ts'

const frame = () => new Promise(requestAnimationFrame)
const drawn = async () => {
  await frame()
  await frame()
}

const uppers = (at: HTMLElement) =>
  [...at.querySelectorAll('canvas')].filter((canvas) => canvas.style.zIndex === '2')
const shown = (at: HTMLElement) =>
  uppers(at).filter((canvas) => getComputedStyle(canvas).opacity !== '0').length

it('shows an upper canvas only while something is drawn on it, also of a pane that came later', async () => {
  const at = document.createElement('div')
  document.body.append(at)
  const chart = createChart(at, { width: 400, height: 300 })
  const first = chart.addSeries(LineSeries)
  spareCanvases(chart.chartElement())
  first.setData([{ time: '2026-01-05', value: 1 }])
  await drawn()
  const before = uppers(at).length
  expect(before).toBeGreaterThan(0)
  expect(shown(at)).toBe(0)
  const second = chart.addSeries(LineSeries, {}, 1)
  second.setData([{ time: '2026-01-05', value: 1 }])
  await drawn()
  second.update({ time: '2026-01-05', value: 2 })
  await drawn()
  expect(uppers(at).length).toBeGreaterThan(before)
  expect(shown(at)).toBe(0)
  chart.setCrosshairPosition(1, '2026-01-05', first)
  await drawn()
  expect(shown(at)).toBeGreaterThan(1)
  chart.clearCrosshairPosition()
  await drawn()
  expect(shown(at)).toBe(0)
  chart.remove()
  at.remove()
})
