/** The line or lines below a ladder: a compact one has its sizes while it is armed or one of them is typed. Draws props. */

import type { MouseEvent, Ref } from 'react'
import { LadderFoot } from '../LadderFoot.tsx'
import type { LadderProps } from '../ladderProps.ts'
import { CompactFoot } from './CompactFoot.tsx'

interface Props extends LadderProps {
  readonly age: Ref<HTMLSpanElement>
  readonly spread: Ref<HTMLSpanElement>
  /** The preset in the field; null: none. */
  readonly editing: number | null
  readonly onEdit: (index: number | null) => void
  readonly onRefused: (why: string) => void
  readonly onSizeOfPosition: () => void
  /** Keeps the focus on the ladder. */
  readonly onMouseDown: (event: MouseEvent) => void
  /** Gives the focus back to the rows. */
  readonly onDone: () => void
}

export function LadderBelow(props: Props) {
  const { shape, armed, editing, onEdit, onDone, sizes } = props
  if (shape.isCompact && !armed && editing === null) return <CompactFoot {...props} />
  return (
    <LadderFoot
      {...props}
      onSize={(index) => props.onSizes(sizes, index)}
      onEdited={(size) => {
        if (size !== null && editing !== null) props.onSizes(sizes.with(editing, size), editing)
        onEdit(null)
        onDone()
      }}
    />
  )
}
