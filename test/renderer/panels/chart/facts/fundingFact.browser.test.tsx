/** The funding rate in the head of a chart of any width. */

import '../../../../../renderer/style/bars.css'
import { expect, test } from 'vitest'
import { NOW, tickerOf } from '../../../../fakes/window/scriptedCore.ts'
import { stageChartPanel } from '../panelStage.tsx'

/** Px that are no cut. */
const SLACK = 0.5
const ticker = { ...tickerOf('BTCUSDC_PERP', '62148', '62150.5'), nextFundingAt: NOW + 3_723_000 }

test('is whole or absent at every width of the chart, so that no digit of it is ever cut', async () => {
  const { screen, candles } = await stageChartPanel((desk) => {
    desk.startWith('tickers', [ticker])
  })
  await expect.element(candles).toBeVisible()
  const chart = screen.container.firstElementChild
  if (!(chart instanceof HTMLElement)) throw new Error('No chart is drawn.')
  const seen = new Set<string>()
  for (let width = 300; width <= 800; width += 10) {
    chart.style.width = `${width}px`
    const facts = screen.container.querySelector('.chart-facts')
    if (!facts) throw new Error('The head of the chart has no facts.')
    const box = facts.getBoundingClientRect()
    const shown: string[] = []
    for (const fact of facts.children) {
      const at = fact.getBoundingClientRect()
      if (at.width === 0 || at.top >= box.bottom - SLACK) continue
      expect(at.left, `${fact.textContent} at ${width} px`).toBeGreaterThanOrEqual(box.left - SLACK)
      expect(at.right, `${fact.textContent} at ${width} px`).toBeLessThanOrEqual(box.right + SLACK)
      shown.push(fact.className)
    }
    seen.add(shown.join())
  }
  // Neither, the rate alone, and both.
  expect(seen).toEqual(new Set(['', 'muted', 'muted,countdown muted']))
})
