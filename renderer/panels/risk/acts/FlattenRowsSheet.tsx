/** Flattens the chosen positions: the whole list is reviewed, and its count is typed. Sends each by the core's own flatten. */

import { useState } from 'react'
import { useStore } from 'zustand'
import type { PositionName } from '../../../../shared/domain/risk/reduction.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { counted } from '../../../format/numbers.ts'
import { mintIntentId, refusalOf, sentenceOf } from '../../../state/actions/dealing.ts'
import { sendFlattenRows } from './flattenRows.ts'
import { useSession } from '../../../state/useSession.ts'
import { Sheet } from '../../../ui/Sheet.tsx'

interface FlattenRowsSheetProps {
  readonly rows: readonly PositionName[]
  readonly onClose: () => void
}

interface Payload {
  readonly rows: readonly PositionName[]
}

export function FlattenRowsSheet({ rows, onClose }: FlattenRowsSheetProps) {
  const session = useSession()
  // The sentences are those of the records now.
  useStore(session.server.positions)
  useStore(session.server.orders)
  useStore(session.server.halts)
  const [intentId] = useState(() => mintIntentId(session.clock, session.random))
  const all = rows.map((row) => {
    const intent = { kind: 'flatten' as const, ...row }
    return { row, sentence: sentenceOf(session, intent), refusal: refusalOf(session, intent) }
  })
  const open = all.filter(({ refusal }) => refusal === null)
  const [only] = open
  const review: Review<Payload> | null =
    only === undefined
      ? null
      : {
          sentence:
            open.length === 1
              ? only.sentence
              : `${counted(open.length)} positions · FLATTEN each: cancel its orders, then one market order against it`,
          lines: open.length === 1 ? [] : open.map(({ sentence }) => sentence),
          word: String(open.length),
          payload: { rows: open.map(({ row }) => row) },
        }
  return (
    <Sheet title="Flatten the chosen positions" onClose={onClose}>
      <ReviewForm<Payload>
        form="flattenRows"
        name="Flatten the chosen positions"
        review={review}
        why="Nothing can be flattened"
        verb="Flatten"
        send={async (payload) => {
          // The core may ask for a customer code, in a sheet of its own.
          onClose()
          await sendFlattenRows(session, intentId, payload.rows)
        }}
      >
        <ul className="risk-act-rows" aria-label="Positions">
          {all.map(({ row, sentence, refusal }) => (
            <li key={`${row.customerCode} ${row.symbol}`} className={refusal === null ? '' : 'amber'}>
              {sentence}
              {refusal !== null && refusal !== sentence && ` — not sent: ${refusal}`}
            </li>
          ))}
        </ul>
        <ReviewActions />
      </ReviewForm>
      <p className="muted">They leave one after the other. Esc closes this sheet and sends nothing.</p>
    </Sheet>
  )
}
