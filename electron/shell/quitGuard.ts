/** Before the program quits or the machine sleeps: says which orders stay live at the venue, and offers to cancel them first. Protects no order by itself. */

import type { Clock } from '../../shared/base/clock.ts'
import type { Caller } from '../../shared/contract/ports.ts'
import { restingCount, restingLines, type Resting } from '../../shared/domain/orders/restingOrders.ts'
import type { Desk } from '../deskTypes.ts'
import { RestingWatch } from './restingWatch.ts'

/** Ms to wait for cancels before the dealer is asked again. */
const PATIENCE = 10_000
/** Lines of customers and instruments in the question. */
const LINES = 12

export interface Question {
  readonly message: string
  readonly detail: string
  readonly buttons: string[]
  /** The button that changes nothing. */
  readonly safe: number
}

export interface QuitGuardOptions {
  readonly desk: Pick<Desk, 'handlers' | 'sources' | 'allows'>
  readonly clock: Clock
  /** Resolves with the index of the button that was pressed. */
  readonly ask: (question: Question) => Promise<number>
  /** Shows a passing message of the operating system. */
  readonly tell: (title: string, body: string) => void
  readonly report: (sentence: string, error: unknown) => void
}

export interface QuitGuard {
  /** Whether the program may quit without a question: every list of open orders is whole and nothing rests, or the dealer agreed. */
  readonly mayGo: boolean
  /** Asks the dealer where orders rest. True: quit. A second call while a question is open answers false. */
  ask(): Promise<boolean>
  /** The machine goes to sleep: there is time for one sentence only. */
  sleeping(): void
  awake(): void
  /** The machine is shutting down or its user signs out: says which orders stay live, beside the question. */
  ending(): void
}

const STAY = 0
const CANCEL = 1

export function createQuitGuard(options: QuitGuardOptions): QuitGuard {
  const { desk, tell, report } = options
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  const watch = new RestingWatch(desk.sources, caller)
  let agreed = false
  let asking = false

  return {
    get mayGo() {
      return agreed || watch.isClear
    },
    async ask() {
      if (asking) return false
      asking = true
      try {
        agreed = await askUntilAgreed(options, watch, caller)
      } catch (error) {
        // A dialog that cannot be shown must not hold the program for ever.
        report('Nobody could be asked what to do with resting orders.', error)
        agreed = true
      }
      asking = false
      if (agreed) watch.close()
      return agreed
    },
    sleeping() {
      if (!watch.isClear) tell('The machine sleeps; orders do not', watch.sentence())
    },
    awake() {
      if (!watch.isClear)
        tell(
          'Orders stayed live during sleep',
          `${watch.sentence()} What happened meanwhile is being read back.`,
        )
    },
    ending() {
      if (!watch.isClear) tell('The machine shuts down; orders stay live', watch.sentence())
    },
  }
}

/** Asks until nothing rests or the dealer decides. True: quit. */
async function askUntilAgreed(
  options: QuitGuardOptions,
  watch: RestingWatch,
  caller: Caller,
): Promise<boolean> {
  while (!watch.isClear) {
    const resting = watch.resting()
    const answer = await options.ask({
      message: watch.sentence(),
      detail: detailOf(resting),
      buttons:
        restingCount(resting) > 0
          ? ['Stay', 'Cancel all, then quit', 'Quit and leave them live']
          : ['Stay', 'Read the lists again', 'Quit all the same'],
      safe: STAY,
    })
    if (answer === STAY) return false
    if (answer !== CANCEL) return true
    const customers = watch.customersWithOrders()
    await (customers.size > 0 ? cancelAll(options, customers, caller) : readAgain(options, caller))
    await untilClear(options.clock, watch)
  }
  return true
}

async function cancelAll(
  { desk, report }: QuitGuardOptions,
  customers: ReturnType<RestingWatch['customersWithOrders']>,
  caller: Caller,
): Promise<void> {
  for (const customerCode of customers) {
    const reply = await desk.handlers['order.cancelAll']({ customerCode, symbol: null, side: null }, caller)
    if (!reply.ok) report(`The orders of ${customerCode} could not be canceled.`, null)
  }
}

async function readAgain({ desk, report }: QuitGuardOptions, caller: Caller): Promise<void> {
  const reply = await desk.handlers['reconciliation.readAgain']({ customerCode: null }, caller)
  if (!reply.ok) report('The lists of open orders could not be read again.', null)
}

/** Resolves once no order is live and every list is whole, or when patience ends. */
const untilClear = (clock: Clock, watch: RestingWatch): Promise<void> =>
  new Promise((resolve) => {
    const stop = clock.after(PATIENCE, resolve)
    watch.onChange = () => {
      if (!watch.isClear) return
      stop()
      resolve()
    }
    watch.onChange()
  })

function detailOf(resting: readonly Resting[]): string {
  const lines = restingLines(resting)
  const more = lines.length - LINES
  return [...lines.slice(0, LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
