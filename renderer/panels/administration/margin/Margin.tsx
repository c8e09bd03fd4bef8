/** A customer's margins and leverage per instrument, and the margin that each leverage binds. Only an order sets leverage; this panel sets none. */

import { shownCode } from '../../../../shared/base/shownCode.ts'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import { positionKey } from '../../../../shared/domain/accounts/position.ts'
import type { CustomerCode } from '../../../../shared/domain/scalars.ts'
import type { TableColumn } from '../../tables/arrange/tableColumn.ts'
import { useNow } from '../../../state/useNow.ts'
import { useOld } from '../../../state/useOld.ts'
import { useLoadable, useSession } from '../../../state/useSession.ts'
import { ageWords } from '../../../format/agedPrices.ts'
import { UNKNOWN, exact, grouped } from '../../../format/numbers.ts'
import { dayAndTimeWithZone } from '../../../format/times.ts'
import { FailureLine } from '../../../dealing/FailureLine.tsx'
import {
  CsvButton,
  CustomerSelect,
  PanelBar,
  ReadAgain,
  unreadProfile,
  usePanelCustomer,
} from '../../PanelControls.tsx'
import { ListTable } from '../../tables/Table.tsx'
import { useRead } from '../../useRead.ts'
import { leverageChoices, marginRows, notionalAt, whyUnsure, type MarginRow } from './marginTable.ts'

const percent = (text: string | null): string => (text === null ? UNKNOWN : `${grouped(decimal(text), 2)} %`)

const SOURCES: Readonly<Record<MarginRow['source'], string>> = {
  customer: 'set with an order',
  profile: "customer's default",
  instrument: "instrument's own",
  unknown: 'not known',
}

const COLUMNS: readonly TableColumn<MarginRow>[] = [
  {
    id: 'symbol',
    title: 'Instrument',
    kind: 'text',
    value: (row) => row.symbol,
    width: 'minmax(130px, 240px)',
    cell: (row) => <span className="strong">{shownCode(row.symbol)}</span>,
  },
  {
    id: 'leverage',
    title: 'Leverage',
    kind: 'decimal',
    value: (row) => row.leverage,
    width: '90px',
    align: 'right',
    cell: (row) => (
      <span className="number">{row.leverage === null ? UNKNOWN : `${exact(decimal(row.leverage))}×`}</span>
    ),
  },
  {
    id: 'initial',
    title: 'Initial margin',
    kind: 'decimal',
    value: (row) => row.initialMargin,
    width: '120px',
    align: 'right',
    cell: (row) => <span className="number">{percent(row.initialMargin)}</span>,
  },
  {
    id: 'maintenance',
    title: 'Maintenance',
    kind: 'decimal',
    value: (row) => row.maintenanceMargin,
    width: '120px',
    align: 'right',
    cell: (row) => <span className="number">{percent(row.maintenanceMargin)}</span>,
  },
  {
    id: 'source',
    title: 'From',
    kind: 'text',
    value: (row) => SOURCES[row.source],
    width: 'minmax(130px, 1fr)',
    cell: (row) => <span className="muted">{SOURCES[row.source]}</span>,
  },
]
const symbolOf = (row: MarginRow): string => row.symbol

export function Margin() {
  const session = useSession()
  const customerCode = usePanelCustomer('margin')
  const { value: instruments } = useLoadable(session.server.instruments)
  const read = useRead('marginProfile.read', customerCode === null ? null : { customerCode })
  const { put } = read
  const margins = useLoadable(session.server.margins)
  const known = margins.value?.get(customerCode ?? '')
  // Follows what the core reads for other windows and after orders. A good reading ends an earlier failure.
  useEffect(() => {
    if (known?.profile && known.why === null) put(known.profile)
  }, [known, put])
  const profile = known ? known.profile : read.value
  const unsure = known ? whyUnsure(known) : null
  const isCurrent = known?.why === null && !margins.stale && read.failure === null
  const [picked, setPicked] = useState<string | null>(null)
  const rows = useMemo(() => (profile ? marginRows(profile, instruments ?? []) : []), [profile, instruments])
  const selected = rows.find((row) => row.symbol === picked) ?? rows[0]
  return (
    <>
      <PanelBar>
        <CustomerSelect panel="margin" />
        {profile && (
          <span>
            <span className="muted">Initial </span>
            <span className="number">{percent(profile.initialMargin)}</span>
            <span className="muted"> · maintenance </span>
            <span className="number">{percent(profile.maintenanceMargin)}</span>
            <span className="muted"> · highest leverage </span>
            <span className="number">
              {profile.maxLeverage === null ? UNKNOWN : `${exact(decimal(profile.maxLeverage))}×`}
            </span>
            {known && <span className="muted"> · read {dayAndTimeWithZone(known.readAt)}</span>}
          </span>
        )}
        <span className="spring" />
        <ReadAgain read={read} disabled={customerCode === null} />
        <CsvButton panel="margin" name={`margin-${customerCode ?? ''}`} rows={rows} />
      </PanelBar>
      {unsure === null ? (
        <FailureLine failure={read.failure} />
      ) : (
        <p role="alert" className="problem panel-line">
          {unsure}
        </p>
      )}
      <div className="panel-split">
        <ListTable<MarginRow>
          panel="margin"
          name="Margins"
          columns={COLUMNS}
          list={rows}
          keyOf={symbolOf}
          selectedKey={selected?.symbol ?? null}
          onSelect={setPicked}
          reading={read.busy}
          unread={unreadProfile(customerCode, { busy: read.busy, value: profile }, 'margin profile')}
          empty="The venue lists no margins for this customer."
        />
        {/* The section may be longer than the panel. With the focus, keys scroll it. */}
        <section className="side" tabIndex={0} aria-label="Leverage">
          {customerCode !== null && profile && selected && (
            <LeveragePreview
              customerCode={customerCode}
              profile={profile}
              row={selected}
              isCurrent={isCurrent}
            />
          )}
        </section>
      </div>
    </>
  )
}

function LeveragePreview({
  customerCode,
  profile,
  row,
  isCurrent,
}: {
  readonly customerCode: CustomerCode
  readonly profile: MarginProfile
  readonly row: MarginRow
  /** Whether the profile is the newest reading. Only then a leverage is in force for certain. */
  readonly isCurrent: boolean
}) {
  const session = useSession()
  const ticker = useStore(session.server.tickers, (tickers) => tickers.value?.get(row.symbol))
  const mark = ticker?.markPrice ?? null
  const isMarkOld = useOld(ticker?.listedAt)
  const now = useNow(isMarkOld)
  const held = useStore(session.server.positions, (positions) =>
    positions.rows.get(positionKey(customerCode, row.symbol)),
  )
  const open = held && held.complete && held.size !== '0' ? held : null
  const notional = open ? notionalAt(open.size, mark) : decimal('100000')
  const isOld = open !== null && isMarkOld
  const age = typeof ticker?.listedAt === 'number' ? now - ticker.listedAt : null
  const choices = leverageChoices(profile, isCurrent ? row.leverage : null, notional)
  return (
    <>
      <h2>
        Leverage of {shownCode(row.symbol)} — {shownCode(customerCode)}
      </h2>
      <p className="muted">
        {open
          ? `Margin for the position of ${exact(decimal(open.size))}, worth ${isOld ? '~' : ''}${notional === null ? UNKNOWN : grouped(notional, 0)} USDC at the mark${isOld ? ` (${ageWords(age)})` : ''}.`
          : 'Margin for each 100,000 USDC of notional.'}{' '}
        An order sets the leverage (x5 on the command line, Leverage in the ticket). It stays for later
        orders.
      </p>
      <table className="diff" aria-label="Leverage preview">
        <thead>
          <tr>
            <th scope="col">Leverage</th>
            <th scope="col">Initial margin ~</th>
            <th scope="col">USDC ~</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice) => (
            <tr
              key={choice.leverage}
              className={choice.stands ? 'strong amber' : ''}
              aria-current={choice.stands}
            >
              <th scope="row" className="number">
                {choice.leverage}× {choice.stands && '· now'}
              </th>
              <td className="number">{exact(choice.initialMargin)} %</td>
              <td className={isOld ? 'number stale' : 'number'}>
                {choice.bound === null ? UNKNOWN : grouped(choice.bound, 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">
        11× is not accepted: it has no whole-percent margin. ~ is an estimate until the profile lists it.
      </p>
    </>
  )
}
