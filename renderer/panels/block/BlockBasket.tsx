/** The block as a whole: totals, the largest order against the limits of the desk, how the rounding came out, and who is sent first. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  decimal,
  decimalOf,
  divide,
  multiply,
  subtract,
  toDrawable,
  type Decimal,
} from '../../../shared/base/decimal.ts'
import { appliesTo, type LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { BlockPreview } from '../../../shared/domain/block/blockPreview.ts'
import { feeText } from '../../format/block/blockWords.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { exact, grouped } from '../../format/numbers.ts'
import { amountText } from '../../format/orderSentence.ts'
import type { ReadBlock } from '../../state/blockForm/readBlockForm.ts'
import type { ShownBlock } from '../../state/block/useBlockPreview.ts'
import type { WholeCheck } from '../../state/block/useWholeCheck.ts'
import { useNow } from '../../state/useNow.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { BlockLimits } from './BlockLimits.tsx'

interface BlockBasketProps {
  readonly shown: ShownBlock
  readonly isPercent: boolean
  /** What the four-eyes rules would say to the block; null: nothing. */
  readonly secondDealer: string | null
  /** What the core says to the block as a whole; null: it was not asked. */
  readonly check: WholeCheck | null
}

/** The tightest block on the notional of one order of all customers. */
function hardNotional(rules: readonly LimitRule[], { draft }: ReadBlock): Decimal | null {
  const blocks = rules.flatMap((rule) => {
    const bound = rule.bounds.notional?.block
    const isOfAll = rule.customerCode === null && appliesTo(rule, draft.customerCode, draft.symbol)
    return isOfAll && bound ? [decimal(bound)] : []
  })
  return blocks.length === 0 ? null : blocks.reduce((least, each) => (each < least ? each : least))
}

function LimitBar({ used, most }: { readonly used: Decimal; readonly most: Decimal }) {
  const share = Math.min(1, toDrawable(divide(used, most)))
  const level = share >= 1 ? 'full' : share >= 0.8 ? 'near' : ''
  return (
    <div className={`limit-bar ${level}`} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </div>
  )
}

interface ProofProps {
  readonly block: ReadBlock
  readonly preview: BlockPreview
  readonly isPercent: boolean
}

function Proof({ block, preview, isPercent }: ProofProps) {
  const { instrument, cash, parent } = block
  const { allocated, totals } = preview
  const size = (value: Decimal) => amountText(value, instrument)
  const limit = block.draft.limitPrice ?? block.draft.triggerPrice
  const left = cash === null || limit === null ? null : subtract(cash, multiply(parent, decimal(limit)))
  return (
    <section aria-label="Rounding">
      <h3>
        Rounding <span className="ok">✓ exact</span>
      </h3>
      <dl>
        {cash !== null && (
          <>
            <dt>{grouped(cash, 0)} USDC, down to a lot</dt>
            <dd>{size(parent)}</dd>
          </>
        )}
        <dt>{allocated.rows.length} rows, sum</dt>
        <dd>{size(totals.amount)}</dd>
        <dt>Lots given to the largest remainders</dt>
        <dd>{allocated.extraLots}</dd>
      </dl>
      {isPercent && totals.amount < parent && (
        <p className="muted">
          {size(subtract(parent, totals.amount))} of {size(parent)} go to nobody: they are the percents of
          customers who get nothing.
        </p>
      )}
      {totals.left !== null && (
        <p className="muted">
          {exact(totals.left)} USDC are left over: each rest is worth less than one lot.
        </p>
      )}
      {left !== null && <p className="muted">{exact(left)} USDC are left over: less than one lot.</p>}
    </section>
  )
}

export function BlockBasket({ shown, isPercent, secondDealer, check }: BlockBasketProps) {
  const { server } = useSession()
  const rules = useLoadable(server.limits).value?.rules ?? []
  const now = useNow(true)
  const { reading, outcome, sizedAt } = shown
  if (!reading.ok || !outcome?.ok) return null
  const { totals, allocated } = outcome.value
  const block = reading.value
  const most = hardNotional(rules, block)
  const { rows } = allocated
  const order = rows.slice(0, 3).map(({ customerCode }, at) => `${at + 1} ${shownCode(customerCode)}`)
  const money = (value: Decimal) => grouped(value, 0)
  return (
    <div className="block-basket">
      <section aria-label="Basket">
        <h3>Basket</h3>
        <dl>
          <dt>Notional</dt>
          <dd>
            <FigureNumber figure={totals.cash} write={money} />
            {most !== null && ` of ${money(most)}`} USDC
          </dd>
        </dl>
        {most !== null && totals.cash.value !== null && <LimitBar used={totals.cash.value} most={most} />}
        <dl>
          <dt>Customers</dt>
          <dd>
            {rows.length} of {block.members.length}
          </dd>
          <dt>Largest · smallest order</dt>
          <dd>
            {amountText(totals.largest, block.instrument)} · {amountText(totals.smallest, block.instrument)}
          </dd>
          <dt>Margin the block takes</dt>
          <dd>
            <FigureNumber figure={totals.margin} write={money} /> USDC
          </dd>
          <dt>Fees</dt>
          <dd>
            <FigureNumber figure={totals.fee} write={feeText} signed /> USDC
          </dd>
        </dl>
        {secondDealer !== null && (
          <p role="note" className="warning-box">
            {secondDealer}
          </p>
        )}
      </section>
      <BlockLimits check={check} sends="block" />
      <Proof block={block} preview={outcome.value} isPercent={isPercent} />
      <section aria-label="Send order">
        <h3>Send order</h3>
        <p className="mono">
          {order.join(' › ')}
          {rows.length > 3 &&
            `${rows.length > 4 ? ' › …' : ''} › ${rows.length} ${rows.at(-1)?.customerCode ?? ''}`}
        </p>
        <p className="muted">
          The next block of {block.group === '' ? 'single customers' : `@${block.group}`} begins with{' '}
          {allocated.next.first}. Sizes are{' '}
          {exact(decimalOf(Math.max(0, Math.floor((now - sizedAt) / 1_000))))} s old{' '}
          <span className="key-cap">Alt R</span>
        </p>
      </section>
    </div>
  )
}
