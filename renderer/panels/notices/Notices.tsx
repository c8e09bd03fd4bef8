/** The notice center: notices to acknowledge on top, then the others, newest first. Keys act only while the list has the focus. */

import './notices.css'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { acknowledge, jumpTo } from '../../state/actions/noticeActions.ts'
import { tell, unreadCount, type WindowNotice } from '../../state/stores/noticeStore.ts'
import { closePanel } from '../../state/stores/panelStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession } from '../../state/useSession.ts'
import { actOfKey, type NoticeAct } from './noticeKeys.ts'
import { dayOf, noticeText } from './noticeList.ts'
import { NoticeSection } from './NoticeSection.tsx'
import { useNoticeList, type NoticeList } from './useNoticeList.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { capOf } from '../../keys/caps.ts'

export function Notices() {
  const session = useSession()
  const id = usePanelId('notices')
  const list = useNoticeList()
  const close = () => closePanel(session.panels, id)
  return (
    <div className="notices">
      <Title log={list.log} onClose={close} />
      <Filters list={list} />
      <NoticeGrid list={list} onClose={close} />
      <div className="notices-foot muted">
        {footKeys().map(([keys, does]) => (
          <span key={keys}>
            <span className="key-cap">{keys}</span> {does}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Most important first, because a short screen shows only the first line. */
const footKeys = () => [
  [capOf('A', 'notices'), 'acknowledge'],
  ['Enter', 'go to the row'],
  ['1…9', 'go to row 1 to 9'],
  ['↑ ↓', 'move'],
  ['← →', 'filter'],
  [capOf('Shift A', 'notices'), 'all shown'],
  ['Ctrl C', 'copy'],
]

function Title({ log, onClose }: { readonly log: readonly WindowNotice[]; readonly onClose: () => void }) {
  const { clock } = useSession()
  const today = dayOf(clock.now())
  const countToday = log.filter((notice) => dayOf(notice.at) === today).length
  return (
    <div className="notices-title">
      <strong>Notices</strong>
      <span role="status" className="muted">
        today {countToday}, unread {unreadCount(log)}
      </span>
      <span className="spring" />
      <span className="key-cap">{capOf('Shift F1')}</span>
      <button type="button" className="key-cap button-quiet" onClick={onClose}>
        Esc closes
      </button>
    </div>
  )
}

/** Why the filter of one customer stays as it is; null: it changes. */
function whyNotNarrowed({ customer, isLinked }: NoticeList): string | null {
  if (isLinked) return `These notices follow a customer link. ${capOf('Ctrl Shift 9')} leaves it.`
  return customer === null
    ? `There is no customer to show alone. Choose one (${capOf('F2')}), or join a customer link (${capOf('Ctrl Shift 9')}).`
    : null
}

function Filters({ list }: { readonly list: NoticeList }) {
  const { customer } = list
  return (
    <div className="notices-filters" role="group" aria-label="Which notices">
      {list.offered.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={`chip ${id}`}
          aria-pressed={id === list.filter}
          onClick={() => list.setFilter(id)}
        >
          {label} <b>{list.view.counts.get(id) ?? 0}</b>
        </button>
      ))}
      <button
        type="button"
        className="chip"
        aria-pressed={list.onlyCustomer}
        disabled={customer === null || list.isLinked}
        onClick={list.toggleCustomer}
      >
        Only {customer ?? 'one customer'} <span className="key-cap">Ctrl F</span>
      </button>
    </div>
  )
}

function NoticeGrid({ list, onClose }: { readonly list: NoticeList; readonly onClose: () => void }) {
  const keyOfPress = usePanelKeys('notices')
  const session = useSession()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const { view, all, shown, at, selectedKey } = list
  const selected = shown[at]

  useLayoutEffect(() => {
    if (selectedKey !== null)
      document.getElementById(`${id}-${selectedKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selectedKey])

  const jump = (notice: WindowNotice | undefined) => {
    if (notice) jumpTo(session, notice)
  }
  const carryOut = (act: NoticeAct): void => {
    switch (act.kind) {
      case 'select':
        return list.selectAt(act.index)
      case 'filter':
        return list.walkFilters(act.by)
      case 'toggleCustomer': {
        const why = whyNotNarrowed(list)
        return why === null ? list.toggleCustomer() : tell(session.notices, session.clock, 'info', why)
      }
      case 'jump':
        return jump(shown[act.index])
      case 'copy':
        if (selected) void navigator.clipboard.writeText(noticeText(selected))
        return
      case 'close':
        return onClose()
      case 'acknowledge':
        void acknowledge(session, act.all ? all : selected ? [selected] : [])
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.altKey || event.metaKey) return
    const act = actOfKey({ key: event.key, repeat: event.repeat, own: keyOfPress(event) }, at, shown.length)
    if (act === null) return
    carryOut(act)
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const key = noticeUnder(event)
    if (key !== null) list.selectKey(key)
  }
  const section = { id, selectedKey, today: dayOf(session.clock.now()), onJump: jump }
  const others = shown.slice(view.urgent.length)
  return (
    <div
      ref={grid}
      role="grid"
      aria-label="Notices"
      aria-rowcount={all.length}
      aria-activedescendant={selected ? `${id}-${selected.key}` : undefined}
      tabIndex={0}
      className="notices-list"
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={(event) => jump(shown.find(({ key }) => key === noticeUnder(event)))}
      onFocus={() => selectedKey === null && list.selectAt(0)}
    >
      {view.urgent.length > 0 && (
        <NoticeSection {...section} name="Must acknowledge" notices={view.urgent} firstPlace={0}>
          <div className="notices-section must">
            <strong>! Must acknowledge {view.urgent.length}</strong>
            <span>stay on top, in every window, after a restart</span>
          </div>
        </NoticeSection>
      )}
      {others.length > 0 && (
        <NoticeSection {...section} name="Newest first" notices={others} firstPlace={view.urgent.length}>
          <div className="notices-section">
            <strong>Newest first</strong>
            <span className="muted">fills of one order are one notice</span>
          </div>
        </NoticeSection>
      )}
      {all.length === 0 && <Empty isFiltered={list.log.length > 0} />}
      {shown.length < all.length && (
        <p className="muted notices-more">
          {all.length - shown.length} older: End, then ↓ shows more of them.
        </p>
      )}
    </div>
  )
}

/** Key of the notice under the pointer; null where there is none. */
const noticeUnder = ({ target }: MouseEvent): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-notice]')?.dataset['notice']) || null

/** The text of an empty list. */
const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <p className="notices-empty muted">
    {isFiltered
      ? 'No notice fits this filter.'
      : 'No notices. Fills, refusals, cancels, amends, expiries, forced fills, transfers, limits and lost connections show here from the first sign-in to this account on. Orders, Trades and Ledger show what happened before it.'}
  </p>
)
