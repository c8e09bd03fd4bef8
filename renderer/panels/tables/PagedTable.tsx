/** Shared by ledger and trades: a filter bar over a table, older pages from the venue on request, and the shown rows as CSV. */

import type { ReactNode, RefObject } from 'react'
import type { Result } from '../../../shared/base/result.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { FilterMoment } from './FilterFields.tsx'
import type { Pages } from './usePages.ts'

interface PagedTableProps {
  readonly panel: RefObject<HTMLDivElement | null>
  /** The accessible name of the filters. */
  readonly name: string
  /** The typed range of time, or its fault. */
  readonly range: Result<unknown, string>
  readonly pages: Pick<Pages<unknown>, 'busy' | 'done' | 'failure'>
  /** The label of the button that reads more from the venue. */
  readonly more: string
  readonly onMore: () => void
  readonly filters: ReactNode
  /** Removes the filter; null while nothing is filtered. */
  readonly onClear: (() => void) | null
  /** Muted words after the buttons. */
  readonly status?: ReactNode
  /** At the right end of the bar. */
  readonly facts: ReactNode
  /** The grid. */
  readonly children: ReactNode
}

export function PagedTable(props: PagedTableProps) {
  const { panel, name, range, pages, more, onMore, filters, onClear, status, facts, children } = props
  return (
    <div ref={panel} className="panel">
      <form
        className="panel-bar"
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault()
          onMore()
        }}
      >
        {filters}
        <button type="submit" className="button small" aria-disabled={pages.done || pages.busy || !range.ok}>
          {pages.busy ? 'Reading…' : pages.done ? 'All read' : more}
        </button>
        {onClear && (
          <button type="button" className="button small" onClick={onClear}>
            No filter
          </button>
        )}
        {status}
        <span className="spring" />
        {facts}
      </form>
      {!range.ok && (
        <p role="alert" className="problem panel-line">
          {range.failure}
        </p>
      )}
      <FailureLine failure={pages.failure} />
      <div className="fill">{children}</div>
    </div>
  )
}

interface RangeFieldsProps {
  /** The typed values. */
  readonly typed: { readonly from: string; readonly to: string }
  readonly range: Result<unknown, string>
  readonly onType: (typed: { readonly from?: string; readonly to?: string }) => void
}

/** The fields from and to. Marks the wrong field, whose name begins the reason. */
export const RangeFields = ({ typed, range, onType }: RangeFieldsProps) =>
  (['from', 'to'] as const).map((edge) => (
    <FilterMoment
      key={edge}
      edge={edge}
      value={typed[edge]}
      invalid={!range.ok && range.failure.startsWith(edge)}
      onType={(text) => onType({ [edge]: text })}
    />
  ))

interface CsvOfTheseProps {
  readonly count: number
  readonly onSave: () => void
}

/** Saves the shown rows. */
export const CsvOfThese = ({ count, onSave }: CsvOfTheseProps) => (
  <button type="button" className="button small" disabled={count === 0} onClick={onSave}>
    CSV of these
  </button>
)
