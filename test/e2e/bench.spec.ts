import { expect, test } from '@playwright/test'
import { measureBlotter } from '../bench/page/blotter.ts'
import { bundle } from '../bench/page/bundle.ts'
import { measureCharts } from '../bench/page/chart.ts'
import { measureMemory } from '../bench/page/memory.ts'
import { measurePaint, REACT, WORKER } from '../bench/page/paint.ts'
import { measureStart } from '../bench/page/start.ts'

// Guards against gross regressions: ratios within one run, never times. `npm run bench` has the figures.

test('a table of 20,000 orders costs the page about what one of 200 does', async () => {
  const [few, many] = await measureBlotter([200, 20_000], 50, 3)
  expect(many?.rows).toBeLessThan(100)
  expect((many?.share ?? 0) / (few?.share ?? Number.NaN)).toBeLessThan(4)
})

test('nine ladders drawn by the paint worker cost the page a part of what React rows do', async () => {
  // By turns, so that other load falls on both.
  const samples = await measurePaint(3, 2, () => {}, [WORKER, REACT])
  const [worker, react] = [samples.get(WORKER), samples.get(REACT)]
  if (!worker || !react) throw new Error('A scene was not measured.')
  expect(worker.pageMsPerLadderFrame / react.pageMsPerLadderFrame).toBeLessThan(0.6)
  expect(worker.paintFps / react.paintFps).toBeGreaterThan(0.8)
  expect(worker.waitP50 / react.waitP50).toBeLessThan(1.5)
})

test('nine charts with 25,000 candles in reach cost a small part of charts that hold them', async () => {
  const { ours, whole } = await measureCharts(2, 25_000)
  expect(ours.pageMs / whole.pageMs).toBeLessThan(0.4)
})

test('market worker and page hold no more than a few times what the core does', async () => {
  const { core, worker, page } = await measureMemory(5, () => {})
  expect(worker / core).toBeLessThan(4)
  expect(page / core).toBeLessThan(1)
})

test('a start takes no more than a few times that of a blank window', async () => {
  const { own, blank } = await measureStart(1, () => {})
  expect((own[0] ?? 0) / (blank[0] ?? Number.NaN)).toBeLessThan(8)
})

test('the page is within its size limits, at its start and whole', async () => {
  const measured = await bundle.measure({ quick: true, say: () => {} })
  expect(measured['bundle.start.gzipKB']?.value).toBeLessThan(400)
  expect(measured['bundle.renderer.gzipKB']?.value).toBeLessThan(720)
})
