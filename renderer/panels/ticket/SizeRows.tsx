/** The rows that compute the amount: from free margin, from the position, or from the USDC at risk. Enter or `=` takes the amount; nothing is sent. */

import type { KeyboardEvent } from 'react'
import { ZERO, decimal, toText, type Decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import {
  initialMarginInForce,
  initialMarginOf,
  initialMarginOfLeverage,
} from '../../../shared/domain/accounts/margin.ts'
import { LEVERAGES } from '../../../shared/domain/orders/orderFieldRules.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { agedPrices, isFresh } from '../../format/agedPrices.ts'
import { exact, readTyped } from '../../format/numbers.ts'
import { useCustomerFigures } from '../../state/accounts/useCustomerFigures.ts'
import { SIZE_LABELS, amountBySize, sizedWords, type SizeBasis } from '../../state/ticket/sizeBy.ts'
import { mayHaveBracket } from '../../state/ticket/ticketBracket.ts'
import { useSession } from '../../state/useSession.ts'
import { Choice } from '../../ui/Choice.tsx'
import { SUGGESTED_VALUE_KEY, SuggestedValue } from '../../ui/SuggestedValue.tsx'
import type { TicketFieldsProps } from './TicketFields.tsx'
import { BoxedRow } from './TicketRow.tsx'
import type { TicketOrder } from './useTicketOrder.ts'

type Basis = Exclude<SizeBasis, ''> | 'typed'

const OPTIONS: readonly { readonly value: Basis; readonly label: string }[] = [
  { value: 'typed', label: 'Typed' },
  { value: 'free', label: '% free' },
  { value: 'position', label: '% pos.' },
  { value: 'risk', label: 'Risk' },
]

export function SizeRows(fields: TicketFieldsProps) {
  const { sizeBasis } = fields.order.form
  return (
    <>
      <div className="ticket-row long">
        <span className="label">Size by</span>
        <Choice<Basis>
          name="Size by"
          options={OPTIONS}
          value={sizeBasis === '' ? 'typed' : sizeBasis}
          onChoose={(basis) => fields.onChange({ kind: 'sizeBasis', basis: basis === 'typed' ? '' : basis })}
        />
      </div>
      {sizeBasis !== '' && <SizedRows {...fields} basis={sizeBasis} />}
    </>
  )
}

/** The order's own price, else the fresh price of the side that it would take. */
function priceOf({ form, ticker }: TicketOrder, now: number): Decimal | null {
  const own = [form.limitPrice, form.triggerPrice].find((text) => text !== '')
  if (own !== undefined) {
    const read = readTyped(own)
    return read.ok && read.value > 0n ? read.value : null
  }
  const { bid, ask, mark } = agedPrices({ ticker, now })
  return (
    [form.side === 'sell' ? bid : ask, mark].find((price) => price !== null && isFresh(price))?.price ?? null
  )
}

/** Percent of initial margin with the leverage on the ticket, else with the one in force. */
function marginOf({ form, instrument, margin }: TicketOrder): Decimal | null {
  if (!instrument) return null
  const leverage = Number(form.leverage.replace(/[x×]$/i, '').trim() || Number.NaN)
  if (!LEVERAGES.includes(leverage)) return initialMarginOf(instrument, margin)
  const least = instrument.initialMarginRequirement
  return least === null ? initialMarginOfLeverage(leverage) : initialMarginInForce(least, leverage)
}

function SizedRows({
  order,
  onChange,
  basis,
}: TicketFieldsProps & { readonly basis: Exclude<SizeBasis, ''> }) {
  const { clock } = useSession()
  const { form, instrument, position, bracket } = order
  const { free } = useCustomerFigures(form.customerCode as CustomerCode)
  // The stop of the bracket is the one at which the risk ends. While it means no price, there is no amount.
  const hasBracketStop = basis === 'risk' && mayHaveBracket(form) && form.bracketStop !== ''
  const isStopUnread = hasBracketStop && bracket.stop.price === null
  const reading =
    instrument && !isStopUnread
      ? amountBySize({
          basis,
          value: form.sizeValue,
          stop: hasBracketStop ? toText(bracket.stop.price ?? ZERO) : form.riskStop,
          side: form.side,
          instrument,
          free,
          position,
          price: priceOf(order, clock.now()),
          initialMargin: marginOf(order),
        })
      : null
  const sized = reading !== null && 'amount' in reading ? reading : null
  const take = (amount: DecimalText, words: string) =>
    onChange({ kind: 'take', values: { amount }, said: `Amount ${exact(decimal(amount))}: ${words}.` })
  const onKeyDown = (event: KeyboardEvent) => {
    const isTake = event.key === SUGGESTED_VALUE_KEY || event.key === 'Enter'
    if (!isTake || event.ctrlKey || event.nativeEvent.isComposing) return
    // No part of a number: until an amount can be computed, the press does nothing.
    if (event.key === SUGGESTED_VALUE_KEY) event.preventDefault()
    if (sized !== null) take(sized.amount, sized.words)
  }
  const row = (field: 'sizeValue' | 'riskStop', label: string, beside: string, problem: string | null) => (
    <BoxedRow
      field={field}
      label={label}
      value={form[field]}
      placeholder=""
      beside={beside}
      problem={problem}
      onText={(text) => onChange({ kind: 'typed', field, text })}
      input={{ className: 'field grey', inputMode: 'decimal', onKeyDown }}
    />
  )
  const problemAt = (field: 'sizeValue' | 'riskStop') =>
    reading !== null && 'sentence' in reading && reading.field === field && form[field] !== ''
      ? reading.sentence
      : null
  const stopProblem =
    hasBracketStop && reading !== null && 'sentence' in reading && reading.field === 'riskStop'
      ? reading.sentence
      : null
  return (
    <>
      {row('sizeValue', SIZE_LABELS[basis], '', problemAt('sizeValue'))}
      {basis === 'risk' && !hasBracketStop && row('riskStop', 'Stop at', '', problemAt('riskStop'))}
      {hasBracketStop && (
        <p className={stopProblem === null ? 'muted' : 'problem'}>
          {stopProblem ?? 'The risk ends at “+ Stop”, the stop of the bracket.'}
        </p>
      )}
      {sized !== null && instrument && (
        <div className="ticket-row">
          <span className="label">Amount</span>
          <span className="number">
            {sized.caution === null ? '' : '~'}
            <SuggestedValue
              words={sizedWords(sized.amount, instrument)}
              onTake={() => take(sized.amount, sized.words)}
            />{' '}
            <span className="muted" title={sized.words}>
              {sized.caution ?? ''}
            </span>
          </span>
        </div>
      )}
    </>
  )
}
