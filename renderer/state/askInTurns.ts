/** Asks the core a question, and again and again while a screen shows it, never a second time before the answer: a slow core is not asked faster than it answers. */

import type { Clock, Stop } from '../../shared/base/clock.ts'

export interface Turns<T> {
  readonly clock: Pick<Clock, 'after'>
  /** The question of this screen that is under way; null for none. It may be about what the screen showed before. */
  readonly underWay: { current: Promise<unknown> | null }
  /** Ms from an answer to the next question; null: one answer is enough. */
  readonly pause: number | null
  readonly ask: () => Promise<T>
  /** Takes an answer, unless the turns were stopped before it came. */
  readonly take: (answer: T) => void
}

/** Asks at once, or after the question that is under way, and, with a pause, again after each answer. Stops when the returned function is called. */
export function askInTurns<T>({ clock, underWay, pause, ask, take }: Turns<T>): Stop {
  let isOver = false
  let stopPause: Stop = () => undefined
  const turn = async (): Promise<void> => {
    while (underWay.current !== null) {
      // oxlint-disable-next-line no-await-in-loop -- Another screen's turn may have begun meanwhile.
      await underWay.current
    }
    if (isOver) return
    const question = ask()
    underWay.current = question
    const answer = await question.finally(() => (underWay.current = null))
    if (isOver) return
    take(answer)
    if (pause !== null) stopPause = clock.after(pause, () => void turn())
  }
  void turn()
  return () => {
    isOver = true
    stopPause()
  }
}
