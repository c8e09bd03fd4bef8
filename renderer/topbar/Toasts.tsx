/** Passing messages in the corner: polite ones fade, errors stay until closed. Everything is kept in the log. */

import { useStore } from 'zustand'
import { closeToast } from '../state/noticeStore.ts'
import { useSession } from '../useSession.ts'

export function Toasts() {
  const session = useSession()
  const { log, toasts } = useStore(session.notices)
  const shown = log.filter((of) => toasts.includes(of.key))
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
    <section className="toasts" aria-label="Notices">
      <div aria-live="assertive" className="stack">
        {part(true)}
      </div>
      <div aria-live="polite" className="stack">
        {part(false)}
      </div>
    </section>
  )
}
