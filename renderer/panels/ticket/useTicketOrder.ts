/** The state of the ticket: form, market, customer, and the reading of `readTicket`. Sends nothing. */

import { useStore } from 'zustand'
import type { Decimal } from '../../../shared/base/decimal.ts'
import type { FeeProfileItem } from '../../../shared/domain/accounts/fees.ts'
import { markOf, type Instrument, type Ticker } from '../../../shared/domain/instrument.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { positionOf } from '../../state/accounts/knownPositions.ts'
import { useHalt } from '../../halts/HaltedNote.tsx'
import { readTicket, type TicketForm, type TicketReading } from '../../state/ticket/ticketForm.ts'
import type { InstanceId } from '../../state/stores/panelInstances.ts'
import { readTicketBracket, type TicketBracket } from '../../state/ticket/ticketBracket.ts'
import { bookStateOf } from '../../state/marketOf.ts'
import { useNow } from '../../state/useNow.ts'
import { useOld } from '../../state/useOld.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { standingLeverage, type MarginProfile } from '../../../shared/domain/accounts/margin.ts'
import { useCustomerTerms } from '../../state/useCustomerTerms.ts'

export interface TicketOrder {
  readonly form: TicketForm
  readonly sending: boolean
  /** What the last key changed by itself; empty: nothing. */
  readonly said: string
  /** Null while unknown. */
  readonly margin: MarginProfile | null
  /** Why the margin profile may be old: a clause without a full stop; null: it is as last read. */
  readonly whyMarginOld: string | null
  /** Contracts held, signed; null while unknown. */
  readonly position: Decimal | null
  readonly instruments: readonly Instrument[]
  readonly instrument: Instrument | undefined
  readonly ticker: Ticker | undefined
  /** Leverage in force for customer and instrument; null while unknown. */
  readonly leverage: Decimal | null
  readonly reading: TicketReading
  /** The take profit and stop loss that the core places for each fill. */
  readonly bracket: TicketBracket
  /** Whether the dealer has typed a size. */
  readonly isSized: boolean
  /** The fees of the customer; null while unknown. */
  readonly fees: readonly FeeProfileItem[] | null
  readonly halted: boolean
}

/** Contracts held, signed; null while unknown. */
function usePosition(customer: CustomerCode, symbol: Symbol): Decimal | null {
  const session = useSession()
  const { positions, reads, reconciliation } = session.server
  const read = () => positionOf(session, customer, symbol)
  useStore(reads, read)
  useStore(reconciliation, read)
  return useStore(positions, read)
}

export function useTicketOrder(id: InstanceId): TicketOrder {
  const session = useSession()
  const { form, sending, said, intentId } = useStore(session.tickets.of(id))
  const { value: instruments } = useLoadable(session.server.instruments)
  const { value: customers } = useLoadable(session.server.customers)
  const { value: limits } = useLoadable(session.server.limits)
  const ticker = useStore(session.server.tickers, (tickers) => tickers.value?.get(form.symbol))
  const position = usePosition(form.customerCode as CustomerCode, form.symbol as Symbol)
  const { margin, whyMarginOld, fees } = useCustomerTerms(form.customerCode, intentId)
  // Renders again when prices become too old for a comparison.
  const touchOld = useOld(ticker?.touchAt)
  const markOld = useOld(ticker?.listedAt)
  const book = useStore(session.server.connection, () => bookStateOf(session.server, form.symbol))
  const now = useNow(touchOld || markOld)
  const halted = useHalt(form.customerCode as CustomerCode, form.symbol as Symbol) !== null
  const instrument = instruments?.find((listed) => listed.symbol === form.symbol)
  const leverage = instrument ? standingLeverage(instrument, margin) : null
  const reading = readTicket(form, {
    instrument,
    ticker,
    position,
    leverage,
    customerKnown: customers?.some((customer) => customer.code === form.customerCode) ?? false,
    rules: limits?.rules ?? [],
    book,
    now,
  })
  return {
    form,
    sending,
    said,
    margin,
    whyMarginOld,
    position,
    instruments: instruments ?? [],
    instrument,
    ticker,
    leverage,
    reading,
    bracket: readTicketBracket({
      form,
      draft: reading.draft,
      instrument,
      mark: markOld ? null : markOf(ticker),
    }),
    isSized: form.amount !== '' || form.cashAmount !== '',
    fees,
    halted,
  }
}
