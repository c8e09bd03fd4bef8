/** The execution of a whole block in one line: who sent it, average, arrival, slippage, times and share of the market's volume. Sends nothing. */

import type { BlockProgress } from '../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../shared/domain/block/blockRecord.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import { bpsText, durationText, shareText } from '../../format/figures/executionWords.ts'
import { UNKNOWN, grouped } from '../../format/numbers.ts'
import { pricePlaces } from '../../format/priceText.ts'
import { dealtBlock } from '../tables/dealer/dealtBy.ts'
import { useVolumeShare } from '../useVolumeShare.ts'

interface BlockExecutionProps {
  readonly block: BlockRecord
  readonly progress: BlockProgress
  readonly instrument: Instrument
}

interface FactProps {
  readonly name: string
  readonly text: string
  /** Why it is not known; null: it is. */
  readonly why: string | null
}

const Fact = ({ name, text, why }: FactProps) => (
  <span title={why ?? undefined}>
    <span className="muted">{name}</span> <b className="number">{text}</b>
    {why !== null && <span className="hidden-visually"> not known: {why}</span>}
  </span>
)

/** A sentence as the reason behind `not known:`. */
const asClause = (why: string | null): string | null =>
  why && `${why.slice(0, 1).toLowerCase()}${why.slice(1).replace(/\.$/, '')}`

export function BlockExecution({ block, progress, instrument }: BlockExecutionProps) {
  const { average, filled, quality } = progress
  const { arrival, slippage, firstFill, lastFill } = quality
  const share = useVolumeShare(block.draft.symbol, filled, quality)
  const places = pricePlaces(instrument) + 2
  const sent = dealtBlock(block)
  return (
    <div className="block-execution" role="group" aria-label="Execution of the block">
      <Fact name="Sent by" text={sent.dealer ?? UNKNOWN} why={asClause(sent.why)} />
      <Fact
        name="Average"
        text={average === null ? UNKNOWN : grouped(average, places)}
        why={average === null ? 'nothing is filled' : null}
      />
      <Fact
        name="Arrival"
        text={arrival.value === null ? UNKNOWN : grouped(arrival.value, places)}
        why={arrival.why}
      />
      <Fact name="Slippage, + is worse" text={`${bpsText(slippage)} bps`} why={slippage.why} />
      <Fact name="First fill after" text={durationText(firstFill)} why={firstFill.why} />
      <Fact name="Last fill after" text={durationText(lastFill)} why={lastFill.why} />
      <Fact
        name="Of the market's volume"
        text={share.value === null ? UNKNOWN : shareText(share.value)}
        why={share.why}
      />
    </div>
  )
}
