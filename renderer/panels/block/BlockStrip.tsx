/** The strip above the status bar while a block is under way: a tick per customer, counts that add up, fills, and what the dealer can do. */

import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import type { Decimal } from '../../../shared/base/decimal.ts'
import {
  ROW_FATES,
  canRetry,
  isOver,
  type BlockProgress,
  type RowProgress,
} from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import { FATE_WORDS, wholeWords } from '../../format/block/blockWords.ts'
import { grouped } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { amountText } from '../../format/orderSentence.ts'
import { instrumentOf } from '../../state/actions/intentSentence.ts'
import { actOnBlock, retryRows } from '../../state/block/sendBlock.ts'
import { useBlockProgress } from '../../state/block/useBlockProgress.ts'
import { useOpenBlocks } from '../../state/block/useOpenBlocks.ts'
import type { Showing } from '../../state/presses/enterWatch.ts'
import { useSession } from '../../state/useSession.ts'
import './block.css'

/** The strips of every block that is not closed. */
export function BlockStrips() {
  const blocks = useOpenBlocks()
  return blocks.map((block) => <BlockStrip key={block.blockId} block={block} />)
}

interface StripAct {
  readonly name: string
  readonly cap: string
  /** Of the key without modifiers. */
  readonly code: string
  readonly shift?: true
  readonly run: () => void
}

/** What Enter then does. */
interface StripQuestion {
  readonly name: string
  readonly run: () => void
}

const STATE_WORDS: Readonly<Record<BlockRecord['state'], string>> = {
  sending: 'sending',
  paused: 'PAUSED',
  stopped: 'stopped',
  sent: 'every row had its turn',
  closed: 'closed',
}

/** What a dealer can do now, by state. `ask`: asks once more before orders are sent, or before all are canceled. */
function useActs(
  block: BlockRecord,
  { rows, counts }: BlockProgress,
  ask: (question: StripQuestion) => void,
  canClose: boolean,
): readonly StripAct[] {
  const session = useSession()
  const { state } = block
  const retry = rows.filter(canRetry).map(({ customerCode }) => customerCode)
  const act = (name: Parameters<typeof actOnBlock>[1]) => () => void actOnBlock(session, name, block)
  const acts: StripAct[] = []
  if (state === 'sending') acts.push({ name: 'Pause', cap: 'P', code: 'KeyP', run: act('block.pause') })
  if (state === 'paused')
    acts.push({
      name: 'Resume',
      cap: 'U',
      code: 'KeyU',
      run: () => ask({ name: `Send the ${counts.waiting} that wait`, run: act('block.resume') }),
    })
  if (state === 'sending' || state === 'paused')
    acts.push({ name: 'Stop, keep what is live', cap: 'S', code: 'KeyS', run: act('block.stop') })
  if (retry.length > 0)
    acts.push({
      name: `Retry ${retry.length}`,
      cap: 'R',
      code: 'KeyR',
      run: () =>
        ask({
          name: `Send ${retry.length} ${retry.length === 1 ? 'order' : 'orders'} again`,
          run: () => void retryRows(session, block, retry),
        }),
    })
  if (counts.unknown > 0)
    acts.push({
      name: `Look up ${counts.unknown} unknown`,
      cap: 'L',
      code: 'KeyL',
      run: () => lookUp(session, rows),
    })
  acts.push({
    name: 'Cancel block…',
    cap: 'Shift Delete',
    code: 'Delete',
    shift: true,
    run: () => ask({ name: 'Cancel the whole block', run: act('block.cancel') }),
  })
  acts.push({
    name: 'Rows',
    cap: 'Enter',
    code: 'Enter',
    run: () => session.overlay.setState({ open: { kind: 'blockRows', blockId: block.blockId } }),
  })
  if (canClose) acts.push({ name: 'Close', cap: 'X', code: 'KeyX', run: act('block.close') })
  return acts
}

/** Asks the venue about every row whose fate is unknown. */
function lookUp(session: ReturnType<typeof useSession>, rows: readonly RowProgress[]): void {
  for (const { fate, customerCode, referenceId } of rows)
    if (fate === 'unknown' && referenceId !== null)
      void session.client.call('order.lookUp', { customerCode, referenceId })
}

function BlockStrip({ block }: { readonly block: BlockRecord }) {
  const session = useSession()
  const root = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<(StripQuestion & { readonly showing: Showing }) | null>(null)
  const ask = (question: StripQuestion) => setAsked({ ...question, showing: session.enters.show() })
  const progress = useBlockProgress(block)
  const stale = useStore(session.server.orders, (orders) => orders.stale)
  const canClose = block.state === 'sent' || block.state === 'stopped'
  const acts = useActs(block, progress, ask, canClose)
  const drop = () => setAsked(null)
  const shown: readonly StripAct[] =
    asked === null
      ? acts
      : [
          {
            name: asked.name,
            cap: 'Enter',
            code: 'Enter',
            run: () => {
              if (!session.enters.counts(asked.showing)) return
              drop()
              asked.run()
            },
          },
          { name: 'Leave it', cap: 'Esc', code: 'Escape', run: drop },
        ]
  // A button that goes away with its press leaves the keys with the strip.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && asked !== null) root.current?.focus()
  }, [asked])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const found = shown.find(({ code, shift }) => code === event.code && (shift ?? false) === event.shiftKey)
    if (!found) return
    // Enter on a button presses that button.
    if (event.code === 'Enter' && event.target !== root.current) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) found.run()
  }
  const instrument = instrumentOf(session, block.draft.symbol)
  const { rows, counts, requested } = progress
  const [first] = rows
  return (
    // Its keys work wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      tabIndex={0}
      className={`block-strip ${block.state}`}
      aria-label={`Block ${block.blockId}`}
      data-block={block.blockId}
      onKeyDown={onKeyDown}
    >
      <div className="block-strip-head">
        <span className="block-badge">BLOCK</span>
        <span className="mono muted">{block.blockId}</span>
        <b>
          {block.group !== null && `@${block.group} · `}
          {instrument &&
            first &&
            wholeWords(
              { ...block.draft, customerCode: first.customerCode, amount: null },
              progress.amount,
              instrument,
            )}{' '}
          · {rows.length} customers
        </b>
        <span className={block.state === 'paused' ? 'amber' : 'muted'}>
          {STATE_WORDS[block.state]}
          {block.why !== null && `: ${block.why}`}
          {isOver(progress) && canClose && ' · nothing is live'}
        </span>
        <span className="spring" />
        {shown.map(({ name, cap, run }) => (
          <button key={name} type="button" className="button small" onClick={run}>
            {name} <span className="key-cap">{cap}</span>
          </button>
        ))}
      </div>
      <div className="block-ticks" aria-hidden="true">
        {rows.map(({ customerCode, fate, filled, amount }) => (
          <i
            key={customerCode}
            className={`tick is-${fate} ${block.draft.side}`}
            title={`${customerCode}: ${FATE_WORDS[fate].word}`}
            style={
              fate === 'part' ? ({ '--filled': `${Number((filled * 100n) / amount)}%` } as object) : undefined
            }
          />
        ))}
      </div>
      <div className="block-counts" role="status">
        <span>
          requested <b className="number">{requested}</b> of <b className="number">{rows.length}</b>
        </span>
        {ROW_FATES.map(
          (fate) =>
            counts[fate] > 0 && (
              <span key={fate} className={`fate is-${fate}`}>
                {FATE_WORDS[fate].mark} {FATE_WORDS[fate].word} <b className="number">{counts[fate]}</b>
              </span>
            ),
        )}
        {block.cancel && (
          <span className="amber">
            canceling: {block.cancel.done} of {block.cancel.orders} done, {block.cancel.filled} filled first
            {block.cancel.unverified.length > 0 &&
              `, ${block.cancel.unverified.length} not verified: treat them as live`}
          </span>
        )}
        <span className="spring" />
        {stale && <span className="amber">the link to the core is lost: this is old</span>}
        {instrument && <Fills block={block} progress={progress} />}
      </div>
    </section>
  )
}

function Fills({ block, progress }: { readonly block: BlockRecord; readonly progress: BlockProgress }) {
  const instrument = instrumentOf(useSession(), block.draft.symbol)
  const { amount, filled, average, spread } = progress
  if (!instrument) return null
  // Averages of customers differ by less than a tick.
  const price = (value: Decimal) => grouped(value, pricePlaces(instrument) + 2)
  return (
    <>
      <span>
        {block.draft.side === 'buy' ? 'bought' : 'sold'}{' '}
        <b className="number">{amountText(filled, instrument)}</b> of {amountText(amount, instrument)}{' '}
        {instrument.underlying}
      </span>
      {average !== null && (
        <span>
          average <b className="number">{price(average)}</b>
        </span>
      )}
      {spread !== null && (
        <span>
          customers{' '}
          <b className="number">
            {price(spread.low)} … {price(spread.high)}
          </b>{' '}
          · largest deviation <b className="number">{price(spread.deviation)}</b>
        </span>
      )}
    </>
  )
}
