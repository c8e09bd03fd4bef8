/** The whole window with a long list of orders, of which some change all the time; ladders and charts are left out. `run` counts frames, `resort` times sorts. */

import { countFrames, msUntilDrawn, openBenchWindow, type WindowRun } from '../benchWindow.tsx'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { orderOf, reference, ScriptedCore } from '../../../fakes/window/scriptedCore.ts'

const parameters = new URLSearchParams(location.search)
const count = Number(parameters.get('orders'))
const perSecond = Number(parameters.get('updates'))
/** Of a hundred updates so many are of rows that stand on the screen. */
const SEEN_SHARE = 70
const SCREENFUL = 20
const EVERY = 20
/** One order in so many is live. */
const liveEvery = Number(parameters.get('liveEvery'))

const desk = new ScriptedCore()
const order = (n: number, turn = 0) =>
  orderOf({
    referenceId: reference(`v1-${n}`),
    filledAmount: (turn === 0 ? '0' : `0.${(turn % 89) + 10}`) as DecimalText,
    filledQuote: (turn === 0 ? '0' : `${6_000 + turn}`) as DecimalText,
    updatedAt: 1.8e12 + turn,
    // A day's orders: most are over.
    ...(n % liveEvery === 0 ? {} : { phase: 'closed' as const, status: 'filled' }),
  })
desk.startWith(
  'orders',
  Array.from({ length: count }, (_, n) => order(n)),
)
const clock = openBenchWindow(desk)

const random = seededRandom(2)
let updates = 0
let due = 0
let last = performance.now()
clock.every(EVERY, () => {
  const now = performance.now()
  due += (Math.min(now - last, 100) * perSecond) / 1_000
  last = now
  for (; due >= 1; due--) {
    const seen = random.integer(100) < SEEN_SHARE
    const n = seen ? count - 1 - random.integer(SCREENFUL) : random.integer(count)
    desk.delta('orders', [order(n, ++updates)])
  }
})

const rowsDrawn = () => document.querySelectorAll('[aria-label="Orders"] [role="row"]').length
const run = (ms: number): Promise<WindowRun> => countFrames(ms, () => updates, rowsDrawn)

const press = async (code: string): Promise<number> => {
  const grid = document.querySelector<HTMLElement>('[aria-label="Orders"][role=grid]')
  if (!grid) throw new Error('There is no table of orders.')
  const key = new KeyboardEvent('keydown', { code, key: code.slice(-1).toLowerCase(), bubbles: true })
  return await msUntilDrawn(() => grid.dispatchEvent(key))
}

/** Ms of script of each press that sorts every row by the next column, until the new order is drawn. */
async function resort(): Promise<readonly number[]> {
  document.querySelector<HTMLElement>('[aria-label="Orders"][role=grid]')?.focus()
  // All of them, the finished ones too.
  await press('KeyD')
  const took: number[] = []
  const sorted = () => document.querySelector('[aria-label="Orders"] [aria-sort]')
  do {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    took.push(await press('KeyS'))
  } while (sorted())
  return took.slice(0, -1)
}
Object.assign(window, { run, resort })
