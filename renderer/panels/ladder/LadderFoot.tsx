/** The line below a ladder: sizes, position, PnL, age of the book. Draws props. The owner of `age` writes the age without React. */

import type { MouseEvent, ReactElement, Ref } from 'react'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Position } from '../../../shared/domain/accounts/position.ts'
import { marked } from '../../format/displayFormat.ts'
import { placesOf, signed, tone } from '../../format/numbers.ts'
import { averageText } from '../../format/priceText.ts'
import type { LadderProps } from './ladderProps.ts'
import { shortSize, SizeField } from './SizeField.tsx'

interface Props extends Pick<
  LadderProps,
  'sizes' | 'sizeIndex' | 'position' | 'unrealised' | 'customer' | 'instrument'
> {
  /** The element for the age of the book. */
  readonly age: Ref<HTMLSpanElement>
  readonly onSize: (index: number) => void
  /** The preset in the field; null: none. */
  readonly editing: number | null
  readonly onEdit: (index: number | null) => void
  /** Receives the typed size, or null when the dealer dropped it. */
  readonly onEdited: (size: DecimalText | null) => void
  readonly onRefused: (why: string) => void
  readonly onSizeOfPosition: () => void
  /** Keeps the focus on the ladder. */
  readonly onMouseDown: (event: MouseEvent) => void
}

/** `+1.000` long, `-1.000` short, `FLAT`; a `?` where the history may be incomplete. */
function positionText({ size, complete }: Position, lotSize: DecimalText | null): string {
  const held = decimal(size)
  const text = held === 0n ? 'FLAT' : signed(held, placesOf(lotSize, 3))
  return complete ? text : `${text} ?`
}

export function LadderFoot({ age, onMouseDown, onSize, onSizeOfPosition, ...props }: Props): ReactElement {
  const { sizeIndex, position, unrealised, customer, instrument, editing } = props
  // A preset is a place, key 1 to 6. Two presets may have the same size.
  const presets = props.sizes.map((size, place) => ({ size, place, number: place + 1 }))
  return (
    <footer className="ladder-foot">
      <span>Size</span>
      {presets.map(({ size, place, number }) => {
        if (place === editing)
          return (
            <SizeField
              key={number}
              size={size}
              number={number}
              lotSize={instrument.lotSize}
              onDone={props.onEdited}
              onLeave={() => props.onEdit(null)}
              onRefused={props.onRefused}
            />
          )
        return (
          <button
            key={number}
            type="button"
            tabIndex={-1}
            aria-pressed={place === sizeIndex}
            aria-label={`Size ${size}`}
            title={`Key ${number} · 0 or right click edits`}
            onMouseDown={onMouseDown}
            onClick={() => onSize(place)}
            onContextMenu={(event) => {
              event.preventDefault()
              props.onEdit(place)
            }}
          >
            {marked(shortSize(size))}
          </button>
        )
      })}
      <span className="ladder-facts">
        <PositionFacts {...{ position, unrealised, customer, instrument, onSizeOfPosition, onMouseDown }} />
        <span ref={age} title="Age of the book" />
      </span>
    </footer>
  )
}

interface PositionProps extends Pick<LadderProps, 'position' | 'unrealised' | 'customer' | 'instrument'> {
  readonly onSizeOfPosition: () => void
  readonly onMouseDown: (event: MouseEvent) => void
}

/** Position, average entry and PnL; nothing without a position row. */
export function PositionFacts(props: PositionProps): ReactElement {
  const { position, unrealised, customer, instrument, onSizeOfPosition, onMouseDown } = props
  return (
    <>
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
        <span title="Average entry">@ {averageText(position.averageEntry, instrument)}</span>
      )}
      {position !== null && position.size !== '0' && unrealised !== null && (
        <span className={`unrealised ${tone(unrealised)}`} title="Unrealised PnL, USDC">
          {unrealised}
        </span>
      )}
    </>
  )
}
