/** Writes off an order whose outcome cannot be determined. The dealer types the last four characters of its id in the review. Sends nothing to the venue. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { useFailure } from '../../dealing/useFailure.ts'
import { ReviewActions, ReviewForm } from '../../dealing/ReviewForm.tsx'
import { useSession } from '../../state/useSession.ts'
import { customerFirst } from '../../format/customerFirst.ts'

const LAST = 4

export function WriteOff({ order }: { readonly order: Order }) {
  const session = useSession()
  const { failure, show } = useFailure(`WRITE OFF ${order.referenceId}`)
  const { customerCode, referenceId } = order
  const send = async (named: Pick<Order, 'customerCode' | 'referenceId'>, typed: string | null) => {
    const reply = await session.client.call('order.writeOff', { ...named, typed: typed ?? '' })
    show(reply.ok ? null : reply.failure)
  }
  return (
    <ReviewForm
      form="writeOff"
      name="Write the order off"
      className="write-off"
      review={{
        sentence: customerFirst(
          customerCode,
          `WRITE OFF ${order.side.toUpperCase()} ${shownCode(order.symbol)}, order ${referenceId}: I take it on myself that it is over`,
        ),
        word: referenceId.slice(-LAST),
        payload: { customerCode, referenceId },
      }}
      why=""
      verb="Write off"
      send={send}
    >
      <p role="note" className="problem">
        <span className="strong">‼ The outcome of this order cannot be determined. </span>
        It counts at full size against the limits. Call the broker with the reference. Write the order off
        only when the broker says that it is done: a live order that is written off can still fill.
      </p>
      <FailureLine failure={failure} />
      <ReviewActions />
    </ReviewForm>
  )
}
