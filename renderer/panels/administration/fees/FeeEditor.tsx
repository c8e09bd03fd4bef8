/** The form that changes fees of one or all instruments: before → after, and the fees read back from the venue. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { useRef, useState } from 'react'
import type { CustomerFees, FeeProfileItem } from '../../../../shared/domain/accounts/fees.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import { isSettled, mintIntentId } from '../../../state/actions/dealing.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useSession } from '../../../state/useSession.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { useFailure } from '../../../dealing/useFailure.ts'
import {
  emptyFeeForm,
  feeSentence,
  feeWords,
  notTaken,
  readFeeForm,
  type FeeChange,
  type FeeForm,
  type FeeWrite,
} from './feeForm.ts'

interface FeeEditorProps {
  readonly customerCode: CustomerCode
  readonly items: readonly FeeProfileItem[]
  /** Symbol of the selected row. */
  readonly selected: string | null
  /** The fees as the core published them to every window; undefined before the first read. */
  readonly known: CustomerFees | undefined
  readonly onWritten: (items: FeeProfileItem[]) => void
  /** Called when the outcome of a write is unknown, so that the fees must be read again. */
  readonly onDoubt: () => void
}

interface Payload {
  readonly write: FeeWrite
  readonly changes: readonly FeeChange[]
}

/** The number of before → after rows drawn; further rows are only counted. */
const SHOWN = 6

export function FeeEditor({ customerCode, items, selected, known, onWritten, onDoubt }: FeeEditorProps) {
  const session = useSession()
  const [form, setForm] = useState<FeeForm>(emptyFeeForm)
  // Intent ids by their write, until the outcome is known, so that no other write uses the same id.
  const intents = useRef(new Map<string, string>())
  const { failure, show } = useFailure(`Fees of ${shownCode(customerCode)}`)
  const [written, setWritten] = useState<{
    readonly changes: readonly FeeChange[]
    readonly differ: readonly FeeChange[]
    /** The number of writes begun when this write was read back. */
    readonly writes: number | undefined
  } | null>(null)
  const full = { ...form, symbol: selected ?? '' }
  const reading = readFeeForm(full, items)
  // A newer write, or other fees at the venue, make the verification void.
  const isCurrent =
    written !== null &&
    written.writes === known?.writes &&
    (written.differ.length > 0 || notTaken(written.changes, items).length === 0)
  const stands = isCurrent ? written : null
  const change = (more: Partial<FeeForm>) => {
    setForm({ ...form, ...more })
    setWritten(null)
    show(null)
  }
  const isOut = known?.items === null
  const review: Review<Payload> | null =
    reading.write === null || isOut
      ? null
      : {
          sentence: feeSentence(customerCode, reading.write, items.length),
          word: form.scope === 'all' ? customerCode : null,
          payload: { write: reading.write, changes: reading.changes },
        }
  const send = async ({ write, changes }: Payload) => {
    show(null)
    const request = JSON.stringify(write)
    const intentId = intents.current.get(request) ?? mintIntentId(session.clock, session.random)
    intents.current.set(request, intentId)
    const before = changes.map((changed) => changed.before)
    const reply = await session.client.call('feeProfile.write', { intentId, customerCode, ...write, before })
    if (!reply.ok) {
      show(reply.failure)
      if (isSettled(reply.failure)) intents.current.delete(request)
      else onDoubt()
      return
    }
    intents.current.delete(request)
    setForm({ ...emptyFeeForm, scope: form.scope })
    const readBack = new Map(reply.value.map((item) => [item.symbol, item]))
    const now = items.map((item) => readBack.get(item.symbol) ?? item)
    const { writes } = session.server.fees.getState().value?.get(customerCode) ?? {}
    setWritten({ changes, differ: notTaken(changes, now), writes })
    onWritten(now)
  }
  const field = (name: 'makerFee' | 'takerFee', label: string) => {
    const typed = form[name] !== ''
    return (
      <Field
        id={`fee-${name}`}
        label={label}
        inputMode="decimal"
        placeholder="bps; -0.5 is a rebate"
        value={form[name]}
        problem={typed ? reading.problems[name] : null}
        onText={(text) => change({ [name]: text })}
      />
    )
  }
  return (
    <ReviewForm
      form="fees"
      name="Change fees"
      review={review}
      why={
        isOut
          ? 'The fees are being written, or were not read since the last write. Wait, or read again'
          : reason(form, reading.problems, reading.changes.length)
      }
      verb="Set fees"
      send={send}
    >
      <h2>Change fees of {shownCode(customerCode)}</h2>
      <Choice
        name="Which instruments"
        options={[
          { value: 'one', label: selected ?? 'Selected instrument' },
          { value: 'all', label: `All ${items.length} instruments` },
        ]}
        value={form.scope}
        onChoose={(scope) => change({ scope: scope })}
      />
      {field('makerFee', 'Maker')}
      {field('takerFee', 'Taker')}
      {reading.changes.length > 0 && (
        <table className="diff" aria-label="Before and after">
          <tbody>
            {reading.changes.slice(0, SHOWN).map((fees) => (
              <Difference key={fees.symbol} change={fees} />
            ))}
          </tbody>
        </table>
      )}
      {reading.changes.length > SHOWN && (
        <p className="muted">… and {reading.changes.length - SHOWN} more instruments.</p>
      )}
      <ReviewActions />
      <FailureLine failure={failure} />
      {stands && <Verified {...stands} customer={customerCode} />}
    </ReviewForm>
  )
}

function reason(
  form: FeeForm,
  problems: ReturnType<typeof readFeeForm>['problems'],
  changes: number,
): string {
  const first = problems.symbol ?? problems.makerFee ?? problems.takerFee
  if (first !== undefined) return form.makerFee === '' && form.takerFee === '' ? 'Type both fees' : first
  if (changes === 0) return 'These fees are in force already'
  return 'Type both fees'
}

const Difference = ({ change }: { readonly change: FeeChange }) => (
  <>
    <tr>
      <th scope="row" rowSpan={2}>
        {shownCode(change.symbol)}
      </th>
      <td className="muted">maker</td>
      <td className="number">
        {feeWords(change.before.makerFee)} → <span className="strong">{feeWords(change.makerFee)}</span>
      </td>
    </tr>
    <tr>
      <td className="muted">taker</td>
      <td className="number">
        {feeWords(change.before.takerFee)} → <span className="strong">{feeWords(change.takerFee)}</span>
      </td>
    </tr>
  </>
)

const Verified = ({
  changes,
  differ,
  customer,
}: {
  readonly changes: readonly FeeChange[]
  readonly differ: readonly FeeChange[]
  readonly customer: string
}) =>
  differ.length === 0 ? (
    <p role="status" className="ok">
      ✓ Verified: read back from the venue, {changes.length} of {changes.length} as written — {customer}
    </p>
  ) : (
    <p role="alert" className="problem">
      The venue shows other fees than written: {differ.map((item) => item.symbol).join(', ')}. The table shows
      the fees at the venue.
    </p>
  )
