/** What became of each order of the last scale. Delete cancels all of them that are live, as every Delete on an order does. */

import { useMemo, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, Symbol } from '../../../../shared/domain/scalars.ts'
import { exact } from '../../../format/numbers.ts'
import { priceText } from '../../../format/priceText.ts'
import { sendIntent, mintIntentId } from '../../../state/actions/dealing.ts'
import { instrumentOf } from '../../../state/actions/intentSentence.ts'
import { stateAt } from '../../../state/stores/keyedTable.ts'
import { countsOf, lastScaleOf, liveOf } from '../../../state/ticket/lastScale.ts'
import { unsentOf } from '../../../state/ticket/restOfScale.ts'
import { useSession } from '../../../state/useSession.ts'
import { orderWords } from '../../orders/orderWords.ts'

interface LastScaleProps {
  readonly customerCode: CustomerCode
  readonly symbol: Symbol
  /** Fills the ticket with the orders that were not sent. */
  readonly onFill: (unsent: readonly Order[], button: HTMLElement) => void
}

function useLastScale({ customerCode, symbol }: Omit<LastScaleProps, 'onFill'>): readonly Order[] {
  const { server } = useSession()
  const revision = useStore(server.orders, (orders) => orders.revision)
  return useMemo(() => {
    const { rows, keysByCustomer } = stateAt(server.orders, revision)
    const keys = keysByCustomer.get(customerCode) ?? []
    return lastScaleOf(
      keys.flatMap((key) => rows.get(key) ?? []),
      symbol,
    )
  }, [server.orders, revision, customerCode, symbol])
}

/** `3 accepted, 1 refused, 1 unknown`. */
function wordsOf(orders: readonly Order[]): string {
  const { accepted, dead, refused, notSent, unknown, leaving } = countsOf(orders)
  const words = [
    [accepted, 'accepted'],
    [leaving, 'on the way'],
    [unknown, 'unknown'],
    [refused, 'refused'],
    [notSent, 'not sent'],
    [dead, 'dead'],
  ] as const
  return words.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(', ')
}

export function LastScale(props: LastScaleProps) {
  const session = useSession()
  const orders = useLastScale(props)
  const [first] = orders
  if (!first?.scale) return null
  const live = liveOf(orders)
  const unsent = unsentOf(orders)
  const missing = first.scale.count - orders.length
  const cancel = () => {
    void sendIntent(session, mintIntentId(session.clock, session.random), { kind: 'cancel', orders: live })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || event.repeat) return
    event.preventDefault()
    cancel()
  }
  const instrument = instrumentOf(session, props.symbol)
  return (
    <div className="scale-rows" role="group" aria-label="Last scale">
      <p>
        Last scale: {wordsOf(orders)}
        {missing > 0 && `, ${missing} not known here any more: look in Orders and Trades`}.
      </p>
      {live.length > 0 && (
        <button type="button" className="button" onClick={cancel} onKeyDown={onKeyDown}>
          Cancel {live.length} live <span className="key-cap">Delete</span>
        </button>
      )}
      {unsent.length > 0 && (
        <button
          type="button"
          className="button fill-rest"
          onClick={({ currentTarget }) => props.onFill(unsent, currentTarget)}
        >
          Fill in {unsent.length} not sent <span className="key-cap">Alt U</span>
        </button>
      )}
      <table aria-label="What became of each order">
        <tbody>
          {orders.map((order) => {
            const { mark, word, tone } = orderWords(order)
            return (
              <tr key={order.referenceId}>
                <td>{order.scale?.row}</td>
                <td>{priceText(order.limitPrice, instrument)}</td>
                <td>{exact(decimal(order.amount ?? '0'))}</td>
                <td className={tone} title={order.refusal?.message}>
                  {mark} {word}
                  {order.refusal !== null && tone === 'refused' && `: ${order.refusal.message}`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
