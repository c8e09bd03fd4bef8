/** The columns of the quote board: titles, widths and cells. Formats no number. */

import { useStore } from 'zustand'
import { shownCode } from '../../../shared/base/shownCode.ts'
import { tradability } from '../../../shared/domain/instrument.ts'
import { SymbolMark } from '../../dealing/SymbolMark.tsx'
import { INSTRUMENT_LINKS } from '../../state/stores/panelInstances.ts'
import { useSession, useUnread, useWorkspace } from '../../state/useSession.ts'
import type { Column } from '../../ui/DataGrid.tsx'
import type { QuoteFigure } from './quoteFigures.ts'
import type { QuoteColumn, QuoteList } from './lists/quoteLists.ts'
import type { QuoteRow } from './quoteFeed.ts'
import { TrendCell } from './trend/TrendCell.tsx'
import type { TrendFeed } from './trend/trendFeed.ts'

export const COLUMN_WORDS: Readonly<Record<QuoteColumn, { readonly title: string; readonly width: string }>> =
  {
    bid: { title: 'Bid', width: 'minmax(78px, 1fr)' },
    ask: { title: 'Ask', width: 'minmax(78px, 1fr)' },
    last: { title: 'Last', width: 'minmax(92px, 1.2fr)' },
    spreadTicks: { title: 'Spread t', width: '66px' },
    spreadBps: { title: 'Spread bps', width: '76px' },
    mark: { title: 'Mark', width: 'minmax(78px, 1fr)' },
    index: { title: 'Index', width: 'minmax(78px, 1fr)' },
    change: { title: '24 h', width: '72px' },
    high: { title: 'High 24 h', width: 'minmax(78px, 1fr)' },
    low: { title: 'Low 24 h', width: 'minmax(78px, 1fr)' },
    volume: { title: 'Volume 24 h', width: 'minmax(84px, 1fr)' },
    turnover: { title: 'Turnover 24 h', width: 'minmax(92px, 1fr)' },
    funding: { title: 'Funding · next', width: '142px' },
    openInterest: { title: 'Open int.', width: 'minmax(78px, 1fr)' },
    sparkline: { title: 'Last 24 h', width: '84px' },
    age: { title: 'Age', width: '62px' },
  }

export function FigureCell({ figure }: { readonly figure: QuoteFigure | undefined }) {
  if (!figure) return null
  const { text, freshness, tone, before, title } = figure
  const isOld = freshness === 'old'
  return (
    <span className={`number ${isOld ? 'stale' : tone}`} title={title === '' ? undefined : title}>
      {before !== '' && <span className="muted">{before} </span>}
      {isOld ? <s>{text}</s> : text}
    </span>
  )
}

export const AgeCell = ({ figure }: { readonly figure: QuoteFigure | undefined }) =>
  figure ? (
    <span
      className={figure.freshness === 'fresh' ? 'muted' : 'amber'}
      title={figure.title === '' ? undefined : figure.title}
    >
      {figure.text}
    </span>
  ) : null

/** Only a list that was read whole proves that the venue lacks an instrument. */
function UnlistedMark() {
  const isWaiting = useStore(useSession().server.instruments, ({ value }) => value === null)
  const unread = useUnread('instruments')
  if (!isWaiting && unread === null) return <span className="amber"> not listed here</span>
  return (
    <span className="amber" title={unread ?? 'Waiting for the instruments.'}>
      {' '}
      not read
    </span>
  )
}

/** The name of an instrument, with the links that show it. */
export function InstrumentCell({ row: { symbol, instrument } }: { readonly row: QuoteRow }) {
  const links = useWorkspace(({ instruments }) =>
    INSTRUMENT_LINKS.filter((link) => instruments[link] === symbol).join(' '),
  )
  return (
    <>
      {INSTRUMENT_LINKS.filter((link) => links.includes(link)).map((link) => (
        <span key={link} className={`link-digit link-${link}`} title={`Shown in instrument link ${link}`}>
          {link}
        </span>
      ))}
      <span className="strong">{shownCode(instrument?.underlying ?? symbol)}</span>
      <SymbolMark symbol={symbol} />
      {instrument === undefined ? (
        <UnlistedMark />
      ) : tradability(instrument.status) === 'open' ? (
        <span className="muted"> {instrument.quoteCurrency}</span>
      ) : (
        <span className="amber"> {tradability(instrument.status)}</span>
      )}
    </>
  )
}

/** The columns that a list shows, the instrument first. */
export function columnsOf(
  { columns }: Pick<QuoteList, 'columns'>,
  trends: TrendFeed,
): readonly Column<QuoteRow>[] {
  return [
    {
      id: 'instrument',
      title: 'Instrument',
      width: 'minmax(108px, 1.6fr)',
      cell: (row) => <InstrumentCell row={row} />,
    },
    ...columns.map((id): Column<QuoteRow> => ({
      id,
      ...COLUMN_WORDS[id],
      align: 'right',
      cell: ({ symbol, figures }) => {
        if (id === 'sparkline') return <TrendCell symbol={symbol} feed={trends} />
        return id === 'age' ? <AgeCell figure={figures.age} /> : <FigureCell figure={figures[id]} />
      },
    })),
  ]
}
