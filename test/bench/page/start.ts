/** The figures of a start: from the command to a window that can be dealt from, beside a blank window of the same runtime opened the same way. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright'
import { buildWhenStale } from '../../../electron/launch/buildWhenStale.ts'
import { leadPage } from '../../../electron/launch/openBrowser.ts'
import { scratchFolder } from '../../support/runTerminal.ts'
import { invariant } from '../../../shared/base/result.ts'
import { median, rounded, type Group } from '../figures.ts'
import { browserPath } from './servedTerminal.ts'

const root = resolve(import.meta.dirname, '../../..')
/** A server in the same Node that says its address and serves nothing but an empty page. */
const BLANK = `
import { createServer } from 'node:http'
const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Blank</title><p>blank'))
server.listen(0, '127.0.0.1', () => console.log('ready at http://127.0.0.1:' + server.address().port + '/'))
process.on('SIGTERM', () => process.exit(0))
`

/** Looks in every frame of the window: what looks by turns of its own adds up to a turn of them to what is measured. */
const until = (page: Page, isSo: () => unknown) => page.waitForFunction(isSo, null, { polling: 'raf' })

/** Ms from the start of a server, and of a browser window on its address, until `seen` finds what it waits for. */
async function timed(args: readonly string[], seen: (page: Page) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const server = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const address = new Promise<string>((ready) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const url = /ready at (\S+)/.exec(line)?.[1]
      if (url !== undefined) ready(url)
    })
  })
  const profile = scratchFolder()
  // Once there is an address a window of its own is opened on it, as `npm start` does: by a page that leads there, without tabs and address bar.
  const lead = leadPage(await address)
  const browser = await chromium.launchPersistentContext(profile.path, {
    executablePath: browserPath(),
    args: ['--no-sandbox', `--app=${lead.url}`],
    viewport: { width: 1920, height: 1080 },
  })
  try {
    const [page] = browser.pages()
    invariant(page, 'the browser opened no window')
    await seen(page)
    return performance.now() - began
  } finally {
    await browser.close()
    lead.remove()
    profile.remove()
    server.kill('SIGTERM')
    await ended
  }
}

/** Enter as soon as the button that opens the desk has the focus, then until watchlist and ladder have rows. */
async function signIn(page: Page): Promise<void> {
  await until(
    page,
    () =>
      document.activeElement instanceof HTMLButtonElement &&
      document.activeElement.textContent === 'Open the paper desk',
  )
  await page.keyboard.press('Enter')
  await until(page, () =>
    ['Watchlist', 'Ladder BTCUSDC_PERP'].every(
      (name) => document.querySelector(`[role=grid][aria-label="${name}"] [role=gridcell]`) !== null,
    ),
  )
}

/** Until it is signed in by one Enter and can be dealt from. */
async function startTerminalOnce(): Promise<number> {
  const data = scratchFolder()
  try {
    return await timed(
      [join(root, 'electron/start.js'), '--browser', '--no-open', '--port', '0', '--data-dir', data.path],
      signIn,
    )
  } finally {
    data.remove()
  }
}

/** Ms of each start, ours and of a blank window: by turns, so that the machine's own moods fall on both. The first of each fills the disk's caches. */
export async function measureStart(
  turns: number,
  say: (line: string) => void,
): Promise<{ readonly own: readonly number[]; readonly blank: readonly number[] }> {
  await buildWhenStale(root, 'served', say)
  const [own, blank]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= turns; turn++) {
    const mine = await startTerminalOnce()
    const theirs = await timed(['--input-type=module', '--eval', BLANK], (page) =>
      until(page, () => document.body?.innerText === 'blank'),
    )
    if (turn === 0) continue
    own.push(mine)
    blank.push(theirs)
  }
  return { own, blank }
}

export const start: Group = {
  keys: ['start.coldToInteractive.ms', 'start.overBlankWindow'],
  async measure({ quick, say }) {
    const { own, blank } = await measureStart(quick ? 2 : 7, say)
    const how = `npm start's own entry with an empty data folder, the built-in broker started with it, and a new browser's window; until it is signed in by Enter and ladder and watchlist have rows; median of ${own.length}`
    return {
      'start.coldToInteractive.ms': {
        value: Math.round(median(own)),
        unit: 'ms',
        peer: Math.round(median(blank)),
        note: `${how}; peer: a blank page from a bare Node server in the same browser`,
      },
      'start.overBlankWindow': {
        value: rounded(median(own) / median(blank)),
        unit: '× blank window',
        peer: 1,
        note: `${how}, over a blank page from a bare Node server in the same browser, by turns in one run`,
      },
    }
  },
}
