/** How well a trade and its order were executed, as columns of the trades: slippage against the arrival, and time to fill. What is not known says why. */

import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import { executionQuality, type Duration } from '../../../shared/domain/execution/executionQuality.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { tradeQuote, type Trade } from '../../../shared/domain/trade.ts'
import { bpsText, durationText, orWhy, slippageWords } from '../../format/figures/executionWords.ts'
import { useOrderOfTrade } from '../tables/dealer/dealerColumns.tsx'
import { orderOfTrade, whyNoOrder } from '../tables/dealer/dealtBy.ts'
import type { TableColumn } from '../tables/arrange/tableColumn.ts'

const ELSEWHERE = 'the order came from elsewhere, so its arrival and its request were not recorded'

/** Bps of this trade alone against the middle of the book when its order was admitted. Above 0 is worse for the customer. */
export function slippageOfTrade(trade: Trade, order: Order | undefined): Figure {
  const { side, amount } = trade
  const quote = tradeQuote(trade)
  if (!order) return { value: null, why: whyNoOrder(trade) }
  if (order.origin !== 'desk') return { value: null, why: ELSEWHERE }
  if (side === null || amount === null || quote === null)
    return { value: null, why: 'the venue named no side, amount or price' }
  const { execution } = order
  return executionQuality({ side, filledAmount: amount, filledQuote: quote, execution }).slippage
}

/** Of the order, from its request to its newest fill: the clock of this machine timed both. */
export function timeToFill(trade: Trade, order: Order | undefined): Duration {
  if (!order) return { ms: null, why: whyNoOrder(trade) }
  return order.origin === 'desk' ? executionQuality(order).lastFill : { ms: null, why: ELSEWHERE }
}

interface FigureTextProps {
  readonly text: string
  readonly words: string
  readonly isKnown: boolean
}

const FigureText = ({ text, words, isKnown }: FigureTextProps) => (
  <span className={isKnown ? 'number' : 'number muted'} title={words}>
    {text}
    {!isKnown && <span className="hidden-visually"> {words}</span>}
  </span>
)

function SlippageCell({ trade }: { readonly trade: Trade }) {
  const slippage = slippageOfTrade(trade, useOrderOfTrade(trade))
  return (
    <FigureText text={bpsText(slippage)} words={slippageWords(slippage)} isKnown={slippage.value !== null} />
  )
}

function TimeToFillCell({ trade }: { readonly trade: Trade }) {
  const time = timeToFill(trade, useOrderOfTrade(trade))
  const text = durationText(time)
  return (
    <FigureText
      text={text}
      words={orWhy(`${text} from the request of the order to its newest fill`, time.why)}
      isKnown={time.ms !== null}
    />
  )
}

/** Off until the dealer shows them: at 1366 px the trades have no room for them. */
export const EXECUTION_COLUMNS: readonly TableColumn<Trade>[] = [
  {
    id: 'slippage',
    title: 'Slippage, bps',
    isOffAtFirst: true,
    kind: 'decimal',
    value: (trade, session) => slippageOfTrade(trade, orderOfTrade(session, trade)).value,
    width: '92px',
    align: 'right',
    cell: (trade) => <SlippageCell trade={trade} />,
  },
  {
    id: 'timeToFill',
    title: 'Time to fill',
    isOffAtFirst: true,
    kind: 'count',
    value: (trade, session) => timeToFill(trade, orderOfTrade(session, trade)).ms,
    width: '84px',
    align: 'right',
    cell: (trade) => <TimeToFillCell trade={trade} />,
  },
]
