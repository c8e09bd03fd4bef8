/** Reads the lists of open orders in the scope of each halt until each is whole and empty, and reports the lists that are not. Cancels nothing itself. */

import type { Clock, Stop } from '../../../../shared/base/clock.ts'
import type { Result } from '../../../../shared/base/result.ts'
import {
  covers,
  customersIn,
  NO_LISTS,
  type Halt,
  type HaltLists,
  type HaltScope,
} from '../../../../shared/domain/orders/halt.ts'
import type { OpenOrderReading } from '../../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../../accounts/customers/customerDirectory.ts'
import type { Listed, ReadFailure } from '../../ports/brokerAnswers.ts'
import type { OrderReport } from '../../../../shared/domain/orders/order.ts'
import { whyUnread } from '../../reconciliation/openOrders/unreadListNotices.ts'
import type { OpenOrderReadings } from '../../reconciliation/openOrders/openOrderListCompleteness.ts'
import { createListReadQueue } from './openOrderListReadQueue.ts'

/** Ms between two checks for customers that have become known. */
const CHECK_EVERY = 1_000

type ListAnswer = Result<Listed<OrderReport>, ReadFailure>

export interface HaltedListsOptions {
  readonly clock: Clock
  readonly customers: Pick<CustomerDirectory, 'codes' | 'groupOf'>
  readonly readings: Pick<OpenOrderReadings, 'generation'>
  /** Reads one list now; null while nobody is signed in. */
  readonly list: (customer: CustomerCode) => Promise<ListAnswer> | null
  /** Why a scope may hold customers that are not known; a clause without a full stop. Null: all are known. */
  readonly whyUnknown: (scope: HaltScope) => string | null
  /** Halts in force that cancel. */
  readonly halts: () => readonly Halt[]
  /** A list showed orders in the scope of a halt. */
  readonly found: (halt: Halt, orders: readonly OrderReport[], customer: CustomerCode) => void
  readonly changed: () => void
}

export interface HaltedLists {
  /** Begins to read the lists that the halts in force need. Call when a halt starts and when a session begins. */
  start(): void
  /** How far the lists of a halt have been read. */
  stateOf(halt: Halt): HaltLists
  forget(): void
  close(): void
}

/** The last list of a customer that was read since a halt began. */
interface SeenList {
  readonly generation: number
  /** The list was whole and showed no order of the scope. */
  readonly cleared: boolean
  readonly reading: OpenOrderReading & { readonly readAt: number }
}

/** Whether the list needs no further read. A venue without lists will not show one later either. */
const isDone = (list: SeenList | undefined): boolean =>
  list !== undefined && (list.cleared || list.reading.state === 'unavailable')

export function createHaltedLists(options: HaltedListsOptions): HaltedLists {
  const { clock, customers, readings, halts, changed } = options
  /** By halt id and customer. */
  const seen = new Map<string, Map<CustomerCode, SeenList>>()
  let stopChecking: Stop | null = null

  const groupOf = (code: CustomerCode) => customers.groupOf(code)
  const customersOf = (halt: Halt): readonly CustomerCode[] => customersIn(halt, customers.codes(), groupOf)
  const seenOf = (halt: Halt, customer: CustomerCode): SeenList | undefined => {
    const list = seen.get(halt.id)?.get(customer)
    return list && list.generation === readings.generation ? list : undefined
  }
  const needed = (): CustomerCode[] => [
    ...new Set(
      halts().flatMap((halt) => customersOf(halt).filter((customer) => !isDone(seenOf(halt, customer)))),
    ),
  ]

  const problemOf = ({ scope }: Halt): string | null =>
    scope.kind === 'order' ? null : options.whyUnknown(scope)
  /** The problems that the windows were last shown. They come and go without a list being read. */
  let shownProblems = ''
  const showProblems = (): void => {
    const problems = JSON.stringify(halts().map(problemOf))
    if (problems !== shownProblems) changed()
    shownProblems = problems
  }

  const evaluate = (
    halt: Halt,
    customer: CustomerCode,
    answer: ListAnswer,
    asked: { readonly at: number; readonly generation: number },
  ): void => {
    const inScope = answer.ok
      ? answer.value.items.filter(({ symbol, referenceId }) =>
          covers(halt, { customerCode: customer, symbol, referenceId }, groupOf),
        )
      : []
    const missing = answer.ok ? answer.value.missing : whyUnread(answer.failure)
    const state = answer.ok
      ? missing === null
        ? 'whole'
        : 'partial'
      : answer.failure.absent
        ? 'unavailable'
        : 'unread'
    const lists = seen.get(halt.id) ?? new Map<CustomerCode, SeenList>()
    lists.set(customer, {
      generation: asked.generation,
      cleared: state === 'whole' && inScope.length === 0,
      reading: { customerCode: customer, state, readAt: asked.at, shown: inScope.length, reason: missing },
    })
    seen.set(halt.id, lists)
    if (inScope.length > 0) options.found(halt, inScope, customer)
  }

  const read = async (customer: CustomerCode): Promise<void> => {
    // A list proves something only for halts that were in force when it was requested.
    const covering = halts().filter((halt) => customersOf(halt).includes(customer))
    const asked = { generation: readings.generation, at: clock.now() }
    const answer = await options.list(customer)
    if (answer === null) return
    const inForce = new Set(halts())
    for (const halt of covering) if (inForce.has(halt)) evaluate(halt, customer, answer, asked)
    changed()
  }

  const queue = createListReadQueue({ clock, needed, read }, () => stopChecking !== null)

  const stop = (): void => {
    queue.reset()
    stopChecking?.()
    stopChecking = null
  }

  return {
    start() {
      queue.reset()
      if (halts().length === 0) return
      stopChecking ??= clock.every(CHECK_EVERY, () => {
        if (halts().length === 0) return stop()
        showProblems()
        return queue.pump()
      })
      queue.pump()
    },
    stateOf(halt) {
      if (!halt.cancels) return NO_LISTS
      const codes = customersOf(halt)
      const lists = codes.flatMap((customer) => seenOf(halt, customer) ?? [])
      const cleared = lists.filter((list) => list.cleared)
      return {
        customers: codes.length,
        cleared: cleared.length,
        readAt: cleared.reduce<number | null>(
          (oldest, { reading }) => Math.min(oldest ?? reading.readAt, reading.readAt),
          null,
        ),
        unseen: lists.flatMap(({ reading }) => (reading.state === 'whole' ? [] : [reading])),
        problem: problemOf(halt),
      }
    },
    forget() {
      seen.clear()
      stop()
    },
    close: stop,
  }
}
