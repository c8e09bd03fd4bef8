/** The real desk in a process of its own, with a real Chromium page on it. Measures nothing. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import { buildWhenStale } from '../../../electron/launch/buildWhenStale.ts'
import { findOrInstallBrowser } from '../../support/findBrowser.ts'
import { scratchFolder } from '../../support/runTerminal.ts'
import type { DeskCosts } from '../timed/deskMain.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Ms for an answer of the desk, and for its end. */
const PATIENCE = 30_000

export interface ServedTerminal {
  /** With the token. */
  readonly url: string
  costs(): Promise<DeskCosts>
  close(): Promise<void>
}

/** Builds the page where it is old, and starts the desk; `speed`: of the built-in broker's market. */
export async function serveTerminal(
  say: (line: string) => void,
  options: { readonly speed?: number; readonly venueFile?: string } = {},
): Promise<ServedTerminal> {
  await buildWhenStale(root, 'page', say)
  const data = scratchFolder()
  const child = fork(
    join(import.meta.dirname, '../timed/deskMain.ts'),
    [data.path, String(options.speed ?? 1), options.venueFile ?? ''],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--expose-gc'] },
  )
  const ended = once(child, 'exit')
  const [first] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The desk ended at its start.'))),
  ])) as [{ readonly url: string }]
  return {
    url: first.url,
    async costs() {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(PATIENCE) })
      child.send('costs')
      return (await answer)[0] as DeskCosts
    },
    async close() {
      const hard = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
      child.send('close')
      await ended
      clearTimeout(hard)
      data.remove()
    },
  }
}

/** Rejects with one sentence where there is no browser and none can be had. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
}

/** Throws one sentence where there is no browser and none can be had. */
export function browserPath(): string {
  const path = findOrInstallBrowser()
  if (path === null)
    throw new Error('No browser: install Chrome or Chromium, or name one in OPENPIT_CHROMIUM.')
  return path
}

/** Bytes of the page's heap after a full collection of garbage. */
export async function pageHeap(tool: CDPSession): Promise<number> {
  await tool.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tool.send('Runtime.getHeapUsage')
  return usedSize
}

/** Ms that the page's main thread has been at work, in the thread's own time, so that a busy machine does not count. */
export async function mainThreadMeter(page: Page): Promise<() => Promise<number>> {
  const tool = await page.context().newCDPSession(page)
  await tool.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await tool.send('Performance.getMetrics')
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1_000
  }
}
