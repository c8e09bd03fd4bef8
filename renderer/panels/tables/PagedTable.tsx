/** What ledger and trades share: a bar of filters over a table, older pages of the venue on request, and the rows shown as CSV. Decides nothing about rows. */

import type { ReactNode, RefObject } from 'react'
import type { Result } from '../../../shared/base/result.ts'
import { FailureLine } from '../../dealing/FailureLine.tsx'
import { FilterMoment } from './FilterFields.tsx'
import type { Pages } from './usePages.ts'

interface PagedTableProps {
  readonly panel: RefObject<HTMLDivElement | null>
  /** The accessible name of the filters. */
  readonly name: string
  /** The range of time as typed, or what is wrong with it. */
  readonly range: Result<unknown, string>
  readonly pages: Pick<Pages<unknown>, 'busy' | 'done' | 'failure'>
  /** On the button that asks the venue for more. */
  readonly more: string
  readonly onMore: () => void
  readonly filters: ReactNode
  /** Removes the filter; null while nothing is filtered. */
  readonly onClear: (() => void) | null
  /** Muted words behind the buttons. */
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
  /** As typed. */
  readonly typed: { readonly from: string; readonly to: string }
  readonly range: Result<unknown, string>
  readonly onType: (typed: { readonly from?: string; readonly to?: string }) => void
}

/** From and to. The end that is wrong is marked: the reason begins with its name. */
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

/** Saves the rows that are shown. */
export const CsvOfThese = ({ count, onSave }: CsvOfTheseProps) => (
  <button type="button" className="button small" disabled={count === 0} onClick={onSave}>
    CSV of these
  </button>
)
