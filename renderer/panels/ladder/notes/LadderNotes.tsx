/** The notes over the rows of a ladder: a brief message, what a click would do, and what waits for Enter. */

import type { Ref } from 'react'

interface Props {
  /** The brief message stands above: the last act was in the lower half. */
  readonly isAbove: boolean
  readonly onMessage: (element: HTMLElement | null) => void
  readonly hover: Ref<HTMLDivElement>
  readonly waiting: Ref<HTMLDivElement>
  /** What waits for Enter; null: nothing. */
  readonly proposal: string | null
}

export const LadderNotes = ({ isAbove, onMessage, hover, waiting, proposal }: Props) => (
  <>
    <div className={isAbove ? 'ladder-notes above' : 'ladder-notes'}>
      <div ref={onMessage} className="ladder-says" role="status" />
    </div>
    <div ref={hover} className="ladder-hover" hidden aria-hidden="true">
      <b />
      <span />
    </div>
    {proposal !== null && (
      <div ref={waiting} className="ladder-proposal" role="status">
        <b>{proposal}</b>
        <span>Enter sends · Esc drops</span>
      </div>
    )}
  </>
)
