/** Shows whether the ledger adds up to the balances, and whether a trade's row agrees with its trade. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { ZERO, decimal } from '../../../shared/base/decimal.ts'
import type { Balance, LedgerRow } from '../../../shared/domain/accounts/ledger.ts'
import { stateAt } from '../../state/stores/keyedTable.ts'
import { useSession } from '../../state/useSession.ts'
import { exact } from '../../format/numbers.ts'
import { ledgerCheck, rowAgrees } from './ledgerCheck.ts'

interface LedgerBalanceProps {
  /** Null: every customer. */
  readonly customer: string | null
  readonly older: ReadonlyMap<string, LedgerRow>
  /** Why rows are missing here, so that a difference proves nothing: a clause without a full stop. Null: none are. */
  readonly partial: string | null
  /** The revision of the ledger to check, so that not every new row causes a new sum. */
  readonly revision: number
  /** By customer; null: not read yet. */
  readonly reported: ReadonlyMap<string, Balance> | null
}

export function LedgerBalance({ customer, older, partial, revision, reported }: LedgerBalanceProps) {
  const session = useSession()
  const { ledger } = session.server
  /** Those that came before or with these rows. */
  const [known, setKnown] = useState({ revision, reported })
  if (known.revision !== revision) setKnown({ revision, reported })
  const checks = useMemo(() => {
    const { rows } = stateAt(ledger, revision)
    const byCustomer = new Map<string, LedgerRow[]>()
    const take = (row: LedgerRow) => {
      if (customer !== null && row.customerCode !== customer) return
      const own = byCustomer.get(row.customerCode)
      if (own) own.push(row)
      else byCustomer.set(row.customerCode, [row])
    }
    for (const row of rows.values()) take(row)
    for (const [key, row] of older) if (!rows.has(key)) take(row)
    return [...byCustomer].map(([code, own]) => ({
      code,
      check: ledgerCheck(own, reported?.get(code), known.reported?.get(code)),
    }))
  }, [ledger, older, customer, revision, reported, known])
  const differ = checks.flatMap(({ code, check }) =>
    check.kind === 'differs'
      ? [`${shownCode(code)} by ${check.by > ZERO ? '+' : ''}${exact(check.by)} USDC`]
      : [],
  )
  const agreeing = checks.filter(({ check }) => check.kind === 'agrees').length
  const only = checks.length === 1 ? checks[0]?.check : undefined
  if (checks.length === 0) return null
  if (differ.length > 0 && partial !== null) return <span className="muted">Not checked: {partial}</span>
  if (differ.length > 0)
    return (
      <span
        className="problem"
        title="A row is missing or wrong. Check the marked rows, then call the broker."
      >
        ✗ Ledger and balance differ: {differ.slice(0, 3).join(', ')}
        {differ.length > 3 && ` and ${differ.length - 3} more`}
      </span>
    )
  if (only?.kind === 'open') return <span className="muted">Not checked: {only.why}</span>
  if (agreeing === checks.length && customer === null && partial !== null)
    return (
      <span className="muted">
        {agreeing} agree, others not checked: {partial}
      </span>
    )
  if (agreeing === checks.length)
    return (
      <span className="ok">
        {only ? '✓ Ledger and balance agree' : `✓ All ${agreeing} ledgers agree with the reported balance`}
      </span>
    )
  const [first] = checks.flatMap(({ check }) => (check.kind === 'open' ? [check.why] : []))
  const unchecked = `${checks.length - agreeing} of ${checks.length} ledgers not checked: ${first}`
  return <span className="muted">{agreeing === 0 ? unchecked : `${agreeing} agree, ${unchecked}`}</span>
}

/** ✓ where a trade's row is its realised PnL less its fee. */
export function AgreementCell({ row }: { readonly row: LedgerRow }) {
  const trade = useStore(useSession().server.trades, (trades) => trades.rows.get(row.code))
  const agrees = rowAgrees(row, trade)
  if (agrees === null) return null
  return agrees ? (
    <span className="ok" title="Realised PnL less the fee of its trade, to the last digit">
      ✓
    </span>
  ) : (
    <span
      className="problem"
      title={`Its trade says ${exact(decimal(trade?.realisedPnl ?? '0'))} USDC less a fee of ${exact(decimal(trade?.fee ?? '0'))} USDC`}
    >
      ✗ differs
    </span>
  )
}
