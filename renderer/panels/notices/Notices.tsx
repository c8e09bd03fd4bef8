/** The notice centre: what must be acknowledged on top, then everything else, newest first. Every key acts only while its list has the focus. */

import './notices.css'
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useStore } from 'zustand'
import { acknowledge, jumpTo } from '../../state/actions/noticeActions.ts'
import { unreadCount, type WindowNotice } from '../../state/stores/noticeStore.ts'
import { closePanel } from '../../state/stores/panelStore.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { FILTERS, noticeText, viewOf } from './noticeList.ts'
import { NoticeRow } from './NoticeRow.tsx'

/** Notices drawn at first, and how many more each time the list is walked past its end. */
const DRAWN = 100
const DAY = 86_400_000

export function Notices() {
  const session = useSession()
  const log = useStore(session.notices, (of) => of.log)
  const customers = useLoadable(session.server.customers).value
  const customer = useWorkspace((of) => of.customer)
  const instruments = useLoadable(session.server.instruments).value
  const names = useMemo(() => new Map(customers?.map((of) => [of.code, of.name])), [customers])
  const underlyings = useMemo(
    () => new Map(instruments?.map((of) => [of.symbol, of.underlying])),
    [instruments],
  )
  const [filter, setFilter] = useState('all')
  const [onlyCustomer, setOnlyCustomer] = useState(false)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [drawn, setDrawn] = useState(DRAWN)
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const view = useMemo(
    () => viewOf(log, filter, onlyCustomer ? customer : null),
    [log, filter, onlyCustomer, customer],
  )
  const all = [...view.urgent, ...view.others]
  const shown = all.slice(0, Math.max(drawn, view.urgent.length))
  const at = shown.findIndex((of) => of.key === selectedKey)
  const selected = at < 0 ? undefined : shown[at]
  const today = Math.floor(session.clock.now() / DAY)
  const ofToday = log.filter((of) => Math.floor(of.at / DAY) === today).length
  const unread = unreadCount(log)

  useLayoutEffect(() => {
    if (selectedKey !== null)
      document.getElementById(`${id}-${selectedKey}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, selectedKey])

  const select = (index: number) => {
    if (index >= shown.length) setDrawn((was) => was + DRAWN)
    const to = shown[Math.min(Math.max(index, 0), shown.length - 1)]
    if (to) setSelectedKey(to.key)
  }
  /** A filter that takes nothing is not offered, but for the one in use. */
  const offered = FILTERS.filter(
    (of) => of.id === 'all' || of.id === filter || (view.counts.get(of.id) ?? 0) > 0,
  )
  const walkFilters = (by: number) => {
    const now = offered.findIndex((of) => of.id === filter)
    setFilter(offered[(now + by + offered.length) % offered.length]?.id ?? 'all')
  }
  const jump = (of: WindowNotice | undefined) => {
    if (of) jumpTo(session, of)
  }
  const close = () => closePanel(session.panels, 'notices')
  const copy = (of: WindowNotice | undefined) => {
    if (of) void navigator.clipboard.writeText(noticeText(of))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== grid.current || event.altKey || event.metaKey) return
    if (act(event)) event.preventDefault()
  }
  /** True where the key meant something here. */
  const act = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey) {
      if (event.code === 'KeyF') setOnlyCustomer((was) => !was)
      else if (event.code === 'KeyC') copy(selected)
      else return false
      return true
    }
    const page = 5
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: shown.length,
    }
    const to = moves[event.key]
    if (to !== undefined) select(to)
    else if (event.key === 'ArrowRight') walkFilters(1)
    else if (event.key === 'ArrowLeft') walkFilters(-1)
    else if (event.repeat) return false
    else if (event.key === 'Enter') jump(selected)
    else if (event.key === 'Escape') close()
    else if (/^[1-9]$/.test(event.key)) jump(shown[Number(event.key) - 1])
    else if (event.code === 'KeyA')
      void acknowledge(session, event.shiftKey ? all : selected ? [selected] : [])
    else return false
    return true
  }

  const rowsOf = (notices: readonly WindowNotice[], from: number) =>
    notices.map((of, index) => (
      <NoticeRow
        key={of.key}
        id={`${id}-${of.key}`}
        notice={of}
        digit={from + index < 9 ? from + index + 1 : null}
        name={(of.customerCode === null ? undefined : names.get(of.customerCode)) ?? ''}
        instrument={of.symbol === null ? '' : (underlyings.get(of.symbol) ?? of.symbol)}
        selected={of.key === selectedKey}
        today={Math.floor(of.at / DAY) === today}
        onJump={() => jump(of)}
        onAcknowledge={() => void acknowledge(session, [of])}
      />
    ))
  const others = shown.slice(view.urgent.length)
  return (
    <div className="notices">
      <div className="notices-title">
        <strong>Notices</strong>
        <span role="status" className="muted">
          today {ofToday}, unread {unread}
        </span>
        <span className="spring" />
        <span className="key-cap">Shift F1</span>
        <button type="button" className="key-cap button-quiet" onClick={close}>
          Esc closes
        </button>
      </div>
      <div className="notices-filters" role="group" aria-label="Which notices">
        {offered.map((of) => (
          <button
            key={of.id}
            type="button"
            className={`chip ${of.id}`}
            aria-pressed={of.id === filter}
            onClick={() => setFilter(of.id)}
          >
            {of.label} <b>{view.counts.get(of.id) ?? 0}</b>
          </button>
        ))}
        <button
          type="button"
          className="chip"
          aria-pressed={onlyCustomer}
          disabled={customer === null}
          onClick={() => setOnlyCustomer((was) => !was)}
        >
          Only {customer ?? 'one customer'} <span className="key-cap">Ctrl F</span>
        </button>
      </div>
      <div
        ref={grid}
        role="grid"
        aria-label="Notices"
        aria-rowcount={all.length}
        aria-activedescendant={selected ? `${id}-${selected.key}` : undefined}
        tabIndex={0}
        className="notices-list"
        onKeyDown={onKeyDown}
        onClick={(event) => setSelectedKey((was) => noticeUnder(event) ?? was)}
        onDoubleClick={(event) => jump(shown.find((of) => of.key === noticeUnder(event)))}
        onFocus={() => selectedKey === null && select(0)}
      >
        {view.urgent.length > 0 && (
          <div role="rowgroup" aria-label="Must acknowledge">
            <div className="notices-section must">
              <strong>! Must acknowledge {view.urgent.length}</strong>
              <span>stay on top, in every window, after a restart</span>
            </div>
            {rowsOf(view.urgent, 0)}
          </div>
        )}
        {others.length > 0 && (
          <div role="rowgroup" aria-label="Newest first">
            <div className="notices-section">
              <strong>Newest first</strong>
              <span className="muted">fills of one order are one notice</span>
            </div>
            {rowsOf(others, view.urgent.length)}
          </div>
        )}
        {all.length === 0 && <Empty any={log.length > 0} />}
        {shown.length < all.length && (
          <p className="muted notices-more">
            {all.length - shown.length} older: End, then ↓ shows more of them.
          </p>
        )}
      </div>
      <div className="notices-foot muted">
        {FOOT_KEYS.map(([keys, does]) => (
          <span key={keys}>
            <span className="key-cap">{keys}</span> {does}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Most needed first: a short screen shows the first line of them. */
const FOOT_KEYS = [
  ['A', 'acknowledge'],
  ['Enter', 'go to the row'],
  ['1…9', 'go to row 1 to 9'],
  ['↑ ↓', 'move'],
  ['← →', 'filter'],
  ['Shift A', 'all shown'],
  ['Ctrl C', 'copy'],
] as const

/** Key of the notice that the pointer is on; null beside all of them. */
const noticeUnder = ({ target }: MouseEvent): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-notice]')?.dataset['notice']) || null

/** What an empty list does and does not mean. */
const Empty = ({ any }: { readonly any: boolean }) => (
  <p className="notices-empty muted">
    {any
      ? 'No notice fits this filter.'
      : 'No notices. Fills, refusals, cancels, amends, expiries, forced fills, transfers, limits and lost connections show here from the first sign-in to this account on; what happened before it is in Orders, Trades and Ledger.'}
  </p>
)
