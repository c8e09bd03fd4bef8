/** The whole window with the risk board of many customers in many instruments, whose prices change all the time; ladders and charts are left out. `run` counts frames, `shock` times moves of the slider. */

import { countFrames, msUntilDrawn, openBenchWindow, type WindowRun } from '../benchWindow.tsx'
import { seededRandom } from '../../../../shared/base/random.ts'
import { marginOf, reconciled, startGroup } from '../../../fakes/window/accounts.ts'
import {
  instrumentOf,
  orderOf,
  positionOf,
  reference,
  ScriptedCore,
  sym,
  tickerOf,
} from '../../../fakes/window/scriptedCore.ts'

const parameters = new URLSearchParams(location.search)
const customers = Number(parameters.get('customers'))
const instruments = Number(parameters.get('instruments'))
/** Ms between two deliveries of prices: the market worker sends them so often. */
const EVERY = 100
/** Of the instruments of a delivery so many percent have a new price. */
const CHANGED_SHARE = 80

const random = seededRandom(3)
const names = Array.from({ length: instruments }, (_, n) => (n === 0 ? 'BTC' : n === 1 ? 'ETH' : `C${n}X`))
const codes = Array.from({ length: customers }, (_, n) => `C${1_000 + n}`)
const symbolOf = (name: string) => sym(`${name}USDC_PERP`)
const priceOf = (n: number, turn = 0) => (1_000 * (n + 1) + (turn % 97) * 0.5).toFixed(1)

const desk = new ScriptedCore()
desk.startWith(
  'instruments',
  names.map((name) => instrumentOf(name, '0.5', '0.001')),
)
const ticker = (n: number, turn = 0) => {
  const price = priceOf(n, turn)
  const at = Date.now()
  return { ...tickerOf(symbolOf(names[n] ?? ''), price, price), listedAt: at, receivedAt: at }
}
desk.startWith(
  'tickers',
  names.map((_, n) => ticker(n)),
)
startGroup(desk, codes, '60000')
desk.startWith(
  'customers',
  codes.map((customerCode, n) => ({
    code: customerCode,
    name: `Customer ${n}`,
    group: `group ${n % 8}`,
    note: '',
    tags: [],
    ratio: null,
    origin: 'typed',
  })) as never,
)
desk.startWith('margins', codes.map(marginOf))
desk.startWith('reconciliation', codes.map(reconciled))
desk.startWith(
  'positions',
  codes.flatMap((customerCode) =>
    names.map((name, n) =>
      positionOf(
        customerCode,
        symbolOf(name),
        `${random.integer(2) === 0 ? '-' : ''}0.${100 + random.integer(900)}`,
        priceOf(n, random.integer(97)),
      ),
    ),
  ),
)
desk.startWith(
  'orders',
  codes.map((customerCode, n) =>
    orderOf({ referenceId: reference(`v1-${n}`), customerCode: customerCode as never }),
  ),
)
const clock = openBenchWindow(desk)

let updates = 0
let turn = 0
clock.every(EVERY, () => {
  turn++
  const changed = names.flatMap((_, n) => (random.integer(100) < CHANGED_SHARE ? [ticker(n, turn + n)] : []))
  updates += changed.length
  desk.delta('tickers', changed)
})

const gridOf = () => {
  const grid = document.querySelector<HTMLElement>('[aria-label="Risk board"][role=grid]')
  if (!grid) throw new Error('There is no risk board.')
  return grid
}

/** Of the table, drawn or not. */
const rowsOfBoard = () => Number(gridOf().getAttribute('aria-rowcount')) - 2
const run = (ms: number): Promise<WindowRun> => countFrames(ms, () => updates, rowsOfBoard)

/** Moves the slider by one step and waits until React has drawn what follows. */
async function move(percent: number): Promise<number> {
  const slider = document.querySelector<HTMLInputElement>('.shock-slider input[type=range]')
  if (!slider) throw new Error('There is no slider.')
  return await msUntilDrawn(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(percent))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Ms of script of each move of the slider, until the verdicts at the new shock are drawn. */
async function shock(): Promise<readonly number[]> {
  const took: number[] = []
  for (let percent = -0.5; percent >= -20; percent -= 0.5) {
    // oxlint-disable-next-line no-await-in-loop -- One move after another is the point.
    await new Promise((drawn) => requestAnimationFrame(drawn))
    // oxlint-disable-next-line no-await-in-loop
    took.push(await move(percent))
  }
  return took
}
Object.assign(window, { run, shock })
