/** The strip above the status bar while a block is under way: a tick per customer, counts that add up, fills, and what the dealer can do. */

import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { shownCode, withCode } from '../../../../shared/base/shownCode.ts'
import { decimal, type Decimal } from '../../../../shared/base/decimal.ts'
import { ROW_FATES, isOver, type BlockProgress } from '../../../../shared/domain/block/blockProgress.ts'
import type { BlockAmend, BlockCancel, BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import { blockPriceWords } from '../../../format/block/blockPriceWords.ts'
import { FATE_WORDS, wholeWords } from '../../../format/block/blockWords.ts'
import { grouped } from '../../../format/numbers.ts'
import { pricePlaces } from '../../../format/priceText.ts'
import { amountText } from '../../../format/orderSentence.ts'
import { instrumentOf } from '../../../state/actions/intentSentence.ts'
import { amendableOrders } from '../../../state/block/amendBlock.ts'
import { useBlockProgress } from '../../../state/block/useBlockProgress.ts'
import { useOpenBlocks } from '../../../state/block/useOpenBlocks.ts'
import { useSession } from '../../../state/useSession.ts'
import { FlatLine } from './FlatLine.tsx'
import { OldRows } from './OldRows.tsx'
import { useStripActs, type StripAct } from './useStripActs.ts'
import { useStripKeys } from './useStripKeys.ts'
import '../block.css'

/** The strips of every block that is not closed. */
export function BlockStrips() {
  const blocks = useOpenBlocks()
  return blocks.map((block) => <BlockStrip key={block.blockId} block={block} />)
}

const STATE_WORDS: Readonly<Record<BlockRecord['state'], string>> = {
  sending: 'sending',
  paused: 'PAUSED',
  stopped: 'stopped',
  sent: 'every row had its turn',
  closed: 'hidden',
}

function BlockStrip({ block }: { readonly block: BlockRecord }) {
  const session = useSession()
  const root = useRef<HTMLElement>(null)
  const progress = useBlockProgress(block)
  const stale = useStore(session.server.orders, (orders) => orders.stale)
  const isRetrying = block.rows.some(({ isRetried }) => isRetried)
  const canClose = (block.state === 'sent' || block.state === 'stopped') && !isRetrying
  const acts = useStripActs(block, progress, { canClose, isRetrying })
  const { shown, isAsking, isDropped } = acts
  const { onKeyDown, notOffered } = useStripKeys(acts, root)
  // A button that goes away with its press leaves the keys with the strip.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && isAsking) root.current?.focus()
  }, [isAsking])
  const instrument = instrumentOf(session, block.draft.symbol)
  const { rows, counts, requested } = progress
  const [first] = rows
  const whole =
    instrument &&
    first &&
    wholeWords(
      { ...block.draft, customerCode: first.customerCode, amount: null },
      progress.amount,
      instrument,
    )
  const sentence = `${block.group === null ? '' : `@${block.group} · `}${whole ?? shownCode(block.draft.symbol)} · ${rows.length} customers`
  return (
    // Its keys work wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      tabIndex={0}
      className={`block-strip ${block.state}`}
      aria-label={`Block ${block.blockId}`}
      data-block={block.blockId}
      data-over={canClose && isOver(progress)}
      onKeyDown={onKeyDown}
    >
      <div className="block-strip-head">
        <span className="block-badge">BLOCK</span>
        <span className="mono muted">{block.blockId}</span>
        <b className="block-sentence" title={sentence}>
          {sentence}
        </b>
        {block.dealer && (
          <span className="muted block-dealer" title={`Sent by ${block.dealer}`}>
            by {block.dealer}
          </span>
        )}
        <span className={`block-state ${block.state === 'paused' ? 'amber' : 'muted'}`}>
          <span>
            {STATE_WORDS[block.state]}
            {isRetrying && ' · sending again'}
          </span>
          {block.why !== null && (
            <span className="block-why" title={block.why}>
              {`: ${block.why}`}
            </span>
          )}
          <span>
            {block.state === 'paused' && counts.waiting === 0 && ' No row waits.'}
            {isOver(progress) && canClose && ' · nothing is live'}
            {isDropped && ' · The block changed after the question: nothing was done.'}
            {notOffered !== null && ` · ${notOffered}`}
          </span>
        </span>
        <StripButtons shown={shown} />
      </div>
      <div className="block-ticks" aria-hidden="true">
        {rows.map(({ customerCode, fate, filled, amount }) => (
          <i
            key={customerCode}
            className={`tick is-${fate} ${block.draft.side}`}
            title={`${shownCode(customerCode)}: ${FATE_WORDS[fate].word}`}
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
        {block.cancel && <Canceling cancel={block.cancel} />}
        <FlatLine block={block} progress={progress} />
        <RestsAt block={block} />
        {block.amend && <Amending amend={block.amend} symbol={block.draft.symbol} />}
        <span className="spring" />
        {stale ? (
          <span className="amber">the link to the core is lost: this is old</span>
        ) : (
          <OldRows progress={progress} />
        )}
        {instrument && <Fills block={block} progress={progress} />}
      </div>
    </section>
  )
}

function StripButtons({ shown }: { readonly shown: readonly StripAct[] }) {
  return (
    <span className="block-acts">
      {shown.map(({ name, cap, answers, run }) => (
        <button
          key={name}
          type="button"
          className="button small"
          onClick={({ detail }) => (answers && detail > 1 ? undefined : run())}
        >
          {name} <span className="key-cap">{cap}</span>
        </button>
      ))}
    </span>
  )
}

/** The orders may rest at another price than the block was sent with, also by changes of an earlier run. */
function RestsAt({ block }: { readonly block: BlockRecord }) {
  const session = useSession()
  const instrument = instrumentOf(session, block.draft.symbol)
  const prices = new Set(amendableOrders(session, block).map((order) => blockPriceWords(order, instrument)))
  const [price, second] = prices
  if (price === undefined || (second === undefined && price === blockPriceWords(block.draft, instrument)))
    return null
  return (
    <span className="amber">
      {second === undefined ? `rests at ${price} now` : `rests at ${prices.size} prices now`}
    </span>
  )
}

function Canceling({ cancel }: { readonly cancel: BlockCancel }) {
  const { orders, done, filled, unverified, isResumed } = cancel
  const isDone = done === orders && unverified.length === 0
  const act = isResumed ? 'cut off, canceling again' : 'canceling'
  return (
    <span className={isDone ? 'muted' : 'amber'}>
      {isDone ? 'cancel ended' : act}: {done} of {orders} done, {filled} filled first
      {unverified.length > 0 && `, ${unverified.length} not verified: treat them as live`}
    </span>
  )
}

interface AmendingProps {
  readonly amend: BlockAmend
  readonly symbol: Symbol
}

function Amending({ amend, symbol }: AmendingProps) {
  const instrument = instrumentOf(useSession(), symbol)
  const { orders, waiting, moved, over, failed, total } = amend
  // The block has the new total only where every order has its part.
  const isWhole = moved === orders
  return (
    <span
      className={isWhole ? 'muted' : 'amber'}
      title={failed.map(({ customerCode, why }) => withCode(customerCode, why)).join('\n')}
    >
      {moved} of {orders} at{' '}
      {total === undefined
        ? blockPriceWords(amend, instrument)
        : `new amounts, ${instrument ? amountText(decimal(total), instrument) : total} ${isWhole ? 'in all' : 'asked for'}`}
      {waiting > 0 && `, ${waiting === 1 ? '1 waits for its turn' : `${waiting} wait for their turn`}`}
      {over > 0 && `, ${over} ended`}
      {failed.length > 0 && `, ${failed.length} not amended`}
    </span>
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
