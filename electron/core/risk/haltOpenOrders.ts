/** Reads the lists of open orders in the scope of each halt until each is whole and empty, and says what could not be seen. Cancels nothing itself. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import {
  covers,
  customersIn,
  NO_LISTS,
  type Halt,
  type HaltLists,
  type HaltScope,
} from '../../../shared/domain/orders/halt.ts'
import type { OpenOrderReading } from '../../../shared/domain/orders/openOrderReading.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { Listed, OrderReport, ReadFailure } from '../ports.ts'
import { whyUnread } from '../reconciliation/openOrderReads.ts'
import type { OpenOrderReadings } from '../reconciliation/openOrderReadings.ts'

/** Lists read at the same time: few, because cancels go over the same connections. */
const AT_ONCE = 2
/** Ms until a list that is not whole and empty is read again; the last value repeats. */
const PAUSES = [250, 1_000, 2_000, 4_000, 8_000, 15_000]
/** Ms between two looks for customers that have become known. */
const LOOK_EVERY = 1_000

export interface HaltOpenOrdersOptions {
  readonly clock: Clock
  readonly customers: Pick<CustomerDirectory, 'codes' | 'groupOf'>
  readonly readings: Pick<OpenOrderReadings, 'generation'>
  /** Reads one list now; null while nobody is signed in. */
  readonly list: (customer: CustomerCode) => Promise<Result<Listed<OrderReport>, ReadFailure>> | null
  /** Why there may be customers in a scope that are not known; a clause without a full stop. Null: all are. */
  readonly whyUnknown: (scope: HaltScope) => string | null
  /** Halts in force that cancel. */
  readonly halts: () => readonly Halt[]
  /** A list showed orders in the scope of a halt. */
  readonly found: (halt: Halt, orders: readonly OrderReport[], customer: CustomerCode) => void
  readonly changed: () => void
}

export interface HaltOpenOrders {
  /** Begins to read what the halts in force need; call when one starts and when a session begins. */
  start(): void
  /** How far the lists of a halt have been read. */
  stateOf(halt: Halt): HaltLists
  forget(): void
  close(): void
}

/** What the last list of a customer showed since a halt began. */
interface Seen {
  readonly generation: number
  /** The list was whole and showed no order of the scope. */
  readonly cleared: boolean
  readonly reading: OpenOrderReading & { readonly readAt: number }
}

export function createHaltOpenOrders(parts: HaltOpenOrdersOptions): HaltOpenOrders {
  const { clock, customers, readings, changed } = parts
  /** By halt and customer. */
  const seen = new Map<string, Map<CustomerCode, Seen>>()
  const attempts = new Map<CustomerCode, number>()
  /** Customers whose list is being read, or waits for its pause to end. */
  const waiting = new Map<CustomerCode, Stop>()
  let busy = 0
  /** Grows when everything under way is given up. */
  let epoch = 0
  let stopLooking: Stop | null = null

  const groupOf = (code: CustomerCode) => customers.groupOf(code)
  const customersOf = (halt: Halt): readonly CustomerCode[] => customersIn(halt, customers.codes(), groupOf)
  const seenOf = (halt: Halt, customer: CustomerCode): Seen | undefined => {
    const known = seen.get(halt.id)?.get(customer)
    return known && known.generation === readings.generation ? known : undefined
  }
  /** A venue without lists will not show one later either. */
  const isDone = (of: Seen | undefined): boolean =>
    of !== undefined && (of.cleared || of.reading.state === 'unavailable')
  const problemOf = ({ scope }: Halt): string | null =>
    scope.kind === 'order' ? null : parts.whyUnknown(scope)
  /** What the windows were shown of it: it comes and goes without a list being read. */
  let shownProblems = ''
  const showProblems = (): void => {
    const now = JSON.stringify(parts.halts().map(problemOf))
    if (now !== shownProblems) changed()
    shownProblems = now
  }
  const haltsOf = (customer: CustomerCode): Halt[] =>
    parts.halts().filter((halt) => customersOf(halt).includes(customer))
  const needed = (): CustomerCode[] => [
    ...new Set(
      parts
        .halts()
        .flatMap((halt) => customersOf(halt).filter((customer) => !isDone(seenOf(halt, customer)))),
    ),
  ]

  const put = (halt: Halt, customer: CustomerCode, of: Seen): void => {
    const ofHalt = seen.get(halt.id) ?? new Map<CustomerCode, Seen>()
    seen.set(halt.id, ofHalt.set(customer, of))
  }

  const judge = (
    halt: Halt,
    customer: CustomerCode,
    at: number,
    listed: Result<Listed<OrderReport>, ReadFailure>,
    generation: number,
  ): void => {
    const inScope = listed.ok
      ? listed.value.items.filter(({ symbol, referenceId }) =>
          covers(halt, { customerCode: customer, symbol, referenceId }, groupOf),
        )
      : []
    const missing = listed.ok ? listed.value.missing : whyUnread(listed.failure)
    const state = listed.ok
      ? missing === null
        ? 'whole'
        : 'partial'
      : listed.failure.absent
        ? 'unavailable'
        : 'unread'
    put(halt, customer, {
      generation,
      cleared: state === 'whole' && inScope.length === 0,
      reading: { customerCode: customer, state, readAt: at, shown: inScope.length, reason: missing },
    })
    if (inScope.length > 0) parts.found(halt, inScope, customer)
  }

  const readOne = async (customer: CustomerCode): Promise<void> => {
    // What a list shows proves something only of halts that were in force when it was asked for.
    const under = haltsOf(customer)
    const { generation } = readings
    const at = clock.now()
    const listed = await parts.list(customer)
    if (listed === null) return
    const inForce = new Set(parts.halts())
    for (const halt of under) if (inForce.has(halt)) judge(halt, customer, at, listed, generation)
    changed()
  }

  const pump = (): void => {
    if (stopLooking === null) return
    for (const customer of needed()) {
      if (busy >= AT_ONCE) return
      if (waiting.has(customer)) continue
      const mine = epoch
      busy++
      waiting.set(customer, () => undefined)
      void readOne(customer).finally(() => {
        busy--
        if (mine !== epoch) return pump()
        const attempt = attempts.get(customer) ?? 0
        attempts.set(customer, attempt + 1)
        const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? LOOK_EVERY
        waiting.set(
          customer,
          clock.after(pause, () => {
            waiting.delete(customer)
            pump()
          }),
        )
        return pump()
      })
    }
  }

  const giveUp = (): void => {
    epoch++
    for (const end of waiting.values()) end()
    waiting.clear()
    attempts.clear()
  }
  const stop = (): void => {
    giveUp()
    stopLooking?.()
    stopLooking = null
  }

  return {
    start() {
      giveUp()
      if (parts.halts().length === 0) return
      stopLooking ??= clock.every(LOOK_EVERY, () => {
        if (parts.halts().length === 0) return stop()
        showProblems()
        return pump()
      })
      pump()
    },
    stateOf(halt) {
      if (!halt.cancels) return NO_LISTS
      const codes = customersOf(halt)
      const states = codes.flatMap((customer) => seenOf(halt, customer) ?? [])
      const cleared = states.filter((of) => of.cleared)
      return {
        customers: codes.length,
        cleared: cleared.length,
        readAt: cleared.reduce<number | null>(
          (oldest, { reading }) => Math.min(oldest ?? reading.readAt, reading.readAt),
          null,
        ),
        unseen: states.flatMap(({ reading }) => (reading.state === 'whole' ? [] : [reading])),
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
