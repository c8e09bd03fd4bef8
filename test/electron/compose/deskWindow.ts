/** A window on a real desk: mirrors of its topics and typed calls, everything that crossed kept as text. */

import type { Desk, Door } from '../../../electron/deskTypes.ts'
import type { Result } from '../../../shared/base/result.ts'
import {
  topics,
  type CommandName,
  type Reply,
  type Request,
  type Snapshot,
  type TopicName,
} from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import type { Caller, TopicFeed, TopicSink } from '../../../shared/contract/ports.ts'

type Record_ = Record<string, unknown>
type OpenTopic = (key: null, sink: TopicSink<TopicName>, caller: Caller) => TopicFeed

const KEYS: Partial<Record<TopicName, (record: Record_) => string>> = {
  orders: (row) => String(row['referenceId']),
  trades: (row) => String(row['code']),
  ledger: (row) => `${String(row['code'])} ${String(row['transactionType'])}`,
  positions: (row) => `${String(row['customerCode'])} ${String(row['symbol'])}`,
  balances: (row) => String(row['customerCode']),
  tickers: (row) => String(row['symbol']),
  notices: (row) => String(row['id']),
  reconciliation: (row) => String(row['customerCode']),
}

export class DeskWindow {
  readonly crossed: string[] = []
  readonly caller: Caller
  private readonly desk: Desk

  constructor(desk: Desk, door: Door = 'loopback') {
    this.desk = desk
    this.caller = { windowId: 'w1', allows: (scope) => desk.allows(door, scope) }
  }

  async call<C extends CommandName>(name: C, request: Request<C>): Promise<Result<Reply<C>, Failure>> {
    const handler = this.desk.handlers[name] as (
      request: Request<C>,
      caller: Caller,
    ) => Promise<Result<Reply<C>, Failure>>
    const reply = await handler(request, this.caller)
    this.crossed.push(JSON.stringify(reply))
    return reply
  }

  /** Follows a topic; `now()` is what a window would hold. Everything is checked against the contract's schema. */
  follow<T extends TopicName>(name: T): { now(): Snapshot<T> } {
    const keyOf = KEYS[name]
    let now: unknown
    const sink: TopicSink<TopicName> = {
      snapshot: (value) => {
        topics[name].snapshot.parse(value)
        this.crossed.push(JSON.stringify(value))
        now = value
      },
      delta: (change) => {
        topics[name].delta.parse(change)
        this.crossed.push(JSON.stringify(change))
        if (!keyOf) now = change
        else {
          const held = new Map((now as Record_[]).map((record) => [keyOf(record), record]))
          for (const record of change as unknown as Record_[]) held.set(keyOf(record), record)
          now = [...held.values()]
        }
      },
      end: () => undefined,
    }
    const source = this.desk.sources[name] as unknown as OpenTopic
    source(null, sink, this.caller)
    return { now: () => now as Snapshot<T> }
  }
}
