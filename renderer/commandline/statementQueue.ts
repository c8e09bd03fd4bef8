/**
 * Holds the statements behind a `;` until the venue confirmed the one before them, then puts them into the field. Sends nothing, and never touches
 * a field that the dealer has used since.
 */

import type { Stop } from '../../shared/base/clock.ts'
import type { Order } from '../../shared/domain/orders/order.ts'
import type { OpenOrderReading } from '../../shared/domain/orders/openOrderReading.ts'
import { tell } from '../state/stores/noticeStore.ts'
import type { Intent } from '../state/stores/proposalStore.ts'
import { readingOf } from '../state/stores/unseenLists.ts'
import type { WindowSession } from '../state/windowSession.ts'
import { outcomeOf } from './statementOutcome.ts'

/** Ms to wait for the venue's word on what was sent. */
const WAIT_AT_MOST = 10_000

/** A statement that was sent, with what stands behind it. */
export interface SentStatement {
  readonly rest: string
  readonly intent: Intent
}

export interface StatementQueue {
  /** The statements that wait for the venue; empty for none. */
  readonly waiting: () => string
  /** A statement leaves. Its rest waits from now on. */
  readonly sent: (statement: SentStatement) => void
  /** The core took the statement, or did not. Ignored once the dealer went on to another line. */
  readonly answered: (statement: SentStatement, isTaken: boolean) => void
  /** Gives up what waits, and says so. */
  readonly stop: (why: string) => void
  readonly close: () => void
}

export interface StatementQueueOptions {
  readonly session: WindowSession
  /** Puts statements into the field. */
  readonly show: (rest: string) => void
  /** What waits changed. `stopped`: the statements that were given up; null where none were. */
  readonly onChange: (stopped: string | null) => void
}

/** What `#`, `.` and the venue mean: a rest that was read with one meaning never comes up with another. */
function meaningOf({ workspace, server }: WindowSession): string {
  const { customer, instruments } = workspace.getState()
  const session = server.session.getState().value
  return JSON.stringify([customer, instruments['1'], session?.venueId, session?.username])
}

/** The list of open orders that a cancel-all is about, where it is not whole. */
function gapOf({ server }: WindowSession, intent: Intent): OpenOrderReading | null {
  if (intent.kind !== 'cancelAll') return null
  const reading = readingOf(server, intent.customerCode)
  return reading.state === 'whole' ? null : reading
}

export function createStatementQueue({ session, show, onChange }: StatementQueueOptions): StatementQueue {
  const { orders } = session.server
  let current:
    | (SentStatement & {
        readonly before: ReadonlyMap<string, Order>
        readonly gap: OpenOrderReading | null
        readonly meaning: string
      })
    | null = null
  let stops: readonly Stop[] = []

  const end = (): void => {
    current = null
    for (const stop of stops) stop()
    stops = []
  }
  const stop = (why: string): void => {
    const rest = current?.rest ?? ''
    end()
    if (rest === '') return
    tell(session.notices, session.clock, 'warning', `The line stopped: ${why}. Not sent: ${rest}`, rest)
    onChange(rest)
  }
  const look = (): void => {
    if (current === null) return
    if (meaningOf(session) !== current.meaning)
      return stop('the customer, the instrument or the session of this window changed')
    const { rows, stale } = orders.getState()
    if (stale) return
    const { intent, before, gap } = current
    const outcome = outcomeOf(intent, before, rows, gap ?? gapOf(session, intent))
    if (outcome.kind === 'open') return
    if (outcome.kind === 'failed') return stop(outcome.why)
    const { rest } = current
    end()
    onChange(null)
    show(rest)
  }

  return {
    waiting: () => current?.rest ?? '',
    sent(statement) {
      if (current !== null) stop('another line was sent')
      if (statement.rest === '') return
      current = {
        ...statement,
        before: new Map(orders.getState().rows),
        gap: gapOf(session, statement.intent),
        meaning: meaningOf(session),
      }
      onChange(null)
    },
    answered({ rest, intent }, isTaken) {
      if (current === null || current.rest !== rest || current.intent !== intent) return
      if (!isTaken) return stop('the statement before was not taken')
      stops = [
        orders.subscribe(look),
        session.workspace.subscribe(look),
        session.server.session.subscribe(look),
        session.clock.after(WAIT_AT_MOST, () =>
          stop('the venue did not confirm the statement before within 10 s'),
        ),
      ]
      look()
    },
    stop,
    close: end,
  }
}
