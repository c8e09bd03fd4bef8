/** What a second dealer reads of a transfer, a fee write and a webhook change, and what the four-eyes rules judge. Decides nothing. Pure. */

import { decimal } from '../../../shared/base/decimal.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Request } from '../../../shared/contract/contract.ts'
import type { HeldAct } from './approvals.ts'

const SETS_NONE = { setsLeverage: false } as const

/** Null: a deposit, which nobody has to approve. */
export const transferToHold = ({ transfer }: Request<'transfer.submit'>): HeldAct | null =>
  transfer.kind === 'deposit'
    ? null
    : {
        ...SETS_NONE,
        kind: 'withdrawal',
        // The bound is in USDC: what another asset is worth is not known.
        value: transfer.asset === 'USDC' ? decimal(transfer.amount) : null,
        what: `withdraw ${transfer.amount} ${transfer.asset} of ${shownCode(transfer.customerCode)}`,
      }

export const feesToHold = ({
  customerCode,
  symbol,
  makerFee,
  takerFee,
}: Request<'feeProfile.write'>): HeldAct => ({
  ...SETS_NONE,
  kind: 'fees',
  value: null,
  what: `fees of ${shownCode(customerCode)} on ${symbol ?? 'every instrument'}: maker ${makerFee} bps, taker ${takerFee} bps`,
})

export const webhookToHold = (what: string): HeldAct => ({ ...SETS_NONE, kind: 'webhook', value: null, what })

export const registerWords = ({ url, includeAllEvents, eventTypes }: Request<'webhook.register'>): string =>
  `register webhook ${url} for ${includeAllEvents ? 'all events' : eventTypes.join(', ')}`
