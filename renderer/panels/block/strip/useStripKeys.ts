/** The keys of the strip: presses what the strip offers, and says in one sentence why a key does nothing. Acts on nothing itself. */

import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { StripActs } from './useStripActs.ts'

/** Why the strip does not offer the act of a key. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  KeyP: 'P pauses nothing: no row is leaving.',
  KeyU: 'U resumes nothing: no row waits in a paused block.',
  KeyS: 'S stops nothing: every row had its turn.',
  KeyR: 'R sends nothing again: no row was refused, kept back or proven never to have arrived.',
  KeyL: 'L looks up nothing: no row is unknown.',
  KeyA: 'A changes no amount: no row is live, or rows still wait for their turn.',
  KeyM: 'M changes no price: no row with a price is live, or rows still wait for their turn.',
  KeyF: 'F closes nothing: nothing filled, or rows are still live or unknown.',
  KeyX: 'X hides the strip only once every row had its turn.',
}

export interface StripKeys {
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Why the last key did nothing; null: it did something. */
  readonly notOffered: string | null
}

export function useStripKeys({ shown, isAsking }: StripActs, root: RefObject<HTMLElement | null>): StripKeys {
  const [pressed, setPressed] = useState<string | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const found = shown.find(({ code, shift }) => code === event.code && (shift ?? false) === event.shiftKey)
    // Enter on a button presses that button.
    if (event.code === 'Enter' && event.target !== root.current) return
    const isKnown = !isAsking && !event.shiftKey && event.code in NOT_OFFERED
    if (!found && !isKnown) return
    event.preventDefault()
    event.stopPropagation()
    setPressed(found ? null : event.code)
    if (found && !event.repeat) found.run()
  }
  // Once the strip offers the act, the sentence is no longer true.
  const isOffered = isAsking || shown.some(({ code, shift }) => code === pressed && shift !== true)
  const notOffered = pressed === null || isOffered ? null : (NOT_OFFERED[pressed] ?? null)
  return { onKeyDown, notOffered }
}
