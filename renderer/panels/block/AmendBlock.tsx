/** The sheet that moves the live orders of a block to another limit price: how many it reads, the price before → after, and the sentence to send. */

import { useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../shared/base/decimal.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { NO_AMEND, instrumentOf, marketViewOf, mayAmend } from '../../state/actions/dealing.ts'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { SecondDealerNote } from '../../dealing/SecondDealerNote.tsx'
import {
  amendableOrders,
  blockAmendRequest,
  sendBlockAmend,
  type BlockToAmend,
} from '../../state/block/amendBlock.ts'
import { useBlockProgress } from '../../state/block/useBlockProgress.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { SUGGESTED_VALUE_KEY, SuggestedValue } from '../../ui/SuggestedValue.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { amendSentence } from '../../format/amendSentence.ts'
import { exact } from '../../format/numbers.ts'
import { priceText } from '../../format/priceText.ts'
import { readAmendForm } from '../orders/amendForm.ts'

interface AmendBlockProps {
  readonly blockId: string
  readonly onClose: () => void
}

export function AmendBlock({ blockId, onClose }: AmendBlockProps) {
  const session = useSession()
  useLoadable(session.server.session)
  const { value } = useLoadable(session.server.blocks)
  const block = value?.get(blockId)
  return (
    <Sheet title={`New limit price of block ${blockId}`} onClose={onClose}>
      {!block ? (
        <p className="muted">This block is not known here any more.</p>
      ) : mayAmend(session) ? (
        <AmendFields block={block} onClose={onClose} />
      ) : (
        <p>{NO_AMEND}</p>
      )}
    </Sheet>
  )
}

const leftOutWords = (unknown: number): string =>
  unknown === 1
    ? '1 order of the block has an unknown status and is left out: it may be live at its old price.'
    : `${unknown} orders of the block have an unknown status and are left out: they may be live at their old price.`

function AmendFields({ block, onClose }: { readonly block: BlockRecord; readonly onClose: () => void }) {
  const session = useSession()
  const [typed, setTyped] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { counts } = useBlockProgress(block)
  useLoadable(session.server.instruments)
  useStore(session.server.tickers, (tickers) => tickers.value?.get(block.draft.symbol))
  useLoadable(session.server.limits)
  const instrument = instrumentOf(session, block.draft.symbol)
  const orders = amendableOrders(session, block)
  // An order that is at the new price already says nothing about it.
  const example = orders.find(({ limitPrice }) => limitPrice !== typed) ?? orders[0]
  if (!example) return <p role="status">No order of this block rests with a limit price now.</p>
  const form = typed === null ? {} : { limitPrice: typed }
  const { changes, problems, offers, sendable } = readAmendForm(example, form, marketViewOf(session, example))
  const problem = problems.limitPrice ?? null
  const offer = offers.limitPrice ?? null
  const isOnePrice = new Set(orders.map(({ limitPrice }) => limitPrice)).size === 1
  const group = block.group === null ? '' : `@${block.group} · `
  const customers = orders.length === 1 ? '1 customer' : `${orders.length} customers`
  const toAmend: BlockToAmend | null =
    sendable && changes.limitPrice !== null
      ? { blockId: block.blockId, orders, limitPrice: changes.limitPrice }
      : null
  const review: Review<BlockToAmend> | null =
    toAmend === null
      ? null
      : {
          sentence: `${group}${amendSentence(example, changes, instrument)} · ${customers} of block ${block.blockId}`,
          lines: isOnePrice ? [] : ['Their limit prices differ now: each order moves to the new price.'],
          warnings: counts.unknown > 0 ? [leftOutWords(counts.unknown)] : [],
          word: String(orders.length),
          payload: toAmend,
        }
  const send = async (reviewed: BlockToAmend) => {
    const refused = await sendBlockAmend(session, reviewed)
    if (refused === null) onClose()
    else setFailure(refused)
  }
  return (
    <ReviewForm
      form="amendBlock"
      name="Change the limit price of the block"
      review={review}
      why={problem ?? 'Type a new price'}
      verb={`Change ${orders.length}`}
      send={send}
    >
      <div className="labelled">
        <label htmlFor="amend-block-price">Limit price</label>
        <div className="before-field">
          <span className="number muted">
            {isOnePrice ? priceText(example.limitPrice, instrument) : 'several'} →
          </span>
          <input
            id="amend-block-price"
            className={changes.limitPrice === null ? 'field' : 'field changed'}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? example.limitPrice ?? ''}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : 'amend-block-problem'}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== SUGGESTED_VALUE_KEY || offer === null) return
              event.preventDefault()
              setTyped(offer)
            }}
            onFocus={(event) => event.target.select()}
          />
        </div>
        {problem !== null && (
          <span id="amend-block-problem" className="problem">
            {problem}
            {offer !== null && (
              <SuggestedValue words={exact(decimal(offer))} onTake={() => setTyped(offer)} />
            )}
          </span>
        )}
      </div>
      <p className="muted">
        {orders.length} of {block.rows.length} customers have an order that rests. What has filled stays. The
        venue decides whether an order keeps its place in the queue.
      </p>
      {counts.unknown > 0 && <p className="amber">{leftOutWords(counts.unknown)}</p>}
      <SecondDealerNote act={toAmend && { kind: 'blockAmend', ...blockAmendRequest(toAmend) }} />
      <Problem sentence={failure} />
      <ReviewActions />
    </ReviewForm>
  )
}
