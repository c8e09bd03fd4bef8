/** The notices of the panel: filtered, sorted, limited to the drawn number, with the selected notice. */

import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { customerIn } from '../../state/stores/panelInstances.ts'
import type { WindowNotice } from '../../state/stores/noticeStore.ts'
import { usePanelId } from '../../state/usePanel.ts'
import { useSession, useWorkspace } from '../../state/useSession.ts'
import { FILTERS, viewOf, type NoticeFilter, type NoticeView } from './noticeList.ts'

/** Notices drawn at first, and how many more each time the selection passes the end. */
const DRAWN = 100

export interface NoticeList {
  /** Every notice of this window. */
  readonly log: readonly WindowNotice[]
  readonly view: NoticeView
  /** The notices of the filter, those to acknowledge first. */
  readonly all: readonly WindowNotice[]
  /** The drawn part of `all`. */
  readonly shown: readonly WindowNotice[]
  readonly filter: string
  /** The filters with notices, and the filter in use. */
  readonly offered: readonly NoticeFilter[]
  /** Of the panel's customer link, else of the window. */
  readonly customer: CustomerCode | null
  /** Only what is about the customer; always so in a customer link. */
  readonly onlyCustomer: boolean
  /** The panel joined a customer link. */
  readonly isLinked: boolean
  /** Place of the selected notice in `shown`; -1 for none. */
  readonly at: number
  readonly selectedKey: string | null
  readonly setFilter: (id: string) => void
  readonly walkFilters: (by: 1 | -1) => void
  readonly toggleCustomer: () => void
  /** Selects a place; a place past an end means that end. */
  readonly selectAt: (index: number) => void
  readonly selectKey: (key: string) => void
}

export function useNoticeList(): NoticeList {
  const session = useSession()
  const log = useStore(session.notices, (notices) => notices.log)
  const panel = usePanelId('notices')
  const customer = useWorkspace((workspace) => customerIn(workspace, panel))
  const isLinked = useWorkspace(({ panels }) => (panels[panel]?.customerLink ?? null) !== null)
  const [filter, setFilter] = useState('all')
  const [isNarrowed, setNarrowed] = useState(false)
  const onlyCustomer = isNarrowed || isLinked
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [drawn, setDrawn] = useState(DRAWN)
  const view = useMemo(
    () => viewOf(log, filter, onlyCustomer ? customer : null),
    [log, filter, onlyCustomer, customer],
  )
  const all = [...view.urgent, ...view.others]
  const shown = all.slice(0, Math.max(drawn, view.urgent.length))
  const offered = FILTERS.filter(({ id }) => id === 'all' || id === filter || (view.counts.get(id) ?? 0) > 0)
  return {
    log,
    view,
    all,
    shown,
    filter,
    offered,
    customer,
    onlyCustomer,
    isLinked,
    at: shown.findIndex(({ key }) => key === selectedKey),
    selectedKey,
    setFilter,
    walkFilters(by) {
      const now = offered.findIndex(({ id }) => id === filter)
      setFilter(offered[(now + by + offered.length) % offered.length]?.id ?? 'all')
    },
    toggleCustomer: () => setNarrowed((was) => !was),
    selectAt(index) {
      if (index >= shown.length) setDrawn((was) => was + DRAWN)
      const notice = shown[Math.min(Math.max(index, 0), shown.length - 1)]
      if (notice) setSelectedKey(notice.key)
    },
    selectKey: setSelectedKey,
  }
}
