/** What one run of the whole window costs: frames a second, and the share of the page's main thread. */

import type { Page } from 'playwright'
import type { WindowRun } from './benchWindow.tsx'

export interface WindowCost extends WindowRun {
  readonly fps: number
  /** Share of the page's main thread. */
  readonly share: number
}

/** `busy`: ms that the page's main thread has been busy so far. */
export async function measureRun(
  page: Page,
  busy: () => Promise<number>,
  seconds: number,
): Promise<WindowCost> {
  const before = await busy()
  const ran = await page.evaluate(
    (ms) => (window as unknown as { run(ms: number): Promise<WindowRun> }).run(ms),
    seconds * 1_000,
  )
  const spent = (await busy()) - before
  return { ...ran, fps: (ran.frames * 1_000) / ran.ms, share: spent / ran.ms }
}
