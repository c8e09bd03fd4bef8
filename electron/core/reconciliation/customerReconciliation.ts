/** Which customers may be traded for: reads each back after every start and gap, compares, and holds those that do not tie out. Sends nothing. */

import type { Clock, Stop } from '../../../shared/base/clock.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { OrderReport } from '../../../shared/domain/orders/order.ts'
import { unsureWords, type TradeLoss } from '../../../shared/domain/accounts/position.ts'
import type { CustomerCode, ReferenceId } from '../../../shared/domain/scalars.ts'
import {
  compareRecords,
  dated,
  persisting,
  type CustomerTie,
  type Difference,
  type Records,
} from '../../../shared/domain/accounts/reconciliationRules.ts'
import type { CustomerDirectory } from '../accounts/customerDirectory.ts'
import type { JournalWriter } from '../journal/journalWriter.ts'
import type { CashLedger } from '../accounts/cashLedger.ts'
import type { Notices } from '../support/notices.ts'
import type { OrderStore } from '../orders/orderStore.ts'
import type { ReadFailure } from '../ports.ts'
import { publish, type Published } from '../support/publishedTopic.ts'
import type { TradeBook } from '../accounts/tradeBook.ts'

/** Customers read at the same time. */
const AT_ONCE = 4
/** Ms between two looks that must agree before a difference counts: streams and lists do not arrive together. */
const LOOK_AGAIN = 3_000
/** Ms until a customer that differs is read and compared again by itself. */
const DIFFERS_AGAIN = 15_000
/** Ms in which every customer is compared once. */
const AUDIT_EVERY = 60_000
/** Ms between two of them at least: more customers than 240 take longer than `AUDIT_EVERY`. */
const AUDIT_APART = 250
/** Ms until a customer that could not be read is tried again; the last goes on. */
const RETRY = [1_000, 2_000, 4_000, 8_000, 15_000]

/** What can be read back of one customer; reads only. */
export interface CustomerReads {
  /** Open orders and every order that the list does not show. */
  orders(customer: CustomerCode): Promise<Result<null, ReadFailure>>
  /** One order, as the venue tells it now. */
  order(customer: CustomerCode, id: ReferenceId): Promise<unknown>
  /** The newest trades and ledger rows of everybody. */
  books(): Promise<Result<null, ReadFailure>>
  /** Orders over here that the last list showed as open. */
  stillListed(customer: CustomerCode): readonly OrderReport[]
}

export interface CustomerReconciliationOptions {
  readonly clock: Clock
  readonly orderStore: OrderStore
  readonly trades: TradeBook
  readonly ledger: CashLedger
  readonly customers: CustomerDirectory
  readonly journalWriter: JournalWriter
  readonly notices: Notices
}

export interface CustomerReconciliation {
  readonly topic: Published<'reconciliation'>
  /** Nothing counts as read any more: every customer waits until it was read and compared. `why` is told. */
  close(why: string): void
  /** Keeps every customer closed for this reason, whatever its records say, until null is given. Reading and comparing go on. */
  hold(why: string | null): void
  /** Reads every customer and opens each as soon as its own records tie out; audits from then on. */
  read(reads: CustomerReads): void
  /** A customer's list of open orders turned out not to be whole: closes the customer until it has been read back. */
  doubt(customer: CustomerCode, why: string): void
  /** Trades are missing (`trades.unsure`): closes whom they may belong to until a whole read-back ties out. */
  tradesLost(): void
  /** They are all read: whoever is closed is read and compared again. */
  tradesBack(): void
  /** Reads one customer, or all, again now. False while nobody is signed in. */
  readAgain(customer: CustomerCode | null): boolean
  /** Why nothing new may be sent for a customer; null: it may. A trade-out always may. */
  whyBlocked(customer: CustomerCode, tradeOut: boolean): string | null
  /** Ends reading; what is known stays to be seen. */
  stop(): void
  clear(): void
}

interface Entry {
  tie: CustomerTie
  /** Grows when what was being found out is void. */
  turn: number
  failures: number
  /** What the journal was told last. */
  filed: string | null
  plan: Stop
}

const NOT_READ = 'Its orders have not been read back yet.'
const lossSentence = (loss: TradeLoss): string =>
  `Its position is ${unsureWords(loss)}. All of its trades are being read again.`
const words = (of: Difference): string =>
  `${of.kind} ${of.of} ${of.row}: here ${of.here}; ${of.toldBy}: ${of.there}`

export function createCustomerReconciliation(parts: CustomerReconciliationOptions): CustomerReconciliation {
  const { clock, orderStore, trades, ledger, customers, journalWriter, notices } = parts
  const entries = new Map<CustomerCode, Entry>()
  /** Why nobody is open, whatever was read; null: each customer's own records decide. */
  let held: string | null = null
  const shown = ({ tie: of }: Entry): CustomerTie => (held === null ? of : { ...of, open: false, why: held })
  const topic = publish<'reconciliation'>(() => [...entries.values()].map(shown))
  let reads: CustomerReads | null = null
  let stopAudit: Stop = () => undefined
  /** Customers waiting to be read, in order. */
  const waiting: CustomerCode[] = []
  let lanes = 0

  const put = (entry: Entry, to: Partial<CustomerTie>): void => {
    const since = to.state === undefined || to.state === entry.tie.state ? entry.tie.since : clock.now()
    entry.tie = { ...entry.tie, since, ...to }
    topic.delta([shown(entry)])
  }
  const entryOf = (customer: CustomerCode, open: boolean): Entry => {
    const known = entries.get(customer)
    if (known) return known
    const entry: Entry = {
      tie: {
        customerCode: customer,
        state: 'reading',
        open,
        why: open ? null : NOT_READ,
        since: clock.now(),
        comparedAt: null,
        compared: { orders: 0, trades: 0, rows: 0 },
        discrepancies: [],
      },
      turn: 0,
      failures: 0,
      filed: null,
      plan: () => undefined,
    }
    entries.set(customer, entry)
    topic.delta([shown(entry)])
    return entry
  }

  const recordsOf = (customer: CustomerCode): Records => {
    const own = trades.ofCustomer(customer)
    return {
      orders: orderStore.all().filter((order) => order.customerCode === customer),
      trades: own.trades,
      positions: own.positions,
      rows: ledger.rows(customer),
      tradesAfter: own.whole ? null : (own.oldest ?? Number.MAX_SAFE_INTEGER),
      rowsAfter: ledger.whole ? null : (ledger.oldest() ?? Number.MAX_SAFE_INTEGER),
      cash: ledger.cash(customer),
      twice: ledger.twice(customer),
      stillListed: reads?.stillListed(customer) ?? [],
    }
  }
  const compare = (entry: Entry): Difference[] => {
    const records = recordsOf(entry.tie.customerCode)
    const found = compareRecords(records)
    entry.tie = {
      ...entry.tie,
      comparedAt: clock.now(),
      compared: {
        orders: records.orders.length,
        trades: records.trades.length,
        rows: records.rows.length,
      },
    }
    return found
  }
  const later = (entry: Entry, ms: number, run: () => unknown): void => {
    const { turn } = entry
    entry.plan()
    entry.plan = clock.after(ms, () => {
      if (entry.turn === turn) run()
    })
  }
  const file = (entry: Entry, ties: boolean, detail: string): void => {
    const text = `${ties} ${detail}`
    if (entry.filed === text) return
    entry.filed = text
    journalWriter.note({ type: 'reconciled', customerCode: entry.tie.customerCode, ties, detail })
  }

  const tie = (entry: Entry): void => {
    const { state, customerCode, compared } = entry.tie
    const loss = trades.unsure(customerCode)
    if (state === 'differs')
      notices.say(
        'info',
        loss !== null
          ? `${customerCode} ties out again as far as it is known. It opens for trading once all of its trades are read.`
          : held === null
            ? `${customerCode} ties out again and is open for trading.`
            : `${customerCode} ties out again. It opens for trading once all private channels are live.`,
        null,
        { kind: 'reconciliation', customerCode, key: `ties ${customerCode}`, settles: true },
      )
    if (loss !== null)
      return put(entry, { state: 'reading', open: false, why: lossSentence(loss), discrepancies: [] })
    put(entry, { state: 'ties', open: true, why: null, discrepancies: [] })
    // The counts grow with every trade: they are told once per reading, not with every audit.
    if (state !== 'ties')
      file(
        entry,
        true,
        `${compared.orders} orders, ${compared.trades} trades and ${compared.rows} ledger rows`,
      )
  }
  const differ = (entry: Entry, found: readonly Difference[]): void => {
    const { customerCode, state, discrepancies } = entry.tie
    const [first] = found
    const more = found.length > 1 ? ` and ${found.length - 1} more` : ''
    const why = `Its records do not tie out: ${first ? `${first.of} ${first.row}` : ''}${more}. See the panel Reconciliation.`
    if (state !== 'differs')
      notices.say(
        'error',
        `${customerCode} does not tie out (${first ? words(first) : ''}${more}).`,
        'Nothing new is sent for it but what trades out; cancelling works.',
        {
          kind: 'reconciliation',
          customerCode,
          action: 'Open the panel Reconciliation.',
          key: `ties ${customerCode}`,
        },
      )
    put(entry, {
      state: 'differs',
      open: false,
      why,
      discrepancies: dated(discrepancies, found, clock.now()),
    })
    file(entry, false, found.map(words).join(' · '))
    later(entry, DIFFERS_AGAIN, () => queue(customerCode))
  }

  /** Compares; what does not agree is read again before it counts. `before`: what the first look found. */
  const look = (entry: Entry, before: readonly Difference[]): void => {
    const found = compare(entry)
    const stands = persisting(before, found)
    if (found.length === 0) return tie(entry)
    if (stands.length > 0) return differ(entry, stands)
    if (entry.tie.state === 'reading')
      put(entry, { why: 'Its records do not agree yet; they are read a second time.' })
    else put(entry, {})
    later(entry, LOOK_AGAIN, () => void secondLook(entry, found))
  }
  const secondLook = async (entry: Entry, before: readonly Difference[]): Promise<void> => {
    const { turn } = entry
    const { customerCode } = entry.tie
    const now = reads
    if (!now) return
    const books = await now.books()
    const orders = await now.orders(customerCode)
    if (orders.ok)
      for (const of of before) if (of.kind === 'fill') await now.order(customerCode, of.row as ReferenceId)
    if (entry.turn !== turn) return
    if (books.ok && orders.ok) look(entry, before)
    else later(entry, LOOK_AGAIN, () => void secondLook(entry, before))
  }

  const readOne = async (customer: CustomerCode): Promise<void> => {
    const entry = entryOf(customer, false)
    const turn = ++entry.turn
    entry.plan()
    const read = await reads?.orders(customer)
    if (!read || entry.turn !== turn) return
    if (read.ok) {
      entry.failures = 0
      // One that differs has been looked at twice already: each look more says how it stands now.
      return look(entry, entry.tie.state === 'differs' ? entry.tie.discrepancies : [])
    }
    put(entry, {
      state: 'reading',
      open: false,
      why: `${read.failure.message} Trying again.`,
    })
    later(entry, RETRY[Math.min(entry.failures++, RETRY.length - 1)] ?? LOOK_AGAIN, () => queue(customer))
  }
  const lane = async (): Promise<void> => {
    lanes++
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await readOne(next)
    lanes--
  }
  function queue(customer: CustomerCode): void {
    if (!reads) return
    if (!waiting.includes(customer)) waiting.push(customer)
    if (lanes < AT_ONCE) void lane()
  }

  /** A customer that was not known when everybody was read. */
  const meet = (customer: CustomerCode): Entry => {
    // One of whom the whole history says nothing never had money here: there is nothing to tie out.
    const own = trades.ofCustomer(customer)
    const isBlank = own.whole && own.trades.length === 0 && ledger.whole && ledger.rows(customer).length === 0
    const entry = entryOf(customer, isBlank && trades.unsure(customer) === null)
    queue(customer)
    return entry
  }

  /** Reads and compares the next customer, so that each has its turn once in `AUDIT_EVERY` and no turn holds the others up. */
  const audit = (): void => {
    const pause = () => Math.max(AUDIT_APART, AUDIT_EVERY / Math.max(1, entries.size))
    const turns: CustomerCode[] = []
    const next = (): void => {
      for (const code of customers.codes()) if (!entries.has(code)) meet(code)
      if (turns.length === 0) turns.push(...entries.keys())
      const code = turns.shift()
      const entry = code === undefined ? undefined : entries.get(code)
      if (code !== undefined && entry?.tie.state === 'ties') queue(code)
      stopAudit = clock.after(pause(), next)
    }
    stopAudit = clock.after(pause(), next)
  }

  const whyBlocked = (customer: CustomerCode, tradeOut: boolean): string | null => {
    if (tradeOut) return null
    const of = shown(entries.get(customer) ?? meet(customer))
    return of.open ? null : `${customer} is not open for trading. ${of.why ?? NOT_READ} Nothing was sent.`
  }

  return {
    topic,
    close(why) {
      waiting.length = 0
      for (const code of customers.codes()) entryOf(code, false)
      for (const entry of entries.values()) {
        entry.turn++
        entry.plan()
        entry.filed = null
        // What differed before stays to be seen until the new reading says otherwise.
        put(entry, { state: 'reading', open: false, why })
      }
    },
    hold(why) {
      if (why === held) return
      held = why
      if (entries.size > 0) topic.delta([...entries.values()].map(shown))
    },
    read(next) {
      reads = next
      stopAudit()
      for (const code of customers.codes()) entryOf(code, false)
      for (const code of entries.keys()) queue(code)
      audit()
    },
    doubt(customer, why) {
      const entry = entries.get(customer)
      if (!entry?.tie.open) return
      put(entry, { state: 'reading', open: false, why: `${why} Trying again.` })
      later(entry, RETRY[0] ?? LOOK_AGAIN, () => queue(customer))
    },
    tradesLost() {
      for (const entry of entries.values()) {
        const loss = trades.unsure(entry.tie.customerCode)
        if (loss !== null && entry.tie.open)
          put(entry, { state: 'reading', open: false, why: lossSentence(loss) })
      }
    },
    tradesBack() {
      for (const [customer, { tie: of }] of entries) if (!of.open) queue(customer)
    },
    readAgain(customer) {
      if (!reads) return false
      for (const code of customer === null ? [...entries.keys()] : [customer]) queue(code)
      return true
    },
    whyBlocked,
    stop() {
      reads = null
      stopAudit()
      waiting.length = 0
      for (const entry of entries.values()) {
        entry.turn++
        entry.plan()
      }
    },
    clear() {
      entries.clear()
      topic.replace()
    },
  }
}
