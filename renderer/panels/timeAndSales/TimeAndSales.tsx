/** Time and sales: the public prints of an instrument, newest first, joined to runs of one aggressor. The list stands still while the dealer reads it. Sends nothing. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import './timeAndSales.css'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { decimal, type DecimalText } from '../../../shared/base/decimal.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { isKnownEmpty } from '../../live/salesLog.ts'
import { NO_SIZES, type SalesChoices, type SalesSizes } from '../../state/stores/salesChoices.ts'
import { usePanelId, usePanelState, usePanelSymbol } from '../../state/usePanel.ts'
import { useLoadable, useSession, useWorkspace } from '../../state/useSession.ts'
import { UNKNOWN, exact } from '../../format/numbers.ts'
import { usePanelKeys } from '../../keyboard/usePanelKeys.ts'
import { CsvButton, ListGrid } from '../PanelControls.tsx'
import { rowClassOf, salesColumns } from './salesColumns.tsx'
import { printsOf, salesRows, sumsOf, type SalesRow, type SalesSums } from './salesRows.ts'
import { SalesBar } from './SalesBar.tsx'
import { SalesFoot } from './SalesFoot.tsx'
import { nextBound, streamSentence, type Hold } from './salesWords.ts'
import { useWidth } from './useWidth.ts'
import { useSales, type Sales } from './useSales.ts'
import { capOf } from '../../keys/caps.ts'

const keyOf = ({ id }: SalesRow): string => String(id)
const parsed = (text: DecimalText | null) => (text === null ? null : decimal(text))

export function TimeAndSales() {
  const keyOfPress = usePanelKeys('sales')
  const session = useSession()
  const root = useRef<HTMLDivElement>(null)
  const minimumField = useRef<HTMLInputElement>(null)
  const bigField = useRef<HTMLInputElement>(null)
  const { value: instruments } = useLoadable(session.server.instruments)
  const id = usePanelId('marketTrades')
  const linked = usePanelSymbol(id)
  const { instrumentLink: link } = usePanelState(id)
  const choices = useWorkspace((workspace) => workspace.sales)
  const [pinned, setPinned] = useState('')
  const symbol = pinned === '' ? linked : (pinned as Symbol)
  const sizes = (symbol !== null && choices.sizes[symbol]) || NO_SIZES
  const hold = useHold(symbol)
  const sales = useSales(symbol, hold.by !== null)
  const { bound } = choices
  const { minimum, big } = sizes
  const items = sales?.log.items
  const rows = useMemo(
    () => salesRows(items ?? [], { bound, minimum: parsed(minimum), big: parsed(big) }),
    [items, bound, minimum, big],
  )
  const sums = useMemo(() => sumsOf(items ?? []), [items])
  const instrument = instruments?.find((listed) => listed.symbol === symbol)
  const width = useWidth(root)
  const columns = useMemo(() => salesColumns(instrument, width), [instrument, width])
  const unit = instrument?.underlying ?? 'size'

  const change = (more: Partial<SalesChoices>) =>
    session.workspace.setState({ sales: { ...choices, ...more } })
  const changeSizes = (more: Partial<SalesSizes>) => {
    if (symbol !== null) change({ sizes: { ...choices.sizes, [symbol]: { ...sizes, ...more } } })
  }
  const toRows = () => root.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
  const toNewest = () => root.current?.querySelector<HTMLElement>('[role=grid]')?.scrollTo({ top: 0 })
  const goOn = () => {
    hold.goOn()
    toNewest()
  }
  const acts: Readonly<Record<string, () => void>> = {
    Space: () => (hold.by === null ? hold.pause() : goOn()),
    Escape: goOn,
    KeyM: () => minimumField.current?.focus(),
    KeyB: () => bigField.current?.focus(),
    KeyJ: () => change({ bound: nextBound(bound) }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'grid') return
    const act = acts[keyOfPress(event) ?? '']
    if (event.defaultPrevented || event.repeat || act === undefined) return
    event.preventDefault()
    act()
  }
  const trouble = streamSentence(sales?.stream ?? null)

  return (
    // The keys of the rows; the grid hears them and passes on those that it does not use.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className="time-and-sales" onKeyDown={onKeyDown}>
      <SalesBar
        symbol={symbol}
        instruments={instruments ?? []}
        pinned={pinned}
        linked={linked}
        link={link}
        unit={unit}
        sizes={sizes}
        bound={bound}
        minimumField={minimumField}
        bigField={bigField}
        onPin={setPinned}
        onSizes={changeSizes}
        onBound={(next) => change({ bound: next })}
        onLeave={toRows}
      >
        <CsvButton panel="marketTrades" name="market-trades" rows={printsOf(items ?? [])} />
      </SalesBar>
      <div
        className="fill"
        onPointerEnter={() => hold.setPointer(true)}
        onPointerLeave={() => hold.setPointer(false)}
      >
        <ListGrid<SalesRow>
          name="Time and sales"
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          rowClass={rowClassOf}
          selectedKey={hold.row}
          onSelect={hold.select}
          stale={sales !== null && sales.log.linkLostAt !== null}
          unread={whyUnread(symbol, sales)}
          empty={emptyWords(symbol, sums, minimum, unit)}
        />
      </div>
      <SalesFoot
        sums={sums.prints > 0 || (sales !== null && isKnownEmpty(sales.log)) ? sums : null}
        unit={unit}
        hold={hold.by}
        waiting={sales?.waiting ?? 0}
        trouble={trouble}
        onGoOn={goOn}
      />
    </div>
  )
}

/** What holds the list of an instrument: the pause key, a selected row, or the pointer over the rows. */
function useHold(symbol: Symbol | null) {
  const [isPaused, setIsPaused] = useState(false)
  const [isUnderPointer, setPointer] = useState(false)
  const [row, select] = useState<string | null>(null)
  const [heldFor, setHeldFor] = useState(symbol)
  if (heldFor !== symbol) {
    setHeldFor(symbol)
    setIsPaused(false)
    select(null)
  }
  const by: Hold | null = isPaused ? 'key' : row !== null ? 'row' : isUnderPointer ? 'pointer' : null
  return {
    by,
    row,
    select,
    setPointer,
    pause: () => setIsPaused(true),
    goOn() {
      setIsPaused(false)
      setPointer(false)
      select(null)
    },
  } as const
}

function whyUnread(symbol: Symbol | null, sales: Sales | null): string | null {
  if (symbol === null) return `Choose an instrument first (${capOf('F3')}).`
  if (sales !== null && (sales.log.items.length > 0 || isKnownEmpty(sales.log))) return null
  return `No trades read yet. Whether ${shownCode(symbol)} traded is not known.`
}

const emptyWords = (
  symbol: Symbol | null,
  sums: SalesSums,
  minimum: DecimalText | null,
  unit: string,
): string =>
  minimum === null || sums.prints === 0
    ? `No market trade of ${symbol === null ? UNKNOWN : shownCode(symbol)} yet.`
    : `None of the ${sums.prints} prints held makes a row of ${exact(decimal(minimum))} ${unit} or more. Press ${capOf('M', 'sales')} to change the size.`
