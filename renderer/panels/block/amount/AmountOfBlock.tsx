/** The form that changes the amount of a block under way: the total, each customer before → after as the core splits it, who keeps the amount and why, and the sentence to send. */

import { useState } from 'react'
import {
  ZERO,
  add,
  decimal,
  toText,
  type Decimal,
  type DecimalText,
} from '../../../../shared/base/decimal.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import type { BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import type { Instrument } from '../../../../shared/domain/instrument.ts'
import { orderKey, type Order } from '../../../../shared/domain/orders/order.ts'
import { ReviewActions, ReviewForm, type Review } from '../../../dealing/ReviewForm.tsx'
import { SecondDealerNote } from '../../../dealing/SecondDealerNote.tsx'
import { exact, readTyped } from '../../../format/numbers.ts'
import { amountText } from '../../../format/orderSentence.ts'
import { instrumentOf } from '../../../state/actions/dealing.ts'
import {
  blockAmendRequest,
  sendBlockAmend,
  type BlockToAmend,
  type ReviewedBlockAmend,
} from '../../../state/block/amendBlock.ts'
import { useBlockProgress } from '../../../state/block/useBlockProgress.ts'
import { useLoadable, useSession } from '../../../state/useSession.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { findingsOf, useAmendCheck, whyWholeKept } from '../../../state/block/useWholeCheck.ts'
import { BlockLimits } from '../BlockLimits.tsx'
import { useSplitAnew, type SplitReply } from './useSplitAnew.ts'
import { useFailure } from '../../../dealing/useFailure.ts'

const NO_PRICES = { limitPrice: null, triggerPrice: null }

/** The typed total, or what is added to or taken from the present one; null: nothing that can be read. */
function totalOf(typed: string, from: DecimalText | null): DecimalText | { readonly why: string } | null {
  const words = typed.trim().replace('−', '-')
  if (words === '') return null
  const read = readTyped(words)
  if (!read.ok) return { why: `Amount: ${read.failure}.` }
  if (!/^[+-]/.test(words)) return toText(read.value)
  return from === null ? null : toText(add(decimal(from), read.value))
}

type SplitRow = SplitReply['rows'][number]

const isChanged = ({ from, to, why }: SplitRow): boolean => why === null && from !== to

interface RowsProps {
  readonly rows: readonly SplitRow[]
  readonly instrument: Instrument
}

/** Those who keep the amount first, then those whose amount changes, in send order. */
function Rows({ rows, instrument }: RowsProps) {
  const size = (text: DecimalText) => amountText(decimal(text), instrument)
  const total = (field: 'filled' | 'from' | 'to') =>
    toText(rows.reduce<Decimal>((all, row) => add(all, decimal(row[field])), ZERO))
  const sorted = [...rows.filter(({ why }) => why !== null), ...rows.filter(({ why }) => why === null)]
  return (
    <div className="amount-rows" tabIndex={0} role="region" aria-label="Customers">
      <table aria-label="Each customer before and after">
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Filled</th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.customerCode} className={row.why === null ? undefined : 'keeps'}>
              <th scope="row">{shownCode(row.customerCode)}</th>
              <td className="number">{size(row.filled)}</td>
              <td className="number">{size(row.from)}</td>
              <td className="number">{row.why === null ? size(row.to) : 'stays'}</td>
              <td className={row.why === null ? 'number' : 'amber why'}>
                {row.why ?? changeWords(row, instrument)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Block</th>
            <td className="number">{size(total('filled'))}</td>
            <td className="number">{size(total('from'))}</td>
            <td className="number">{size(total('to'))}</td>
            <td className="number">{changeWords({ from: total('from'), to: total('to') }, instrument)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function changeWords({ from, to }: Pick<SplitRow, 'from' | 'to'>, instrument: Instrument): string {
  const change = (decimal(to) - decimal(from)) as Decimal
  if (change === ZERO) return '0'
  return `${change > ZERO ? '+' : '−'}${amountText((change < ZERO ? -change : change) as Decimal, instrument)}`
}

/** `1 customer keeps the present amount. C1042: it is filled.` Null: nobody does. */
function stayWords(rows: readonly SplitRow[]): string | null {
  const staying = rows.flatMap(({ customerCode, why }) =>
    why === null ? [] : [`${shownCode(customerCode)}: ${why}`],
  )
  if (staying.length === 0) return null
  const more = staying.length > 5 ? `; and ${staying.length - 5} more` : ''
  const who = staying.length === 1 ? '1 customer keeps' : `${staying.length} customers keep`
  return `${who} the present amount. ${staying.slice(0, 5).join('; ')}${more}.`
}

/** Which orders this window has not read, so that their change cannot be sent. Null: none. */
function missingWords(rows: readonly SplitRow[]): string | null {
  if (rows.length === 0) return null
  const named = rows.slice(0, 5).map(({ customerCode }) => shownCode(customerCode))
  const more = rows.length > 5 ? ` and ${rows.length - 5} more` : ''
  return `This window has not read the ${rows.length === 1 ? 'order' : 'orders'} of ${named.join(', ')}${more}. Wait until it has`
}

export function AmountOfBlock({ block }: { readonly block: BlockRecord }) {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const { failure, show } = useFailure<string>(`AMEND block ${block.blockId}`)
  useLoadable(session.server.instruments)
  const progress = useBlockProgress(block)
  const words = progress.rows.map(({ fate, filled, amount }) => `${fate} ${filled} ${amount}`).join()
  // The first question names the amount that the block has, to read what the core counts.
  const [from, setFrom] = useState<DecimalText | null>(null)
  const total = totalOf(typed, from)
  const asked = typeof total === 'string' ? total : toText(progress.amount)
  const split = useSplitAnew(block.blockId, asked, words)
  if (split.from !== null && split.from !== from) setFrom(split.from)
  const instrument = instrumentOf(session, block.draft.symbol)
  const reply = typeof total === 'string' ? split.reply : null
  const rows = reply?.rows ?? []
  const changed = rows.filter(isChanged)
  const { rows: known } = session.server.orders.getState()
  const orderOf = ({ customerCode, referenceId }: SplitRow): Order | undefined =>
    referenceId === null ? undefined : known.get(orderKey({ customerCode, referenceId }))
  const orders = changed.map(orderOf).filter((order) => order !== undefined)
  const missing = missingWords(changed.filter((row) => orderOf(row) === undefined))
  const problem = total !== null && typeof total !== 'string' ? total.why : (reply?.sentence ?? split.failure)
  const isReady = typeof total === 'string' && orders.length > 0 && orders.length === changed.length
  const toAmend: BlockToAmend | null = isReady
    ? {
        blockId: block.blockId,
        orders,
        prices: NO_PRICES,
        amounts: { total, byCustomer: new Map(changed.map((row) => [row.customerCode, row.to])) },
      }
    : null
  const check = useAmendCheck(toAmend && blockAmendRequest(toAmend))
  if (!instrument) return <p role="status">The instrument of this block is not known yet.</p>
  const kept = whyWholeKept(check)
  const stays = stayWords(rows)
  const group = block.group === null ? '' : `@${block.group} · `
  const customers = orders.length === 1 ? '1 customer' : `${orders.length} customers`
  const sentence =
    reply === null || typeof total !== 'string'
      ? ''
      : `${group}AMEND ${block.draft.side.toUpperCase()} ${shownCode(block.draft.symbol)} amount ${exact(decimal(reply.from))} → ${exact(decimal(total))} in all · ${customers} of block ${block.blockId}`
  const review: Review<ReviewedBlockAmend> | null =
    toAmend === null || kept !== null
      ? null
      : {
          sentence,
          lines: ['What has filled is part of each amount.'],
          warnings: [...findingsOf(check), ...(stays === null ? [] : [stays])],
          word: String(orders.length),
          payload: { ...toAmend, sentence },
        }
  const send = async (reviewed: ReviewedBlockAmend) => {
    const refused = await sendBlockAmend(session, reviewed)
    if (refused === null) return
    show(refused)
    split.askAgain()
  }
  const now = from === null ? '…' : amountText(decimal(from), instrument)
  return (
    <ReviewForm
      form="amendBlock"
      name="Change the amount of the block"
      review={review}
      why={
        problem ??
        (total === null ? 'Type a new amount' : (missing ?? kept ?? 'Openpit is splitting the amount'))
      }
      verb={`Change ${orders.length}`}
      send={send}
    >
      <div className="labelled">
        <label htmlFor="amount-of-block">Amount of the block, contracts</label>
        <div className="before-field">
          <span className="number muted">{now} →</span>
          <input
            id="amount-of-block"
            className={typed === '' ? 'field' : 'field changed'}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            aria-invalid={problem !== null}
            aria-describedby="amount-of-block-means"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        {problem !== null && <span className="problem">{problem}</span>}
      </div>
      <p id="amount-of-block-means" className="muted">
        The whole block with what has filled. Type +1 to add a contract, −1 to take one away. The amount is
        split by the weights of the block.
      </p>
      {rows.length > 0 && <Rows rows={rows} instrument={instrument} />}
      {check !== null && <BlockLimits check={check} sends="change" />}
      <SecondDealerNote act={toAmend && { kind: 'blockAmend', ...blockAmendRequest(toAmend) }} />
      <Problem sentence={failure} />
      <ReviewActions />
    </ReviewForm>
  )
}
