/** Deposits and withdrawals: first pending, completed or cancelled a little later (docs/api.md#part-3). */

import type { Stop } from '../../../../shared/base/clock.ts'
import {
  absolute,
  add,
  compare,
  decimal,
  negate,
  signOf,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { TransferKind } from '../../../../shared/domain/accounts/ledger.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { accountFunds } from './accountFunds.ts'
import type { BrokerContext } from '../brokerContext.ts'
import { freeForWithdrawal } from './margin.ts'
import { COLLATERAL_ASSET } from '../../bookkeeping/posting.ts'
import type { Movement } from '../../bookkeeping/records.ts'
import { refuse, unknownCustomer, type Outcome } from '../../refusal.ts'

export interface TransferSettlement {
  /** `amount` is above 0, in the collateral asset. Refuses a withdrawal above the free amount with INSUFFICIENT_FUNDS. */
  request(kind: TransferKind, customer: string, amount: Decimal): Outcome<Movement>
  /** Opens a new account with collateral (USDC) that is available at once; leaves an existing account unchanged. */
  openAccount(customer: CustomerCode, collateral: DecimalText): void
  /** Ends a pending transfer as cancelled, without moving money. False when it is not pending. */
  cancel(code: string): boolean
  /** Pending transfers, oldest first. */
  pending(): readonly Movement[]
  /** Resumes the transfers that an earlier run left pending. */
  resume(): void
  /** Stops the timers; pending transfers stay pending. */
  close(): void
}

/** `delayMs`: from request to settlement. */
export function transferSettlement(context: BrokerContext, delayMs: number): TransferSettlement {
  const { accounts, movements } = context.store
  const timers = new Map<string, Stop>()

  const record = (customer: CustomerCode, signedAmount: DecimalText): Movement => {
    const now = context.clock.now()
    const movement: Movement = {
      code: `M${movements.lastSequence() + 1}`,
      customerCode: customer,
      type: signOf(decimal(signedAmount)) < 0 ? 'withdrawal' : 'deposit',
      status: 'pending',
      asset: COLLATERAL_ASSET,
      signedAmount,
      symbol: null,
      realisedPnl: null,
      referenceId: null,
      markPrice: null,
      fundingRate: null,
      createdAt: now,
      updatedAt: now,
    }
    movements.insert(movement)
    return movement
  }

  /** A withdrawal is cancelled when its money was lost meanwhile: the balance never falls below the margin in use. */
  const stillCovered = (movement: Movement): boolean => {
    if (movement.type === 'deposit') return true
    const amount = absolute(decimal(movement.signedAmount))
    const funds = accountFunds(context, movement.customerCode)
    const others = add(funds.pendingOut, negate(amount))
    return compare(freeForWithdrawal({ ...funds, pendingOut: others }), amount) >= 0
  }

  const drop = (movement: Movement) => {
    const cancelled: Movement = { ...movement, status: 'cancelled', updatedAt: context.clock.now() }
    movements.update(cancelled)
    context.report({ kind: 'movement', movement: cancelled, balance: null })
  }

  const settle = (code: string) =>
    context.change(() => {
      timers.delete(code)
      const movement = movements.find(code)
      if (movement?.status !== 'pending') return
      if (!stillCovered(movement)) return drop(movement)
      const updatedAt = context.clock.now()
      const completed: Movement = { ...movement, status: 'completed', updatedAt }
      const before = decimal(accounts.balance(movement.customerCode) ?? '0')
      const balance = toText(add(before, decimal(movement.signedAmount)))
      movements.update(completed)
      accounts.setBalance(movement.customerCode, balance)
      context.report({ kind: 'movement', movement: completed, balance })
    })

  const schedule = (code: string) =>
    timers.set(
      code,
      context.clock.after(delayMs, () => settle(code)),
    )

  return {
    request: (kind, customer, amount) =>
      context.change(() => {
        if (accounts.balance(customer) === null) return unknownCustomer(customer)
        const known = customer as CustomerCode
        const free = freeForWithdrawal(accountFunds(context, known))
        if (kind === 'withdrawal' && compare(amount, free) > 0)
          return refuse(
            'INSUFFICIENT_FUNDS',
            `amount is above the ${toText(free)} USDC that may be withdrawn`,
          )
        const movement = record(known, toText(kind === 'withdrawal' ? negate(amount) : amount))
        schedule(movement.code)
        return ok(movement)
      }),
    openAccount: (customer, collateral) =>
      context.change(() => {
        if (accounts.balance(customer) !== null) return
        accounts.open(customer)
        settle(record(customer, collateral).code)
      }),
    cancel: (code) =>
      context.change(() => {
        const movement = movements.find(code)
        if (movement?.status !== 'pending') return false
        timers.get(code)?.()
        timers.delete(code)
        drop(movement)
        return true
      }),
    pending: () => movements.pending(null),
    resume() {
      for (const { code } of movements.pending(null)) schedule(code)
    },
    close() {
      for (const stop of timers.values()) stop()
    },
  }
}
