/** `npm run soak`: the real parts for a long while at speed, with orders flowing; prints how memory grows and how the loop lags, and judges both. */

import { setTimeout as wait } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../../shared/base/random.ts'
import { connectContract } from '../../../shared/contract/client/client.ts'
import { clock, dial } from '../../contract/transports.ts'
import { until } from '../../support/until.ts'
import { signIn } from '../../e2e/story.ts'
import { quantile, rounded } from '../figures.ts'
import { openBrowser, pageHeap, serveTerminal } from '../page/servedTerminal.ts'
import { Dealer } from './dealer.ts'
import { slopeOf, type Sample } from './slope.ts'

const HELP = `Runs desk, market worker, paper broker and a Chromium page for a while, and measures what grows.

  npm run soak -- [options]

  --minutes N   how long (default 20)
  --speed S     speed of the market, 1 is real time (default 10)
  --pace MS     ms between two acts of the dealer (default 3000: some 550 orders an hour)
  --warm N      minutes at the start that the slopes leave out (default 5)
  --seed N      of the interval's bootstrap (default 1)
  --help        this text

Ends with 1 when a heap may grow by more than 2 MB an hour (upper end of the 95 % interval), or when the core's loop
lags by more than 20 ms at its 99th percentile.

The warm-up: within five minutes every store that is bounded by time is as full as it will be (the worker's names of trades: three minutes and
the present one; the lists of trades; orders at rest). What V8 compiles late grows on and counts, and so do the stores that are bounded by number: orders
that are over, up to 5,000 in the core and 20,000 in a window.
`

const MOST_MB_PER_HOUR = 2
const MOST_LAG_MS = 20
/** Samples of a run, as far as there is time for them. */
const SAMPLES = 240
const SAMPLE_MS = 3_000
const HOUR = 3_600_000

function give(sentence: string): never {
  process.stderr.write(`soak: ${sentence}\n`)
  process.exit(2)
}

function readOptions() {
  let values
  try {
    values = parseArgs({
      options: {
        minutes: { type: 'string', default: '20' },
        speed: { type: 'string', default: '10' },
        pace: { type: 'string', default: '3000' },
        seed: { type: 'string', default: '1' },
        warm: { type: 'string', default: '5' },
        help: { type: 'boolean', default: false },
      },
      strict: true,
    }).values
  } catch (error) {
    return give(`${(error as Error).message} See --help.`)
  }
  const number = (name: 'minutes' | 'speed' | 'pace' | 'seed' | 'warm', least: number, most: number) => {
    const value = Number(values[name])
    return value >= least && value <= most ? value : give(`--${name} must be from ${least} to ${most}.`)
  }
  return {
    help: values.help,
    minutes: number('minutes', 0.5, 10_000),
    speed: number('speed', 0.1, 1_000),
    pace: number('pace', 50, 600_000),
    seed: number('seed', 0, 2 ** 32 - 1),
    warm: number('warm', 0, 10_000),
  }
}

const { help, minutes, speed, pace, seed, warm } = readOptions()
if (help) {
  console.log(HELP.trimEnd())
  process.exit(0)
}

if (warm >= minutes) give('--minutes must be more than --warm.')

const desk = await serveTerminal(console.log, { speed })
const browser = await openBrowser()
const samples: Readonly<Record<'core' | 'worker' | 'page', Sample[]>> = { core: [], worker: [], page: [] }
/** Ms at the 99th percentile: of the run so far, and of each stretch between two samples. */
let lag = 0
const stretches: number[] = []
let mostLag = 0
let sound = true
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await page.goto(desk.url)
  await signIn(page)
  const { port } = new URL(desk.url)
  // The second window is the page's own: it comes in with the secret of that one.
  const secret = await page.evaluate(() => sessionStorage.getItem('openpit.secret') ?? '')
  const client = connectContract({
    openTransport: () => dial(Number(port)),
    clock,
    proof: { token: null, secret },
  })
  let up = false
  client.onLink((state) => (up = state === 'up'))
  await until('the link', () => (up ? true : null))
  const dealer = new Dealer(client)
  const tool = await page.context().newCDPSession(page)
  const began = clock.monotonic()
  const end = began + minutes * 60_000
  const dealt = (async () => {
    while (clock.monotonic() < end) {
      await dealer.act()
      await wait(Math.max(0, Math.min(pace, end - clock.monotonic())))
    }
  })()
  console.log(
    `${minutes} minutes at ${speed} × the market's speed, an act each ${pace} ms; slopes from minute ${warm} on`,
  )
  await desk.costs()
  const count = Math.min(SAMPLES, Math.ceil((minutes * 60_000) / SAMPLE_MS))
  for (let n = 1; n <= count; n++) {
    await wait(Math.max(0, began + ((end - began) * n) / count - clock.monotonic()))
    const at = (clock.monotonic() - began) / HOUR
    const inPage = await pageHeap(tool)
    const { heap, workerHeap, lagP99, lagSinceP99, lagSinceMost } = await desk.costs()
    samples.core.push({ at, value: heap / 1e6 })
    samples.worker.push({ at, value: workerHeap / 1e6 })
    samples.page.push({ at, value: inPage / 1e6 })
    lag = lagP99
    stretches.push(lagSinceP99)
    mostLag = Math.max(mostLag, lagSinceMost)
    if (n % 10 === 0)
      console.log(
        `  ${rounded(at * 60)} min: core ${rounded(heap / 1e6)} MB, worker ${rounded(workerHeap / 1e6)} MB, page ${rounded(inPage / 1e6)} MB, lag p99 ${rounded(lagSinceP99)} ms, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      )
  }
  await dealt
  await dealer.end()
  client.close()
  console.log(
    `${dealer.orders} orders, ${dealer.amends} changes, ${dealer.cancels} cancels, ${dealer.refusals.length} refused ${dealer.refusals[0] ?? ''}`,
  )
  for (const [name, all] of Object.entries(samples)) {
    const { slope, low, high } = slopeOf(
      all.filter(({ at }) => at * 60 >= warm),
      seededRandom(seed),
    )
    const fits = high <= MOST_MB_PER_HOUR
    sound &&= fits
    console.log(
      `${fits ? 'ok  ' : 'over'} ${name.padEnd(6)} ${rounded(slope)} MB/h, 95 % interval ${rounded(low)} … ${rounded(high)} (bound ${MOST_MB_PER_HOUR})`,
    )
  }
  const fits = lag <= MOST_LAG_MS
  sound &&= fits
  console.log(
    `${fits ? 'ok  ' : 'over'} loop   lag p99 ${rounded(lag)} ms (bound ${MOST_LAG_MS}); in the middle one of ${stretches.length} stretches ${rounded(quantile(stretches, 0.5))} ms, in the worst but for one in a hundred ${rounded(quantile(stretches, 0.99))}, at most ${rounded(mostLag)}`,
  )
} finally {
  await browser.close()
  await desk.close()
}
process.exitCode = sound ? 0 : 1
