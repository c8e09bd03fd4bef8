/** The sheet that moves the live orders of a block to other prices: how many it reads, each price before → after, whom it leaves out and why, and the sentence to send. */

import { useState } from 'react'
import { useStore } from 'zustand'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { Order } from '../../../shared/domain/orders/order.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { NO_BLOCK_AMEND } from '../../../shared/domain/block/blockAct.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { instrumentOf, marketViewOf, mayAmend } from '../../state/actions/dealing.ts'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { SecondDealerNote } from '../../dealing/SecondDealerNote.tsx'
import {
  amendableOrders,
  blockAmendRequest,
  sendBlockAmend,
  whyFixed,
  type BlockPrices,
  type BlockToAmend,
  type ReviewedBlockAmend,
} from '../../state/block/amendBlock.ts'
import { findingsOf, useAmendCheck, whyWholeKept } from '../../state/block/useWholeCheck.ts'
import { useBlockProgress } from '../../state/block/useBlockProgress.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { SUGGESTED_VALUE_KEY, SuggestedValue } from '../../ui/SuggestedValue.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { amendSentence } from '../../format/amendSentence.ts'
import { exact } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { BlockLimits } from './BlockLimits.tsx'
import { AmountOfBlock } from './amount/AmountOfBlock.tsx'
import { AMEND_LABELS, readAmendForm, type AmendForm } from '../orders/amendForm.ts'
import { useFailure } from '../../dealing/useFailure.ts'

interface AmendBlockProps {
  readonly blockId: string
  /** Whether the amount of the whole changes, rather than prices. */
  readonly isAmount: boolean
  readonly onClose: () => void
}

const titleOf = (block: BlockRecord | undefined): string =>
  block === undefined || block.draft.triggerPrice === null
    ? 'New limit price'
    : block.draft.limitPrice === null
      ? 'New trigger price'
      : 'New prices'

export function AmendBlock({ blockId, isAmount, onClose }: AmendBlockProps) {
  const session = useSession()
  useLoadable(session.server.session)
  const { value } = useLoadable(session.server.blocks)
  const block = value?.get(blockId)
  return (
    <Sheet title={`${isAmount ? 'New amount' : titleOf(block)} of block ${blockId}`} onClose={onClose}>
      {!block ? (
        <p className="muted">This block is not known here any more.</p>
      ) : !mayAmend(session) ? (
        <p>{NO_BLOCK_AMEND}</p>
      ) : isAmount ? (
        <AmountOfBlock block={block} />
      ) : (
        <AmendFields block={block} />
      )}
    </Sheet>
  )
}

const PRICES = ['limitPrice', 'triggerPrice'] as const
type Price = (typeof PRICES)[number]

/** Left-out orders that the sheet names. */
const NAMED = 5

const leftOutWords = (unknown: number): string =>
  unknown === 1
    ? '1 order of the block has an unknown status and is left out: it may be live at its old price.'
    : `${unknown} orders of the block have an unknown status and are left out: they may be live at their old price.`

/** Which orders cannot move to these prices and why, in sentences; null: every one can. `isTyped`: the prices are typed, and not only those that a dealer could type. */
function fixedWords(orders: readonly Order[], prices: BlockPrices, isTyped: boolean): string | null {
  const fixed = orders.flatMap((order) => {
    const why = whyFixed(order, prices)
    return why === null ? [] : [`${shownCode(order.customerCode)}: ${why}`]
  })
  if (fixed.length === 0) return null
  const more = fixed.length > NAMED ? `; and ${fixed.length - NAMED} more` : ''
  const count = fixed.length === 1 ? '1 order' : `${fixed.length} orders`
  const happens = isTyped
    ? `${count} ${fixed.length === 1 ? 'is' : 'are'} left out, at the old prices.`
    : `A new trigger price leaves out ${count}.`
  return `${happens} ${fixed.slice(0, NAMED).join('; ')}${more}.`
}

const isOnePrice = (orders: readonly Order[], price: Price): boolean =>
  new Set(orders.map((order) => order[price])).size === 1

interface PriceFieldProps {
  readonly price: Price
  /** The price of every order, or of one of several. */
  readonly before: DecimalText | null
  readonly isOne: boolean
  readonly typed: string | null
  readonly isChanged: boolean
  readonly problem: string | null
  readonly offer: DecimalText | null
  readonly instrument: Instrument | undefined
  readonly onType: (words: string) => void
}

function PriceField(props: PriceFieldProps) {
  const { price, before, isOne, typed, isChanged, problem, offer, instrument, onType } = props
  const id = `amend-block-${price}`
  return (
    <div className="labelled">
      <label htmlFor={id}>{AMEND_LABELS[price]}</label>
      <div className="before-field">
        <span className="number muted">{isOne ? priceText(before, instrument) : 'several'} →</span>
        <input
          id={id}
          className={isChanged ? 'field changed' : 'field'}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? before ?? ''}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== SUGGESTED_VALUE_KEY || offer === null) return
            event.preventDefault()
            onType(offer)
          }}
          onFocus={(event) => event.target.select()}
        />
      </div>
      {problem !== null && (
        <span id={`${id}-problem`} className="problem">
          {problem}
          {offer !== null && <SuggestedValue words={exact(decimal(offer))} onTake={() => onType(offer)} />}
        </span>
      )}
    </div>
  )
}

/** The order that the form is read by: one that can move to the typed prices and is not there already, where there is one. */
function exampleOf(resting: readonly Order[], form: AmendForm, { draft }: BlockRecord): Order | undefined {
  const typed: BlockPrices = {
    limitPrice: form.limitPrice === undefined ? null : draft.limitPrice,
    triggerPrice: form.triggerPrice === undefined ? null : draft.triggerPrice,
  }
  const differs = (order: Order) =>
    PRICES.filter((price) => form[price] !== undefined && form[price] !== order[price]).length
  const movable = resting.filter((order) => whyFixed(order, typed) === null)
  return (movable.length > 0 ? movable : resting).toSorted((x, y) => differs(y) - differs(x))[0]
}

function AmendFields({ block }: { readonly block: BlockRecord }) {
  const session = useSession()
  const [form, setForm] = useState<AmendForm>({})
  const failing = useFailure<string>(`AMEND block ${block.blockId}`)
  useLoadable(session.server.instruments)
  useStore(session.server.tickers, (tickers) => tickers.value?.get(block.draft.symbol))
  useLoadable(session.server.limits)
  const resting = amendableOrders(session, block)
  const example = exampleOf(resting, form, block)
  return example ? (
    <PricesOfBlock
      block={block}
      resting={resting}
      example={example}
      form={form}
      setForm={setForm}
      failing={failing}
    />
  ) : (
    <p role="status">No order of this block rests with a price now.</p>
  )
}

interface PricesOfBlockProps {
  readonly block: BlockRecord
  /** The orders that rest with a price. */
  readonly resting: readonly Order[]
  /** The order that the form is read by. */
  readonly example: Order
  readonly form: AmendForm
  readonly setForm: (change: (was: AmendForm) => AmendForm) => void
  readonly failing: ReturnType<typeof useFailure<string>>
}

function PricesOfBlock({ block, resting, example, form, setForm, failing }: PricesOfBlockProps) {
  const session = useSession()
  const { failure, show } = failing
  const { counts } = useBlockProgress(block)
  const instrument = instrumentOf(session, block.draft.symbol)
  const fields = PRICES.filter((price) => block.draft[price] !== null)
  const { changes, problems, offers, sendable } = readAmendForm(example, form, marketViewOf(session, example))
  const prices: BlockPrices = { limitPrice: changes.limitPrice, triggerPrice: changes.triggerPrice }
  const orders = resting.filter((order) => whyFixed(order, prices) === null)
  const fixed = sendable
    ? fixedWords(resting, prices, true)
    : fixedWords(resting, { limitPrice: null, triggerPrice: block.draft.triggerPrice }, false)
  const [problem = null] = fields.flatMap((price) => problems[price] ?? [])
  const isOne = PRICES.every((price) => prices[price] === null || isOnePrice(orders, price))
  const group = block.group === null ? '' : `@${block.group} · `
  const customers = orders.length === 1 ? '1 customer' : `${orders.length} customers`
  const toAmend: BlockToAmend | null =
    sendable && orders.length > 0 ? { blockId: block.blockId, orders, prices } : null
  const check = useAmendCheck(toAmend && blockAmendRequest(toAmend))
  const kept = whyWholeKept(check)
  const sentence = `${group}${amendSentence(example, changes, instrument)} · ${customers} of block ${block.blockId}`
  const review: Review<ReviewedBlockAmend> | null =
    toAmend === null || kept !== null
      ? null
      : {
          sentence,
          lines: isOne ? [] : ['Their prices differ now: each order moves to the new price.'],
          warnings: [
            ...findingsOf(check),
            ...(fixed === null ? [] : [fixed]),
            ...(counts.unknown > 0 ? [leftOutWords(counts.unknown)] : []),
          ],
          word: String(orders.length),
          payload: { ...toAmend, sentence },
        }
  const send = async (reviewed: ReviewedBlockAmend) => {
    const refused = await sendBlockAmend(session, reviewed)
    if (refused !== null) show(refused)
  }
  return (
    <ReviewForm
      form="amendBlock"
      name={
        fields.length === 1
          ? `Change the ${AMEND_LABELS[fields[0] ?? 'limitPrice'].toLowerCase()} of the block`
          : 'Change the prices of the block'
      }
      review={review}
      why={problem ?? kept ?? (sendable ? 'No order can move to this price' : 'Type a new price')}
      verb={`Change ${orders.length}`}
      send={send}
    >
      {fields.map((price) => (
        <PriceField
          key={price}
          price={price}
          before={example[price]}
          isOne={isOnePrice(resting, price)}
          typed={form[price] ?? null}
          isChanged={changes[price] !== null}
          problem={problems[price] ?? null}
          offer={offers[price] ?? null}
          instrument={instrument}
          onType={(words) => setForm((was) => ({ ...was, [price]: words }))}
        />
      ))}
      <p className="muted">
        {resting.length} of {block.rows.length} customers have an order that rests. What has filled stays. The
        venue decides whether an order keeps its place in the queue.
      </p>
      {fixed !== null && <p className="amber">{fixed}</p>}
      {counts.unknown > 0 && <p className="amber">{leftOutWords(counts.unknown)}</p>}
      {check !== null && <BlockLimits check={check} sends="change" />}
      <SecondDealerNote act={toAmend && { kind: 'blockAmend', ...blockAmendRequest(toAmend) }} />
      <Problem sentence={failure} />
      <ReviewActions />
    </ReviewForm>
  )
}
