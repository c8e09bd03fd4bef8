/** The sheet of a block order: fill in, preview, type the count. Enter in a field sends nothing; only the review behind the typed count does. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useEffect, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { toText } from '../../../shared/base/decimal.ts'
import { BLOCK_METHODS } from '../../../shared/domain/block/blockMethods.ts'
import type { BlockPreview } from '../../../shared/domain/block/blockPreview.ts'
import { ReviewActions, ReviewForm, type Review } from '../../dealing/ReviewForm.tsx'
import { blockSentence } from '../../format/block/blockWords.ts'
import { exact, grouped } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { changeBlock, clearBlock, takeAnew } from '../../state/blockForm/blockStore.ts'
import type { BlockForm } from '../../state/blockForm/blockFields.ts'
import type { ReadBlock } from '../../state/blockForm/readBlockForm.ts'
import { positionBehind } from '../../state/block/positionBehind.ts'
import {
  SIZES_LAST,
  SIZES_OLD,
  STILL_SENDING,
  sendBlock,
  type BlockToSend,
} from '../../state/block/sendBlock.ts'
import { useBlockPreview, type ShownBlock } from '../../state/block/useBlockPreview.ts'
import { useWholeCheck, whyWholeKept } from '../../state/block/useWholeCheck.ts'
import { useNow } from '../../state/useNow.ts'
import { useSecondDealer } from '../../dealing/useSecondDealer.ts'
import { useSession } from '../../state/useSession.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { BlockBasket } from './BlockBasket.tsx'
import { BlockFields } from './BlockFields.tsx'
import { BlockRows } from './BlockRows.tsx'
import './block.css'

/** Why the block cannot be reviewed yet; null: it can. */
function whyNot(
  { reading, outcome, unread, unchecked, sizedAt, moved }: ShownBlock,
  now: number,
): string | null {
  if (!reading.ok) return reading.fault.sentence
  if (outcome === null || !outcome.ok) return outcome?.sentence ?? 'The block is being read.'
  if (unread > 0) return `Reading margin and fees of ${unread} customers.`
  if (unchecked > 0) return `Asking the limits about ${unchecked} customers.`
  if (moved !== null) return moved
  if (outcome.value.stopped !== null) return outcome.value.stopped
  return Math.abs(now - sizedAt) > SIZES_LAST ? SIZES_OLD : null
}

/** Refusals of the venue, at most three, worst first. The limits warn of the block as a whole. */
const refusalsForeseen = ({ rows }: BlockPreview): readonly string[] =>
  rows
    .flatMap(({ customerCode, refusal }) =>
      refusal?.code
        ? [`${shownCode(customerCode)}: the venue may refuse it (${refusal.code}): ${refusal.why}`]
        : [],
    )
    .slice(0, 3)

function linesOf(
  { totals, dropped }: BlockPreview,
  { draft, price, instrument }: ReadBlock,
): readonly string[] {
  const changes = totals.leverageChanges
  const { value, why } = totals.cash
  return [
    value === null
      ? `What it is worth is not known: ${why ?? 'a price is missing'}.`
      : `≈ ${why === null ? '' : '~'}${grouped(value, 0)} USDC in all.`,
    ...(draft.leverage !== null && changes > 0
      ? [`Leverage of ${changes} customers becomes ${draft.leverage}× and stays.`]
      : []),
    ...(totals.left === null || price === null
      ? []
      : [
          `Each customer’s cash became whole lots at ${grouped(price, pricePlaces(instrument))}: ${exact(totals.left)} USDC of these customers are left over.`,
        ]),
    ...(dropped.length > 0
      ? [
          `${dropped.length === 1 ? '1 customer gets' : `${dropped.length} customers get`} nothing: ${dropped
            .slice(0, 5)
            .map(({ customerCode }) => customerCode)
            .join(', ')}${dropped.length > 5 ? ', …' : ''}.`,
        ]
      : []),
  ]
}

function reviewOf(
  form: BlockForm,
  block: ReadBlock,
  preview: BlockPreview,
  sizedAt: number,
): Review<BlockToSend> {
  const { instrument, draft, members, group, inFlight } = block
  const { allocated, totals } = preview
  const rows = allocated.rows.map(({ customerCode, amount, sizedBy }) => {
    const held = sizedBy === null ? positionBehind(form, customerCode) : toText(sizedBy)
    return { customerCode, amount: toText(amount), ...(held === undefined ? {} : { sizedBy: held }) }
  })
  const [first] = rows
  const sentence = blockSentence({
    group,
    draft,
    instrument,
    amount: totals.amount,
    count: rows.length,
    members: members.length,
    method: form.method,
  })
  return {
    sentence,
    lines: [
      ...linesOf(preview, block),
      ...(rows.some((row) => row.sizedBy !== undefined)
        ? ['Positions gave these sizes: an order does not leave once its customer’s position is another.']
        : []),
    ],
    warnings: refusalsForeseen(preview),
    word: String(rows.length),
    payload: {
      sentence,
      rotation: allocated.move,
      sizedAt,
      request: {
        group: group === '' ? null : group,
        method: form.method,
        draft:
          first === undefined ? draft : { ...draft, customerCode: first.customerCode, amount: first.amount },
        rows,
        split: {
          lot: instrument.lotSize,
          tick: instrument.tickSize,
          whole: allocated.whole === null ? null : toText(allocated.whole),
          weights: allocated.weights === null ? null : toText(allocated.weights),
          shares: allocated.shares.map(({ customerCode, weight }) => ({
            customerCode,
            weight: toText(weight),
          })),
        },
        onRefused: form.onRefused,
        inFlight,
      },
    },
  }
}

export function BlockSheet({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const form = useStore(session.block, (block) => block.form)
  const now = useNow(true)
  const shown = useBlockPreview()
  const isPending = useStore(session.block, ({ unsettled }) => unsettled?.isPending ?? false)
  const whyUnread = isPending ? STILL_SENDING : whyNot(shown, now)
  const { reading, outcome } = shown
  const preview = outcome?.ok ? outcome.value : null
  const written =
    whyUnread === null && reading.ok && preview ? reviewOf(form, reading.value, preview, shown.sizedAt) : null
  const request = written?.payload.request ?? null
  const check = useWholeCheck(request)
  const why = whyUnread ?? whyWholeKept(check)
  const secondDealer = useSecondDealer(
    request ? { kind: 'block', draft: request.draft, rows: request.rows } : null,
  )
  const findings = check?.kind === 'answered' ? check.findings : []
  const review =
    written === null || why !== null
      ? null
      : {
          ...written,
          warnings: [
            ...(secondDealer === null ? [] : [secondDealer]),
            ...findings.map(({ sentence }) => sentence),
            ...(written.warnings ?? []),
          ],
        }
  const send = async (block: BlockToSend) => {
    await sendBlock(session, block)
  }
  const { symbol } = form
  useEffect(() => {
    // A block opens with the instrument of link 1, as the command line's `.` names it.
    if (symbol === '')
      changeBlock(session.block, { symbol: session.workspace.getState().instruments['1'] ?? '' })
  }, [session, symbol])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    // The key 0 stands behind 9, for the tenth way.
    const method = BLOCK_METHODS[(Number(/^Digit(\d)$/.exec(event.code)?.[1]) + 9) % 10]
    if (method !== undefined) changeBlock(session.block, { method })
    else if (event.code === 'KeyR') takeAnew(session.block)
    else if (event.code === 'Backspace') clearBlock(session.block, form.symbol)
    else return
    event.preventDefault()
  }
  return (
    <Sheet title="Block order" onClose={onClose}>
      <div role="presentation" className="contents" onKeyDown={onKeyDown}>
        <ReviewForm
          form="block"
          name="Block order"
          review={review}
          why={why ?? ''}
          verb="Send the block"
          send={send}
          className="block-sheet"
        >
          <BlockFields form={form} fault={reading.ok ? null : reading.fault} />
          <BlockRows form={form} shown={shown} />
          <div className="block-side">
            <BlockBasket
              shown={shown}
              isPercent={form.method === 'percent'}
              secondDealer={secondDealer}
              check={check}
            />
            <ReviewActions />
          </div>
        </ReviewForm>
      </div>
    </Sheet>
  )
}
