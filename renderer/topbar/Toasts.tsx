/** Passing messages in a free corner: polite ones fade, errors stay until closed. Everything is kept in the log. */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Stop } from '../../shared/base/clock.ts'
import { closeToast } from '../state/noticeStore.ts'
import { useSession } from '../useSession.ts'
import { FIRST_PLACE, offsetsOf, placeToasts, type Guarded } from './toastPlace.ts'

/** What is never hidden, besides the field or button that has the focus: whatever sends, and an open sheet. */
const SENDS = '.send, .button.primary, .review, .proposal, .ladder-proposal, [role=dialog]'
const WORKED_ON = 'form, .ladder'
/** Ms between looks at what moved under standing toasts without the focus moving. */
const LOOK_AGAIN = 250

export function Toasts() {
  const session = useSession()
  const { log, toasts } = useStore(session.notices)
  const shown = log.filter((of) => toasts.includes(of.key))
  const root = useRef<HTMLElement>(null)
  const [at, setAt] = useState(FIRST_PLACE)
  const standing = toasts.join('\n')
  const any = toasts.length > 0

  const place = useCallback(() => {
    const section = root.current
    if (section === null) return
    const size = { width: section.offsetWidth, height: section.offsetHeight }
    const page = { width: window.innerWidth, height: window.innerHeight }
    setAt((was) => placeToasts(size, page, guardedBeside(section), was))
  }, [])
  useLayoutEffect(place, [place, standing])
  useEffect(() => {
    if (!any) return undefined
    // Another size of the window is a new choice, once the panels have taken theirs.
    let stopWaiting: Stop | undefined
    const chooseAnew = () => {
      stopWaiting?.()
      stopWaiting = session.clock.after(LOOK_AGAIN, () => {
        setAt(FIRST_PLACE)
        place()
      })
    }
    document.addEventListener('focusin', place)
    window.addEventListener('resize', chooseAnew)
    const stopLooking = session.clock.every(LOOK_AGAIN, place)
    return () => {
      document.removeEventListener('focusin', place)
      window.removeEventListener('resize', chooseAnew)
      stopLooking()
      stopWaiting?.()
      setAt(FIRST_PLACE)
    }
  }, [session, place, any])

  const part = (errors: boolean) =>
    shown
      .filter((of) => (of.level === 'error') === errors)
      .map((of) => (
        <div key={of.key} className={`toast ${of.level}`}>
          <div>
            {of.message}
            {of.detail !== null && <div className="muted">{of.detail}</div>}
          </div>
          <button
            type="button"
            className="key-cap button-quiet"
            aria-label={`Close: ${of.message}`}
            onClick={() => closeToast(session.notices, of.key)}
          >
            ×
          </button>
        </div>
      ))
  return (
    <section ref={root} className="toasts" aria-label="Notices" style={offsetsOf(at)}>
      <div aria-live="assertive" className="stack">
        {part(true)}
      </div>
      <div aria-live="polite" className="stack">
        {part(false)}
      </div>
    </section>
  )
}

function guardedBeside(section: HTMLElement): readonly Guarded[] {
  const focused = document.activeElement?.closest('input, textarea, select, button')
  const guard = (always: boolean) => (of: Element) => ({ box: of.getBoundingClientRect(), always })
  return [
    ...[...document.querySelectorAll(SENDS)].map(guard(true)),
    ...(focused && !section.contains(focused) ? [guard(true)(focused)] : []),
    ...[...document.querySelectorAll(WORKED_ON)].map(guard(false)),
  ]
}
