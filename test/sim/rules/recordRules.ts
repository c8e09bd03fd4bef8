/** Rules of every step about records: what a window hears as taken is on disk, what is cut off a file is kept, and a reconciled customer adds up and was read back. Excuses nothing. */

import { ZERO, add, compare, decimal } from '../../../shared/base/decimal.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import type { CustomerReconciliation } from '../../../shared/domain/accounts/reconciliationRules.ts'
import type { Trade } from '../../../shared/domain/trade.ts'
import type { Machine } from '../world/machine.ts'

/** What a window of the desk shows when customers of the reconciliation change. */
export interface Shown {
  readonly orders: Iterable<Order>
  readonly trades: Iterable<Trade>
}

export interface RecordRules {
  /** An entry of the journal is on disk for good. */
  onDurable(entry: JournalEntry): void
  /** A window heard that its intent was taken. */
  onTaken(intentId: string): void
  /** Bytes are cut off a file; `kept`: they are on disk under another name. */
  onCut(path: string, bytes: number, kept: boolean): void
  onReconciled(machine: Machine, changed: readonly CustomerReconciliation[], shown: Shown, at: number): void
}

export interface RecordRulesOptions {
  readonly report: (sentence: string) => void
  /** A customer is open for trading from now on. */
  readonly onOpen: (machine: Machine, customer: CustomerCode, at: number) => void
}

export function openRecordRules({ report, onOpen }: RecordRulesOptions): RecordRules {
  const intents = new Set<string>()
  /** The last that was heard of each customer, by process. */
  const heard = new Map<string, CustomerReconciliation>()

  /** By process and customer: orders whose fill the trades did not make up at its last comparison. */
  const behind = new Map<string, ReadonlySet<string>>()

  /** Orders whose fill is not in trades that name them: positions are made of trades alone. */
  const unmade = (customer: CustomerCode, { orders, trades }: Shown): ReadonlySet<string> => {
    const traded = new Map<string, ReturnType<typeof decimal>>()
    for (const { customerCode, referenceId, amount } of trades)
      if (customerCode === customer && referenceId !== null && amount !== null)
        traded.set(referenceId, add(traded.get(referenceId) ?? ZERO, decimal(amount)))
    return new Set(
      [...orders].flatMap(({ customerCode, referenceId, filledAmount }) =>
        customerCode === customer && compare(traded.get(referenceId) ?? ZERO, decimal(filledAmount)) !== 0
          ? [referenceId]
          : [],
      ),
    )
  }

  /** An order and its trade do not arrive together: a customer that is open is looked at twice, one that opens must add up at once. */
  const checkFills = (key: string, customer: CustomerReconciliation, opens: boolean, shown: Shown): void => {
    const before = behind.get(key)
    const now = unmade(customer.customerCode, shown)
    behind.set(key, now)
    for (const id of now)
      if (customer.state === 'agrees' && (opens || before?.has(id)))
        report(`${customer.customerCode} counts as reconciled though no trades add up to the fill of ${id}`)
  }

  return {
    onDurable({ body }) {
      if (body.type === 'order' && body.event.kind === 'intent') intents.add(body.event.intentId)
    },
    onTaken(intentId) {
      if (!intents.has(intentId)) report(`${intentId} was reported as taken before it was on disk`)
    },
    onCut(path, bytes, kept) {
      if (!kept) report(`${bytes} bytes were cut off ${path} and are nowhere else`)
    },
    onReconciled(machine, changed, shown, at) {
      for (const customer of changed) {
        const key = `${machine.name} ${customer.customerCode}`
        const before = heard.get(key)
        heard.set(key, customer)
        if (customer.open && !before?.open) onOpen(machine, customer.customerCode, at)
        if (customer.comparedAt !== before?.comparedAt)
          checkFills(key, customer, before?.state !== 'agrees', shown)
      }
    },
  }
}
