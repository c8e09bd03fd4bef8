/** The orders, trades, ledger and prints that the recorded session had received by now, from recorded answers and private frames. Invents nothing. */

import { absolute, decimal, toText } from '../../shared/base/decimal.ts'
import { parseExact } from '../../shared/base/json.ts'
import { ok } from '../../shared/base/result.ts'
import { readBalanceChange, readLedgerRow, readOrder, readTrade } from '../../shared/broker/accountRecords.ts'
import { isObject, type Json } from '../../shared/broker/fields.ts'
import { readList } from '../../shared/broker/lists/lists.ts'
import { readMarketTrade } from '../../shared/broker/marketRecords.ts'
import type { StreamMessage } from '../../shared/broker/stream/streamMessages.ts'
import type { VenueProfile } from '../../shared/broker/venueProfile.ts'
import { isTerminal } from '../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../shared/domain/scalars.ts'
import { resourceOf, type RequestedResource } from './requestedResource.ts'
import { SortedRows, type Row } from './sortedRows.ts'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** Forced fills have their own names on the stream, and are plain trades in the ledger (docs/api.md#2.ledger.forced). */
const FORCED: ReadonlySet<string> = new Set(['liquidation', 'auto_deleveraging'])

export class ReplayedRecords {
  private readonly profile: VenueProfile
  private readonly answers = new Map<string, Answer>()
  private readonly orders = new Map<string, Json>()
  private readonly open = new Map<string, Map<string, Json>>()
  private readonly trades = new SortedRows()
  private readonly ledger = new SortedRows()
  private readonly prints = new Map<string, SortedRows>()

  constructor(profile: VenueProfile) {
    this.profile = profile
  }

  /** Adds a recorded answer. */
  answer(path: string, answer: Answer): void {
    this.answers.set(path, answer)
    const resource = resourceOf(path, this.profile)
    if (answer.status >= 300) return
    if (resource.kind === 'other') return
    const body = parseExact(answer.body)
    if (!body.ok) return
    if (resource.kind === 'order') return this.takeOrder(body.value, resource.customer)
    const rows = readList(body.value, resource.kind, this.profile, (value) => ok(value))
    if (!rows.ok) return
    const oldestFirst = rows.value.items.toReversed()
    if (resource.kind === 'orders') {
      this.open.set(resource.customer, new Map())
      for (const row of oldestFirst) this.takeOrder(row, resource.customer)
    }
    for (const row of oldestFirst) {
      if (resource.kind === 'trades') this.takeTrade(row, resource.customer)
      if (resource.kind === 'transactions') this.takeLedgerRow(row, resource.customer)
      if (resource.kind === 'market-trades') this.takePrint(row, resource.symbol)
    }
  }

  /** Adds a recorded frame: private records, or public prints. */
  frame(message: StreamMessage, text: string): void {
    if (message.kind === 'records')
      for (const record of message.records) {
        if (message.channel === 'orders') this.takeOrder(record, null)
        else if (message.channel === 'trades') this.takeTrade(record, null)
        else this.takeBalanceChange(record)
      }
    if (message.kind !== 'trades') return
    const parsed = parseExact(text)
    if (!parsed.ok || !isObject(parsed.value)) return
    const frame = parsed.value
    const field = this.profile.stream.data.find((name) => Object.hasOwn(frame, name))
    const data = field === undefined ? frame : frame[field]
    for (const row of Array.isArray(data) ? data : [data]) this.takePrint(row, message.symbol)
  }

  /** The venue's answer at this time, from the records so far; null when the recording has none. */
  read(path: string): Answer | null {
    const resource = resourceOf(path, this.profile)
    if (resource.kind === 'order') return this.order(path) ?? this.answers.get(path) ?? null
    if (resource.kind === 'other') return this.answers.get(path) ?? null
    if (resource.kind === 'orders') return found([...(this.open.get(resource.customer)?.values() ?? [])])
    return this.page(resource)
  }

  /** The current state of the order that a path names; null for any other path, and for an unknown order. */
  order(path: string): Answer | null {
    const resource = resourceOf(path, this.profile)
    const order =
      resource.kind === 'order' ? this.orders.get(`${resource.customer} ${resource.id}`) : undefined
    return order ? found(order) : null
  }

  private page(resource: Exclude<RequestedResource, { kind: 'order' | 'orders' | 'other' }>): Answer {
    const rows =
      resource.kind === 'market-trades'
        ? this.prints.get(resource.symbol)
        : resource.kind === 'trades'
          ? this.trades
          : this.ledger
    const { rows: page, next } = rows?.page(resource.filter) ?? { rows: [], next: null }
    const [items = 'items'] = this.profile.lists.items
    const [cursor = 'next'] = this.profile.paging.cursors
    return found({ [items]: page, [cursor]: next })
  }

  private takeOrder(record: unknown, customer: CustomerCode | null): void {
    const order = readOrder(record, customer)
    if (!order.ok || !isObject(record) || order.value.customerCode === null) return
    const { customerCode, referenceId, status } = order.value
    const whole = { ...record, customer_code: customerCode }
    this.orders.set(`${customerCode} ${referenceId}`, whole)
    const open = this.open.get(customerCode)
    if (isTerminal(status)) open?.delete(referenceId)
    else open?.set(referenceId, whole)
  }

  private takeTrade(record: unknown, customer: CustomerCode | null): void {
    const trade = readTrade(record, customer)
    if (!trade.ok || !isObject(record)) return
    const { code, customerCode, symbol, createdAt } = trade.value
    this.trades.put({
      code,
      key: code,
      customer: customerCode,
      symbol,
      at: createdAt,
      status: null,
      json: { ...record, customer_code: customerCode },
    })
  }

  private takeLedgerRow(record: unknown, customer: CustomerCode | null): void {
    const read = readLedgerRow(record, customer, this.profile)
    if (!read.ok || !isObject(record)) return
    this.putLedger(read.value, { ...record, customer_code: read.value.customerCode })
  }

  /** Adds a balance change as a ledger row: an absolute amount, and a word for its sign. */
  private takeBalanceChange(record: unknown): void {
    const read = readBalanceChange(record)
    if (!read.ok || !isObject(record)) return
    const { row } = read.value
    const total = toText(absolute(decimal(row.totalAmount)))
    const isOut = row.signedAmount !== null && decimal(row.signedAmount) < 0n
    const { in: into, out } = this.profile.directions
    const type = FORCED.has(row.transactionType) ? 'trade' : row.transactionType
    const { balance: _balance, balance_as_of: _asOf, ...rest } = record
    this.putLedger(
      { ...row, transactionType: type },
      {
        ...rest,
        transaction_type: type,
        total_amount: total,
        amount: total,
        direction: (isOut ? out[0] : into[0]) ?? (isOut ? 'out' : 'in'),
      },
    )
  }

  private putLedger(
    row: {
      code: string
      transactionType: string
      status: string
      customerCode: CustomerCode
      symbol: Symbol | null
      createdAt: number | null
    },
    json: Json,
  ): void {
    this.ledger.put({
      code: row.code,
      key: `${row.code} ${row.transactionType}`,
      customer: row.customerCode,
      symbol: row.symbol,
      at: row.createdAt,
      status: row.status,
      json,
    })
  }

  private takePrint(record: unknown, symbol: Symbol): void {
    const print = readMarketTrade(record, symbol)
    if (!print.ok || !isObject(record) || print.value.code === null) return
    let rows = this.prints.get(symbol)
    if (!rows) this.prints.set(symbol, (rows = new SortedRows()))
    const { code, createdAt } = print.value
    rows.put({
      code,
      key: code,
      customer: null,
      symbol,
      at: createdAt,
      status: null,
      json: record,
    } satisfies Row)
  }
}

const found = (value: unknown): Answer => ({ status: 200, body: JSON.stringify(value) })
