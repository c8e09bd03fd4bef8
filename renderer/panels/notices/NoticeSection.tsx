/** One part of the list of notices, with its heading. Draws rows; reports through callbacks. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useMemo, type ReactNode } from 'react'
import { acknowledge } from '../../state/actions/noticeActions.ts'
import type { WindowNotice } from '../../state/stores/noticeStore.ts'
import { useLoadable, useSession } from '../../state/useSession.ts'
import { dayOf } from './noticeList.ts'
import { NoticeRow } from './NoticeRow.tsx'

/** The digit keys jump to the first nine notices. */
const DIGITS = 9

interface NoticeSectionProps {
  /** Prefix of the rows' ids. */
  readonly id: string
  /** The accessible name. */
  readonly name: string
  readonly notices: readonly WindowNotice[]
  /** Place of the first notice in the whole list. */
  readonly firstPlace: number
  readonly selectedKey: string | null
  /** Days since 1970, in the zone that is shown. */
  readonly today: number
  readonly onJump: (notice: WindowNotice) => void
  /** The heading. */
  readonly children: ReactNode
}

export function NoticeSection(props: NoticeSectionProps) {
  const { id, name, notices, firstPlace, selectedKey, today, onJump, children } = props
  const session = useSession()
  // The rows show the names of customers.
  useLoadable(session.server.customers)
  const instruments = useLoadable(session.server.instruments).value
  const underlyings = useMemo(
    () => new Map(instruments?.map(({ symbol, underlying }) => [symbol, underlying])),
    [instruments],
  )
  return (
    <div role="rowgroup" aria-label={name}>
      {children}
      {notices.map((notice, index) => {
        const { key, symbol, at } = notice
        const place = firstPlace + index
        return (
          <NoticeRow
            key={key}
            id={`${id}-${key}`}
            notice={notice}
            digit={place < DIGITS ? place + 1 : null}
            instrument={symbol === null ? '' : shownCode(underlyings.get(symbol) ?? symbol)}
            selected={key === selectedKey}
            today={dayOf(at) === today}
            onJump={() => onJump(notice)}
            onAcknowledge={() => void acknowledge(session, [notice])}
          />
        )
      })}
    </div>
  )
}
