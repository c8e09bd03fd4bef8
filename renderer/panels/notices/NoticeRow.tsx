/** One notice: time, kind, customer, what happened, what it means, what to do. Draws props; reports through callbacks. */

import { isUnread, mustAcknowledge } from '../../../shared/domain/notice.ts'
import type { WindowNotice } from '../../state/stores/noticeStore.ts'
import { dayAndTimeWithZone, timeWithZone } from '../../format/times.ts'
import { CustomerCell } from '../tables/cells.tsx'
import { repeatSentence } from './noticeList.ts'

const MARKS = { info: 'i', warning: '△', error: '!' } as const
const LEVEL_WORDS = { info: 'information', warning: 'warning', error: 'must acknowledge' } as const

interface NoticeRowProps {
  readonly id: string
  readonly notice: WindowNotice
  /** The digit key that jumps to the row of the notice; null beyond nine. */
  readonly digit: number | null
  /** The short name of the instrument; empty where there is none. */
  readonly instrument: string
  readonly selected: boolean
  /** Whether the notice is of today by the window's clock. */
  readonly today: boolean
  readonly onJump: () => void
  readonly onAcknowledge: () => void
}

export function NoticeRow(props: NoticeRowProps) {
  const { notice, digit, selected } = props
  const must = mustAcknowledge(notice)
  const meaning = [repeatSentence(notice), notice.detail].filter((part) => part !== null).join(' ')
  const classes = ['notice', notice.level, must ? 'must' : '', selected ? 'selected' : '']
  return (
    <div
      id={props.id}
      role="row"
      aria-selected={selected}
      className={classes.filter((name) => name !== '').join(' ')}
      data-notice={notice.key}
    >
      <span className="notice-mark" role="gridcell" aria-label={LEVEL_WORDS[notice.level]}>
        {MARKS[notice.level]}
      </span>
      <div role="gridcell" className="notice-body">
        <div className="notice-head">
          <span className="number muted">
            {props.today ? timeWithZone(notice.at) : dayAndTimeWithZone(notice.at)}
          </span>
          <span className="notice-kind">{notice.kind}</span>
          <span className="notice-about">
            {notice.customerCode !== null && (
              <bdi>
                <CustomerCell code={notice.customerCode} />
              </bdi>
            )}{' '}
            <bdi className="muted">{props.instrument}</bdi>
          </span>
          {notice.count > 1 && <span className="notice-count">{notice.count}×</span>}
          {digit !== null && (
            <button
              type="button"
              tabIndex={-1}
              className="key-cap button-quiet"
              aria-label={`Go to the row of notice ${digit}`}
              onClick={props.onJump}
            >
              {digit}
            </button>
          )}
        </div>
        <p className="notice-what">
          <bdi>{notice.message}</bdi>
        </p>
        {meaning !== '' && (
          <p className="muted">
            <bdi>{meaning}</bdi>
          </p>
        )}
        {(notice.action !== null || isUnread(notice)) && (
          <p className="notice-act">
            {isUnread(notice) && (
              <button
                type="button"
                tabIndex={-1}
                className="key-cap button-quiet"
                onClick={props.onAcknowledge}
              >
                A acknowledge
              </button>
            )}
            {notice.action !== null && <bdi>{notice.action}</bdi>}
          </p>
        )}
      </div>
    </div>
  )
}
