/** Before the program quits or the machine sleeps, shows which orders stay live and which positions stand at the venue, and offers to cancel them. Protects no order by itself. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Clock } from '../../../shared/base/clock.ts'
import type { Caller } from '../../../shared/contract/ports.ts'
import { armedLines, armedSentence } from '../../../shared/domain/orders/bracket/armedBrackets.ts'
import { restingCount, restingLines, type Resting } from '../../../shared/domain/orders/restingOrders.ts'
import type { Desk } from '../../deskTypes.ts'
import { RestingOrdersWatch } from './restingOrdersWatch.ts'

/** Ms to wait for cancels before the next question. */
const PATIENCE = 10_000
/** Maximum lines of customers and instruments in the question. */
const LINES = 12
/** Maximum customers with positions in a notification: systems cut a longer text. */
const NOTIFIED = 3

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
  /** Resolves with the index of the pressed button. Takes the question away once `signal` is aborted, and resolves with any index. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<number>
  /** Shows a notification of the operating system. */
  readonly notify: (title: string, body: string) => void
  readonly report: (sentence: string, error: unknown) => void
}

export interface QuitGuard {
  /** Whether the program may quit without a question: every list of open orders is whole, nothing rests and no position stands, or the dealer agreed. */
  readonly mayGo: boolean
  /** Asks the dealer when orders rest. True: quit. Returns false while another question is open. */
  ask(): Promise<boolean>
  /** The dealer agreed elsewhere that the program ends, after seeing what stays live: nothing is asked any more. */
  agree(): void
  /** The machine goes to sleep: there is time for one notification only. */
  sleeping(): void
  awake(): void
  /** The machine shuts down or its user signs out. Shows which orders stay live and which positions stand, in addition to the question. */
  ending(): void
}

const STAY = 0
const CANCEL = 1

export function createQuitGuard(options: QuitGuardOptions): QuitGuard {
  const { desk, notify, report } = options
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  const watch = new RestingOrdersWatch(desk.sources, caller)
  let agreed = false
  let asking = false

  return {
    get mayGo() {
      return agreed || (watch.isClear && watch.standing().length === 0)
    },
    async ask() {
      if (asking) return false
      asking = true
      try {
        const answer = await askUntilAgreed(options, watch, caller)
        // An answer that comes after an install began changes nothing.
        agreed ||= answer
      } catch (error) {
        // A dialog that cannot be shown must not block the quit.
        report('The question about resting orders could not be shown.', error)
        agreed = true
      }
      asking = false
      if (agreed) watch.close()
      return agreed
    },
    agree() {
      agreed = true
      watch.close()
    },
    sleeping() {
      if (!watch.isClear) notify('Orders stay live while the machine sleeps', watch.sentence())
    },
    awake() {
      if (!watch.isClear)
        notify(
          'Orders stayed live during sleep',
          `${watch.sentence()} Openpit is reading back the changes since then.`,
        )
    },
    ending() {
      const body = endingWords(watch)
      if (!watch.isClear) notify('Orders stay live after the shutdown', body)
      else if (watch.standing().length > 0) notify('Positions stay open after the shutdown', body)
    },
  }
}

/** What stays at the venue after the shutdown, for a notification. Names no customer while the session is locked. */
function endingWords(watch: RestingOrdersWatch): string {
  const standing = shortened(watch.standing(), NOTIFIED)
  if (watch.isLocked || standing.length === 0) return watch.sentence()
  const positions = `Positions stay open at the venue: ${standing.join('; ')}.`
  const words = [watch.sentence(), positions, watch.positionsUnread() ?? '']
  return words.filter((sentence) => sentence !== '').join(' ')
}

/** Asks until nothing rests that the dealer has not seen, or the dealer decides. True: quit. */
async function askUntilAgreed(
  options: QuitGuardOptions,
  watch: RestingOrdersWatch,
  caller: Caller,
): Promise<boolean> {
  /** What stood when the last question named it; null: nothing was asked. */
  let seen: { readonly standing: string; readonly fills: number } | null = null
  for (;;) {
    if (watch.isLocked) return await askWhileLocked(options, watch)
    const now = { standing: watch.standing().join('\n'), fills: watch.fills }
    if (watch.isClear) {
      const hasFilled = seen !== null && now.fills !== seen.fills
      // A dealer who saw these positions below the orders is not asked about them again.
      if (!hasFilled && (now.standing === '' || now.standing === seen?.standing)) return true
      const answer = await askUntilLocked(options, watch, {
        message: `${hasFilled ? 'Orders filled before they were canceled' : 'Positions stand at the venue'}. Openpit neither closes nor watches positions while it is away.`,
        detail: detailOf([], watch),
        buttons: ['Stay', 'Quit and keep the positions'],
        safe: STAY,
      })
      if (answer === null) continue
      return answer !== STAY
    }
    seen = now
    const resting = watch.resting()
    const answer = await askUntilLocked(options, watch, {
      message: watch.sentence(),
      detail: detailOf(resting, watch),
      buttons:
        restingCount(resting) > 0
          ? ['Stay', 'Cancel all, then quit', 'Quit and leave them live']
          : ['Stay', 'Read the lists again', 'Quit all the same'],
      safe: STAY,
    })
    // The session locked while the question was open. The next question names nobody.
    if (answer === null) continue
    if (answer === STAY) return false
    if (answer !== CANCEL) return true
    const customers = watch.customersWithOrders()
    await (customers.size > 0 ? cancelAll(options, customers, caller) : readAgain(options, caller))
    await untilClear(options.clock, watch)
  }
}

/** Asks, and takes the question away when the session locks: it names customers. Null: the session locked before the answer. */
async function askUntilLocked(
  { ask }: QuitGuardOptions,
  watch: RestingOrdersWatch,
  question: Question,
): Promise<number | null> {
  const taking = new AbortController()
  watch.onChange = () => {
    if (watch.isLocked) taking.abort()
  }
  const answer = await ask(question, taking.signal)
  watch.onChange = () => {}
  return taking.signal.aborted ? null : answer
}

/** Somebody who is no dealer may quit now: the question names no customer and offers no cancel. */
async function askWhileLocked({ ask }: QuitGuardOptions, watch: RestingOrdersWatch): Promise<boolean> {
  const buttons = ['Stay', 'Quit all the same']
  const question = { message: watch.sentence(), detail: '', buttons, safe: STAY }
  return (await ask(question, new AbortController().signal)) !== STAY
}

async function cancelAll(
  { desk, report }: QuitGuardOptions,
  customers: ReturnType<RestingOrdersWatch['customersWithOrders']>,
  caller: Caller,
): Promise<void> {
  for (const customerCode of customers) {
    const reply = await desk.handlers['order.cancelAll']({ customerCode, symbol: null, side: null }, caller)
    if (!reply.ok) report(`The orders of ${shownCode(customerCode)} could not be canceled.`, null)
  }
}

async function readAgain({ desk, report }: QuitGuardOptions, caller: Caller): Promise<void> {
  const reply = await desk.handlers['reconciliation.readAgain']({ customerCode: null }, caller)
  if (!reply.ok) report('The lists of open orders could not be read again.', null)
}

/** Resolves once no order is live and every list is whole, or after `PATIENCE`. */
const untilClear = (clock: Clock, watch: RestingOrdersWatch): Promise<void> =>
  new Promise((resolve) => {
    const stop = clock.after(PATIENCE, resolve)
    watch.onChange = () => {
      if (!watch.isClear) return
      stop()
      resolve()
    }
    watch.onChange()
  })

function detailOf(resting: readonly Resting[], watch: RestingOrdersWatch): string {
  const orders = shortened(restingLines(resting))
  const standing = shortened(watch.standing())
  const unread = watch.positionsUnread()
  const positions = [...standing, ...(unread === null ? [] : [unread])]
  const armed = watch.armed()
  const brackets = armed.length === 0 ? [] : ['', armedSentence(armed), ...shortened(armedLines(armed))]
  return [
    ...orders,
    ...brackets,
    ...(positions.length === 0
      ? []
      : [...(orders.length === 0 ? [] : ['']), 'Positions, from the trades that were read:']),
    ...positions,
  ].join('\n')
}

function shortened(lines: readonly string[], most = LINES): readonly string[] {
  const more = lines.length - most
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])]
}
