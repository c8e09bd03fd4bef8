/** The columns of the trades. */

import { decimal } from '../../../shared/base/decimal.ts'
import { tradeQuote, type Trade } from '../../../shared/domain/trade.ts'
import { feeEffect } from '../../format/feeText.ts'
import { SignedNumber } from '../../format/SignedNumber.tsx'
import { instrumentOf } from '../../state/actions/dealing.ts'
import type { WindowSession } from '../../state/windowSession.ts'
import type { CellValue } from '../tables/sort/cellValue.ts'
import type { Summand } from '../tables/arrange/sumRows.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'
import { TRADE_DEALER_COLUMN } from '../tables/dealer/dealerColumns.tsx'
import { FeeCell, MoneyCell, PriceCell } from '../tables/cells.tsx'
import {
  AMOUNT_COLUMN,
  CUSTOMER_COLUMN,
  INSTRUMENT_COLUMN,
  REFERENCE_COLUMN,
  SIDE_COLUMN,
  VENUE_TIME_COLUMN,
} from '../tables/columns.tsx'
import { EXECUTION_COLUMNS } from './executionColumns.tsx'

const inQuote = (session: WindowSession, { symbol }: Trade, value: CellValue): Summand => ({
  value,
  currency: instrumentOf(session, symbol)?.quoteCurrency ?? null,
  isSure: true,
})

export const TRADE_COLUMNS: readonly TableColumn<Trade>[] = [
  VENUE_TIME_COLUMN,
  CUSTOMER_COLUMN,
  INSTRUMENT_COLUMN,
  SIDE_COLUMN,
  {
    id: 'type',
    title: 'Type',
    kind: 'text',
    value: (trade) => trade.type,
    width: '110px',
    cell: (trade) => trade.type.replaceAll('_', ' '),
  },
  AMOUNT_COLUMN,
  {
    id: 'price',
    title: 'Price',
    kind: 'decimal',
    value: (trade) => trade.price,
    width: '90px',
    align: 'right',
    cell: (trade) => <PriceCell symbol={trade.symbol} price={trade.price} />,
  },
  {
    id: 'quote',
    title: 'Value, USDC',
    kind: 'decimal',
    value: (trade) => tradeQuote(trade),
    sum: {
      places: 2,
      isSigned: false,
      summand: (trade, session) => inQuote(session, trade, tradeQuote(trade)),
    },
    width: 'minmax(90px, 1fr)',
    align: 'right',
    cell: (trade) => <MoneyCell amount={tradeQuote(trade)} />,
  },
  {
    id: 'fee',
    title: 'Fee, USDC',
    kind: 'decimal',
    value: (trade) => trade.fee,
    sum: {
      places: 4,
      isSigned: true,
      summand: (trade, session) => inQuote(session, trade, feeEffect(trade.fee)),
    },
    width: '80px',
    align: 'right',
    cell: (trade) => <FeeCell fee={trade.fee} places={4} />,
  },
  {
    id: 'realised',
    title: 'Realised, USDC',
    kind: 'decimal',
    value: (trade) => trade.realisedPnl,
    sum: {
      places: 2,
      isSigned: true,
      summand: (trade, session) => inQuote(session, trade, trade.realisedPnl),
    },
    width: '102px',
    align: 'right',
    cell: (trade) => (
      <SignedNumber value={trade.realisedPnl === null ? null : decimal(trade.realisedPnl)} places={2} />
    ),
  },
  ...EXECUTION_COLUMNS,
  TRADE_DEALER_COLUMN,
  REFERENCE_COLUMN,
]
