/** The quote board as tiles: one instrument each, on the color of its change of 24 hours. Only the tiles in view are read. Sends nothing. */

import './quoteTiles.css'
import { memo, useId, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { windowOf } from '../../ui/grid/gridWindow.ts'
import { useGridSelection } from '../../ui/grid/useGridSelection.ts'
import { useGridView } from '../../ui/grid/useGridView.ts'
import { useWorkspace } from '../../state/useSession.ts'
import { capOf } from '../../keys/caps.ts'
import { AgeCell, FigureCell, InstrumentCell } from './quoteColumns.tsx'
import { TrendCell } from './trend/TrendCell.tsx'
import type { QuoteBoardState } from './useQuoteBoard.ts'
import { groundOf, tileLayout, tileOfKey } from './tileGrid.ts'

export interface QuoteTilesProps {
  readonly name: string
  readonly board: QuoteBoardState
  readonly selectedKey: string | null
  readonly onSelect: (symbol: string) => void
  /** Enter, or a double click. */
  readonly onOpen: (symbol: string) => void
  readonly empty: ReactNode
  /** Why nobody knows whether the list is empty; null once it was read. */
  readonly unread: string | null
  readonly stale: boolean
}

export function QuoteTiles({ name, board, selectedKey, onSelect, onOpen, ...rest }: QuoteTilesProps) {
  const id = useId()
  const { symbols } = board.order
  const count = symbols.length
  const keyAt = (index: number) => symbols[index] ?? ''
  const { root, view, bringIntoView } = useGridView((panel) => tileLayout(panel, count).height, 0)
  const { columns, height } = tileLayout(view, count)
  const { indexOfSelected, select } = useGridSelection({ count, keyAt, selectedKey, onSelect }, (index) =>
    bringIntoView(Math.floor(index / columns)),
  )
  const linked = useWorkspace(({ instruments }) => instruments[board.link] ?? null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== root.current || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
      return
    if (count === 0) return
    const page = Math.max(1, Math.floor(view.height / height) - 1)
    const to = tileOfKey(event.key, indexOfSelected(), columns, page, count)
    if (to !== undefined) {
      event.preventDefault()
      select(to)
    } else if (event.key === 'Enter' && !event.repeat && selectedKey !== null) {
      event.preventDefault()
      onOpen(selectedKey)
    }
  }
  const tileUnder = ({ target }: MouseEvent): number | null => {
    const tile = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    return tile ? Number(tile.dataset['index']) : null
  }
  const onClick = (event: MouseEvent) => {
    const at = tileUnder(event)
    if (at !== null) select(at)
  }
  const onDoubleClick = (event: MouseEvent) => {
    const at = tileUnder(event)
    if (at !== null) onOpen(keyAt(at))
  }

  const lines = Math.ceil(count / columns)
  const { from, to } = windowOf(view.top, view.height, height, lines)
  const inView = symbols.slice(from * columns, to * columns)
  return (
    <>
      <Legend link={board.link} />
      <div className="grid-frame">
        <div
          ref={root}
          role="grid"
          aria-label={name}
          aria-rowcount={lines}
          aria-colcount={columns}
          aria-activedescendant={
            selectedKey !== null && inView.includes(selectedKey) ? `${id}-${selectedKey}` : undefined
          }
          tabIndex={0}
          className={rest.stale ? 'grid tiles stale' : 'grid tiles'}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
        >
          {count > 0 && (
            <div role="rowgroup" className="tile-rows" style={{ height: lines * height }}>
              {Array.from({ length: to - from }, (_, n) => from + n).map((line) => (
                <div
                  key={line}
                  role="row"
                  aria-rowindex={line + 1}
                  className="tile-row"
                  style={{
                    top: line * height,
                    height,
                    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                  }}
                >
                  {symbols.slice(line * columns, (line + 1) * columns).map((symbol, n) => (
                    <Tile
                      key={symbol}
                      id={`${id}-${symbol}`}
                      symbol={symbol}
                      index={line * columns + n}
                      useRow={board.useRow}
                      sources={board.sources}
                      trends={board.trends}
                      selected={symbol === selectedKey}
                      link={symbol === linked ? board.link : null}
                    />
                  ))}
                </div>
              ))}
            </div>
          )}
        </div>
        {count === 0 && <div className="grid-empty">{rest.unread ?? rest.empty}</div>}
      </div>
    </>
  )
}

const Legend = ({ link }: Pick<QuoteBoardState, 'link'>) => (
  <p className="tile-legend panel-line">
    <span className="number">−6 %</span> <span className="tile-scale" aria-hidden="true" />{' '}
    <span className="number">+6 %</span>
    <span className="tile-words">in 24 h · turnover ~ in quote currency</span>
    <span className="spring" />
    <span>
      <span className="key-cap">Enter</span> shows the tile in link {link} ·{' '}
      <span className="key-cap">{capOf('V', 'quotes')}</span> table
    </span>
  </p>
)

interface TileProps extends Pick<QuoteBoardState, 'useRow' | 'sources' | 'trends'> {
  readonly id: string
  readonly symbol: string
  readonly index: number
  readonly selected: boolean
  /** The link of the quote board, where the link shows this instrument. */
  readonly link: QuoteBoardState['link'] | null
}

function PlainTile({ id, symbol, index, useRow, sources, trends, selected, link }: TileProps) {
  const row = useRow(symbol)
  const { change, last, turnover, funding, age } = row.figures
  const isOld = change?.freshness === 'old' || last?.freshness === 'old'
  // An old change colors nothing: the color would say that it is the present one.
  const ground = isOld ? null : groundOf(sources.tickerOf(symbol)?.change24h ?? null)
  const marks = [
    'tile',
    ground?.side ?? '',
    isOld ? 'stale' : '',
    selected ? 'selected' : '',
    link === null ? '' : `linked link-${link}`,
  ]
  return (
    <div
      id={id}
      role="gridcell"
      aria-selected={selected}
      data-index={index}
      className={marks.filter((mark) => mark !== '').join(' ')}
      style={{ '--alpha': ground?.alpha ?? 0 } as CSSProperties}
    >
      <div className="tile-line">
        <span className="tile-name">
          <InstrumentCell row={row} />
        </span>
        <span className="tile-change">
          <FigureCell figure={change} />
        </span>
      </div>
      <div className="tile-line">
        <span className="tile-last">
          <FigureCell figure={last} />
        </span>
        <span className="tile-small">
          <FigureCell figure={turnover} />
        </span>
      </div>
      <div className="tile-trend">
        <TrendCell symbol={symbol} feed={trends} fills />
      </div>
      <div className="tile-line tile-small">
        <span>
          funding <FigureCell figure={funding} />
        </span>
        {age?.freshness !== 'fresh' && <AgeCell figure={age} />}
      </div>
    </div>
  )
}

/** A tile draws again when its own figures, place, selection or link change; not when its neighbors do. */
const Tile = memo(PlainTile)
