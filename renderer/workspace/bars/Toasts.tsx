/** The lane of toasts above the status bar. A toast covers nothing. The notice center shows every notice too. */

import { shownCode } from '../../../shared/base/shownCode.ts'
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
      .map((toast) => <OneToast key={toast.notice.key} toast={toast} />)
  return (
    <section className="toasts" aria-label="New notices">
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

function OneToast({ toast: { notice, keys, times } }: { readonly toast: Toast }) {
  const session = useSession()
  return (
    <div
      className={`toast ${notice.level}`}
      title={[notice.message, notice.detail].filter(Boolean).join(' ')}
    >
      <button
        type="button"
        className="toast-words"
        tabIndex={-1}
        onClick={() => openPanel(session.panels, 'notices')}
      >
        <span className="toast-what">
          {notice.customerCode !== null && (
            <bdi className="mono strong">{shownCode(notice.customerCode)} </bdi>
          )}
          <bdi>{notice.message}</bdi>
        </span>
        <span className="toast-means muted">
          <bdi>{[notice.detail, notice.action].filter((part) => part !== null).join(' ')}</bdi>
        </span>
      </button>
      {times > 1 && <span className="notice-count">{times}×</span>}
      <button
        type="button"
        className="key-cap button-quiet"
        aria-label={`Close: ${notice.message}`}
        onClick={() => {
          for (const key of keys) closeToast(session.notices, key)
        }}
      >
        ×
      </button>
    </div>
  )
}
