/** Every instrument of the venue with its status, margins and steps; the filters are the venue's own (docs/api.md#symbol-filters). */

import { useMemo, useState, type FormEvent } from 'react'
import { decimal } from '../../../../shared/base/decimal.ts'
import { shownCode } from '../../../../shared/base/shownCode.ts'
import { tradability, type Instrument } from '../../../../shared/domain/instrument.ts'
import { chooseInstrument } from '../../../state/actions/workspaceActions.ts'
import type { TableColumn } from '../../tables/arrange/tableColumn.ts'
import { useLoadable, useSession, useUnread } from '../../../state/useSession.ts'
import { SymbolMark } from '../../../dealing/SymbolMark.tsx'
import { UNKNOWN, exact, grouped } from '../../../format/numbers.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import { CsvButton } from '../../PanelControls.tsx'
import { ListTable } from '../../tables/Table.tsx'
import { useRead } from '../../useRead.ts'
import { NO_FILTER, filterRequest, isFiltered, type InstrumentFilter } from './instrumentFilter.ts'

const share = (text: string | null) => (
  <span className="number">{text === null ? UNKNOWN : `${grouped(decimal(text), 2)} %`}</span>
)
const step = (text: string | null) => (
  <span className="number">{text === null ? UNKNOWN : exact(decimal(text))}</span>
)

function StatusCell({ status }: { readonly status: string }) {
  const open = tradability(status)
  if (open === 'open') return <span className="muted">{status}</span>
  return open === 'halted' ? (
    <>
      <span className="badge stop">{status}</span> new orders refused
    </>
  ) : (
    <>
      <span className="badge">{status}</span> limit orders only
    </>
  )
}

const COLUMNS: readonly TableColumn<Instrument>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    kind: 'text',
    value: (instrument) => instrument.symbol,
    width: 'minmax(130px, 1fr)',
    cell: (instrument) => (
      <>
        <span className="strong">{shownCode(instrument.symbol)}</span>
        <SymbolMark symbol={instrument.symbol} />
      </>
    ),
  },
  {
    id: 'underlying',
    title: 'Underlying',
    kind: 'text',
    value: (instrument) => instrument.underlying,
    width: '90px',
    cell: (instrument) => shownCode(instrument.underlying),
  },
  {
    id: 'quote',
    title: 'Quote',
    kind: 'text',
    value: (instrument) => instrument.quoteCurrency,
    width: '64px',
    cell: (instrument) => instrument.quoteCurrency,
  },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    value: (instrument) => instrument.status,
    width: 'minmax(190px, 1fr)',
    cell: (instrument) => <StatusCell status={instrument.status} />,
  },
  {
    id: 'initial',
    title: 'Initial margin',
    kind: 'decimal',
    value: (instrument) => instrument.initialMarginRequirement,
    width: '110px',
    align: 'right',
    cell: (instrument) => share(instrument.initialMarginRequirement),
  },
  {
    id: 'maintenance',
    title: 'Maintenance',
    kind: 'decimal',
    value: (instrument) => instrument.maintenanceMarginRequirement,
    width: '110px',
    align: 'right',
    cell: (instrument) => share(instrument.maintenanceMarginRequirement),
  },
  {
    id: 'tick',
    title: 'Tick',
    kind: 'decimal',
    value: (instrument) => instrument.tickSize,
    width: '90px',
    align: 'right',
    cell: (instrument) => step(instrument.tickSize),
  },
  {
    id: 'lot',
    title: 'Lot',
    kind: 'decimal',
    value: (instrument) => instrument.lotSize,
    width: '90px',
    align: 'right',
    cell: (instrument) => step(instrument.lotSize),
  },
]
const symbolOf = (instrument: Instrument): string => instrument.symbol

const FIELDS: readonly (readonly [keyof InstrumentFilter, string, string])[] = [
  ['symbol', 'Symbol', 'BTC*|ETH*'],
  ['underlying', 'Underlying', 'BTC|SOL'],
  ['quoteCurrency', 'Quote', 'USDC'],
  ['status', 'Status', 'post_only'],
]

export function Instruments() {
  const unread = useUnread('instruments')
  const session = useSession()
  const { value: known, stale } = useLoadable(session.server.instruments)
  const [typed, setTyped] = useState(NO_FILTER)
  const [asked, setAsked] = useState(NO_FILTER)
  const filtered = isFiltered(asked)
  const read = useRead('instruments.read', filtered ? filterRequest(asked) : null)
  const rows = useMemo(() => {
    if (!filtered) return known ?? []
    // The core detects tick and lot; the venue's own list has none.
    return (read.value ?? []).map((listed) => known?.find((own) => own.symbol === listed.symbol) ?? listed)
  }, [filtered, known, read.value])
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsked(typed)
  }
  return (
    <>
      <form onSubmit={ask} className="panel-bar" aria-label="Filter instruments">
        {FIELDS.map(([field, label, example]) => (
          <label key={field} className="bar-field">
            <span className="muted">{label}</span>
            <input
              className="field short"
              value={typed[field]}
              placeholder={example}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
            />
          </label>
        ))}
        <button type="submit" className="button small">
          {read.busy ? 'Asking…' : 'Ask the venue'}
        </button>
        {filtered && (
          <button
            type="button"
            className="button small"
            onClick={() => {
              setTyped(NO_FILTER)
              setAsked(NO_FILTER)
            }}
          >
            All
          </button>
        )}
        <span className="muted">| means or, * means anything</span>
        <span className="spring" />
        <span className="muted">
          {rows.length} {filtered && <span className="filtered">▼ filtered</span>}
        </span>
        <CsvButton panel="instruments" name="instruments" rows={rows} />
      </form>
      <FailureLine failure={read.failure} />
      <div className="fill">
        <ListTable<Instrument>
          panel="instruments"
          name="Instruments"
          columns={COLUMNS}
          list={rows}
          keyOf={symbolOf}
          stale={!filtered && stale}
          onOpen={(key) => {
            const instrument = rows.find((row) => row.symbol === key)
            if (instrument) chooseInstrument(session.workspace, '1', instrument.symbol)
          }}
          unread={
            !filtered
              ? known === null
                ? 'Waiting for the instruments.'
                : unread
              : read.busy
                ? 'Reading the instruments from the venue.'
                : read.value === null
                  ? 'The instruments are not known. Press Ask the venue.'
                  : null
          }
          empty={
            filtered
              ? 'No instrument fits this filter. It must fit the whole word: write BTC* for all that begin with BTC.'
              : 'The venue lists no instruments.'
          }
        />
      </div>
    </>
  )
}
