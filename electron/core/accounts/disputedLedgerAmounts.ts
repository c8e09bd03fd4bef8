/** The amount that each movement arrived with first, while a newer amount differs from it. */

import type { DecimalText } from '../../../shared/base/decimal.ts'
import type { LedgerRow } from '../../../shared/domain/accounts/ledger.ts'

export class DisputedLedgerAmounts {
  private readonly byKey = new Map<string, DecimalText>()

  /** Two records of one movement differ in amount. The movement is settled once the first amount arrives again. */
  differ(key: string, known: LedgerRow, arrived: LedgerRow): void {
    const first = this.byKey.get(key) ?? known.totalAmount
    if (first === arrived.totalAmount) this.byKey.delete(key)
    else this.byKey.set(key, first)
  }

  get(key: string): DecimalText | undefined {
    return this.byKey.get(key)
  }

  clear(): void {
    this.byKey.clear()
  }
}
