/** The bracket's two fields: take profit and stop loss as a price or a distance, and what each would win or lose. Sends nothing. */

import { toText, type Decimal } from '../../../shared/base/decimal.ts'
import { UNKNOWN, signed } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { mayHaveBracket, type TypedLeg } from '../../state/ticket/ticketBracket.ts'
import type { TicketChange } from '../../state/ticket/ticketForm.ts'
import { TextRow } from './TicketRow.tsx'
import type { TicketOrder } from './useTicketOrder.ts'

interface BracketFieldsProps {
  readonly order: TicketOrder
  readonly onChange: (change: TicketChange) => void
}

/** `66,000.0 · +3,850 USDC`; `~` where the price of the entry is an estimate. */
function legWords({ instrument, bracket }: TicketOrder, leg: TypedLeg): string {
  if (leg.price === null) return ''
  const money = (value: Decimal) => `${bracket.isEstimate ? '~' : ''}${signed(value, 2)} USDC`
  return `${priceText(toText(leg.price), instrument)} · ${leg.result === null ? UNKNOWN : money(leg.result)}`
}

export function BracketFields({ order, onChange }: BracketFieldsProps) {
  const { form, bracket } = order
  if (!mayHaveBracket(form)) return null
  const row = (field: 'bracketProfit' | 'bracketStop', label: string, leg: TypedLeg) => (
    <TextRow
      field={field}
      label={label}
      value={form[field]}
      beside={legWords(order, leg)}
      placeholder="price, 200t, 1.5%"
      problem={leg.problem}
      onText={(text) => onChange({ kind: 'typed', field, text })}
    />
  )
  return (
    <>
      {row('bracketProfit', '+ Profit', bracket.profit)}
      {row('bracketStop', '+ Stop', bracket.stop)}
      {bracket.prices !== null && (
        <p className="muted">
          Openpit places them for each fill, while it runs. The venue does not hold them before.
        </p>
      )}
    </>
  )
}

/** `, then TP 66,000.0 / SL 58,000.0`; empty without a bracket. */
export function bracketButtonWords({ instrument, bracket: { prices } }: TicketOrder): string {
  if (prices === null) return ''
  const words = [
    prices.takeProfitPrice === null ? null : `TP ${priceText(prices.takeProfitPrice, instrument)}`,
    prices.stopLossPrice === null ? null : `SL ${priceText(prices.stopLossPrice, instrument)}`,
  ].filter((part) => part !== null)
  return `, then ${words.join(' / ')}`
}
