/** The line below a ladder: sizes, position, PnL, age of the book. Draws props; the age is written from outside, not by React. */

import type { MouseEvent, ReactElement, Ref } from 'react'
import { decimal, type DecimalText } from '../../shared/base/decimal.ts'
import type { Position } from '../../shared/domain/position.ts'
import { grouped, placesOf, signed } from '../words/numbers.ts'
import type { LadderProps } from './ladderProps.ts'

interface Props extends Pick<
  LadderProps,
  'sizes' | 'sizeIndex' | 'position' | 'unrealised' | 'customer' | 'instrument'
> {
  /** Where the age of the book is written. */
  readonly age: Ref<HTMLSpanElement>
  readonly onSize: (index: number) => void
  readonly onSizeOfPosition: () => void
  /** Keeps the keyboard on the ladder. */
  readonly onMouseDown: (event: MouseEvent) => void
}

/** `+1.000` long, `-1.000` short, `FLAT`; a `?` where the history may be incomplete. */
export function positionText({ size, complete }: Position, lotSize: DecimalText | null): string {
  const held = decimal(size)
  const text = held === 0n ? 'FLAT' : signed(held, placesOf(lotSize, 3))
  return complete ? text : `${text} ?`
}

const tone = (text: string): string => (text.startsWith('-') ? 'loss' : text === '0' ? '' : 'gain')

export function LadderFoot({ age, onMouseDown, onSize, onSizeOfPosition, ...props }: Props): ReactElement {
  const { sizes, sizeIndex, position, unrealised, customer, instrument } = props
  return (
    <footer className="ladder-foot">
      <span>Size</span>
      {sizes.map((size, n) => (
        <button
          // Presets are places, keys 1 to 6; two may hold the same size.
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          type="button"
          tabIndex={-1}
          aria-pressed={n === sizeIndex}
          aria-label={`Size ${size}`}
          title={`Key ${n + 1}`}
          onMouseDown={onMouseDown}
          onClick={() => onSize(n)}
        >
          {size}
        </button>
      ))}
      <span className="ladder-facts">
        {customer !== null && position !== null && (
          <button
            type="button"
            tabIndex={-1}
            className={position.size.startsWith('-') ? 'short' : position.size === '0' ? '' : 'long'}
            aria-label={`Position ${positionText(position, instrument.lotSize)}`}
            title="Size = position (P)"
            onMouseDown={onMouseDown}
            onClick={onSizeOfPosition}
          >
            {positionText(position, instrument.lotSize)}
          </button>
        )}
        {position !== null && position.averageEntry !== null && (
          <span title="Average entry">
            @ {grouped(decimal(position.averageEntry), placesOf(instrument.tickSize, 1) + 1)}
          </span>
        )}
        {position !== null && position.size !== '0' && unrealised !== null && (
          <span className={tone(unrealised)} title="Unrealised PnL, USDC">
            {unrealised}
          </span>
        )}
        <span ref={age} title="Age of the book" />
      </span>
    </footer>
  )
}
