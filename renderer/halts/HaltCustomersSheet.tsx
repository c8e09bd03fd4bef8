/** Halts the chosen customers: their list is reviewed, and its count is typed. Starts one halt for each, as the kill switch does. */

import { shownCode } from '../../shared/base/shownCode.ts'
import type { Failure } from '../../shared/contract/failure.ts'
import type { HaltScope } from '../../shared/domain/orders/halt.ts'
import type { CustomerCode } from '../../shared/domain/scalars.ts'
import { ReviewActions, ReviewForm, type Review } from '../dealing/ReviewForm.tsx'
import { counted } from '../format/numbers.ts'
import { customerName, isUnknown } from '../state/actions/dealing.ts'
import { tell } from '../state/stores/noticeStore.ts'
import { useSession } from '../state/useSession.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { keyedSentences } from '../ui/distinctKeys.ts'
import { unsureHaltWords } from './haltWords.ts'

interface HaltCustomersSheetProps {
  readonly codes: readonly CustomerCode[]
  readonly onClose: () => void
}

const scopeOf = (customerCode: CustomerCode): HaltScope => ({ kind: 'customer', customerCode })

/** `C2007 (The journal is full)`. */
const reasonOf = ({
  customerCode,
  failure,
}: {
  readonly customerCode: CustomerCode
  readonly failure: Failure
}) => `${shownCode(customerCode)} (${failure.message.replace(/\.$/, '')})`

export function HaltCustomersSheet({ codes, onClose }: HaltCustomersSheetProps) {
  const session = useSession()
  const named = codes.map((code) => `${shownCode(code)} ${customerName(session, code)}`.trim())
  const review: Review<readonly CustomerCode[]> = {
    sentence: `${codes.length === 1 ? (named[0] ?? '') : `${counted(codes.length)} customers`} · HALT and cancel all live orders`,
    lines: codes.length === 1 ? [] : named,
    word: String(codes.length),
    payload: codes,
  }
  /** Every halt is tried: one that fails must not keep the next customer open. */
  const send = async (payload: readonly CustomerCode[]): Promise<void> => {
    const replies = await Promise.all(
      payload.map(async (customerCode) => ({
        customerCode,
        reply: await session.client.call('halt.start', {
          scope: scopeOf(customerCode),
          mode: 'halted',
        }),
      })),
    )
    const failed = (wanted: boolean) =>
      replies.flatMap(({ customerCode, reply }) =>
        reply.ok || isUnknown(reply.failure) !== wanted ? [] : [{ customerCode, failure: reply.failure }],
      )
    const [refused, unknown] = [failed(false), failed(true)]
    const sentences = [
      ...(refused.length === 0 ? [] : [`NOT halted: ${refused.map(reasonOf).join(', ')}.`]),
      ...(unknown.length === 0
        ? []
        : [
            `NOT KNOWN whether halted: ${unknown.map(reasonOf).join(', ')}. ${unsureHaltWords(unknown.map(({ customerCode }) => scopeOf(customerCode)))}`,
          ]),
    ]
    if (sentences.length > 0)
      tell(session.notices, session.clock, 'error', sentences.join(' '), 'HALT customers')
    onClose()
  }
  return (
    <Sheet title="Halt the chosen customers" onClose={onClose}>
      <ReviewForm<readonly CustomerCode[]>
        form="haltCustomers"
        name="Halt the chosen customers"
        review={review}
        why="Nobody is chosen"
        verb="Halt"
        send={send}
      >
        <p>
          Each halt holds in every window and cancels the customer’s orders at once. It stays, also after a
          restart, until you lift it.
        </p>
        <ul className="risk-act-rows" aria-label="Customers">
          {keyedSentences(named).map(({ sentence: name, key }) => (
            <li key={key}>{name}</li>
          ))}
        </ul>
        <ReviewActions />
      </ReviewForm>
      <p className="muted">Positions stay as they are. Esc closes this sheet and halts nothing.</p>
    </Sheet>
  )
}
