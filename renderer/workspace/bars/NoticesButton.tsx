/** The button that opens the notice center, with the number of unread notices. */

import { useStore } from 'zustand'
import { isUnread, mustAcknowledge } from '../../../shared/domain/notice.ts'
import { openPanel } from '../../state/stores/panelStore.ts'
import { useSession } from '../../state/useSession.ts'
import { capOf } from '../../keys/caps.ts'

export function NoticesButton() {
  const session = useSession()
  const must = useStore(session.notices, (notices) => notices.log.filter(mustAcknowledge).length)
  const unread = useStore(session.notices, (notices) => notices.log.filter(isUnread).length)
  return (
    <button
      type="button"
      className={must > 0 ? 'notices-button must' : 'notices-button'}
      title={`${must} to acknowledge, ${unread} unread`}
      onClick={() => openPanel(session.panels, 'notices')}
    >
      Notices{must > 0 && <b> ! {must}</b>}
      {unread > 0 && ` ${unread} unread`} <span className="key-cap">{capOf('Shift F1')}</span>
    </button>
  )
}
