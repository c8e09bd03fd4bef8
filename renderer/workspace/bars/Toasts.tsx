/** The lane of toasts above the status bar: it has its own room, so that a toast never covers anything. Everything said here is in the notice centre too. */

import { useStore } from 'zustand'
import { closeToast } from '../../state/stores/noticeStore.ts'
import { openPanel } from '../../state/stores/panelStore.ts'
import { useSession } from '../../state/useSession.ts'
import { laneOf, type Toast } from './toastGroups.ts'

export function Toasts() {
  const session = useSession()
  const { log, toasts } = useStore(session.notices)
  const lane = laneOf(log, toasts)
  const part = (errors: boolean) =>
    lane.toasts
      .filter(({ notice }) => (notice.level === 'error') === errors)
      .map((of) => <OneToast key={of.notice.key} toast={of} />)
  return (
    <section className="toasts" aria-label="Notices">
      <div aria-live="assertive" className="toast-part">
        {part(true)}
      </div>
      <div aria-live="polite" className="toast-part">
        {part(false)}
      </div>
      {lane.more > 0 && (
        <button
          type="button"
          className="button small toasts-more"
          tabIndex={-1}
          onClick={() => openPanel(session.panels, 'notices')}
        >
          +{lane.more} more
        </button>
      )}
    </section>
  )
}

function OneToast({ toast: { notice: of, keys, times } }: { readonly toast: Toast }) {
  const session = useSession()
  return (
    <div className={`toast ${of.level}`} title={[of.message, of.detail].filter(Boolean).join(' ')}>
      <button
        type="button"
        className="toast-words"
        tabIndex={-1}
        onClick={() => openPanel(session.panels, 'notices')}
      >
        <span className="toast-what">
          {of.customerCode !== null && <bdi className="mono strong">{of.customerCode} </bdi>}
          <bdi>{of.message}</bdi>
        </span>
        <span className="toast-means muted">
          <bdi>{[of.detail, of.action].filter((part) => part !== null).join(' ')}</bdi>
        </span>
      </button>
      {times > 1 && <span className="notice-count">{times}×</span>}
      <button
        type="button"
        className="key-cap button-quiet"
        aria-label={`Close: ${of.message}`}
        onClick={() => {
          for (const key of keys) closeToast(session.notices, key)
        }}
      >
        ×
      </button>
    </div>
  )
}
