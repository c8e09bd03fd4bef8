/** The transfers under way or of unknown outcome: at most one for each customer, kind and asset. */

import type { TransferRequest } from '../../../shared/domain/accounts/ledger.ts'

/** One transfer at a time may have this key. */
const keyOf = ({ customerCode, kind, asset }: TransferRequest): string => `${customerCode} ${kind} ${asset}`

export class TransfersUnderWay {
  private readonly keys = new Set<string>()

  /** Whether a transfer of the same customer, kind and asset is under way. */
  has(transfer: TransferRequest): boolean {
    return this.keys.has(keyOf(transfer))
  }

  get count(): number {
    return this.keys.size
  }

  add(transfer: TransferRequest): void {
    this.keys.add(keyOf(transfer))
  }

  remove(transfer: TransferRequest): void {
    this.keys.delete(keyOf(transfer))
  }
}
