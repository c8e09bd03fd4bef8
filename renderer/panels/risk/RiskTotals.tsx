/** The totals of the risk board: of all its customers, and of each instrument. A sum that lacks a figure, or may lack a row, is marked and says so. */

import type { ReactNode } from 'react'
import type { Figure } from '../../../shared/domain/accounts/customerFigures.ts'
import type { Volatilities } from '../../../shared/domain/risk/shock.ts'
import { FigureNumber } from '../../format/figures/FigureNumber.tsx'
import { SumNumber } from '../../format/figures/SumNumber.tsx'
import { grouped } from '../../format/numbers.ts'
import type { GroupTotal } from '../../../shared/domain/risk/groupTotals.ts'
import type { Board } from './board.ts'
import { RowCount } from './RowCount.tsx'

type TotalName = keyof Pick<
  GroupTotal,
  'equity' | 'marginUsed' | 'free' | 'unrealised' | 'realisedToday' | 'funding'
>

/** The last word: which unread rows the sum may lack. A customer with orders alone has no open PnL and no funding. */
const TITLES: readonly (readonly [TotalName, string, boolean, 'rows' | 'positions'])[] = [
  ['equity', 'Equity', false, 'rows'],
  ['marginUsed', 'Margin used', false, 'rows'],
  ['free', 'Free', false, 'rows'],
  ['unrealised', 'Unrealised', true, 'positions'],
  ['realisedToday', 'Realised today', true, 'rows'],
  ['funding', 'Funding due', true, 'positions'],
]

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="risk-fact">
    <span className="muted">{title}</span>
    {children}
  </div>
)

const NOT_READ: Figure = { value: null, why: 'its candles are being read' }

/** Instruments that the band shows, the largest first. The table, grouped by instrument, has them all. */
const SHOWN = 8

interface RiskTotalsProps {
  readonly board: Board
  /** Null while no shock is measured in volatilities. */
  readonly volatilities: Volatilities | null
  readonly nameOf: (symbol: string) => string
}

export function RiskTotals({ board, volatilities, nameOf }: RiskTotalsProps) {
  const { unread } = board
  const more = board.instruments.length - SHOWN
  return (
    <section className="risk-totals" aria-label="Totals">
      {TITLES.map(([name, title, isSigned, lacks]) => (
        <Fact key={name} title={title}>
          <SumNumber
            sum={board.all[name]}
            places={name === 'funding' ? 2 : 0}
            isSigned={isSigned}
            unread={unread[lacks]}
            isEmpty={unread.isEmpty}
          />
        </Fact>
      ))}
      <Fact title="Open orders">
        <RowCount count={board.all.openOrders} unread={unread} />
      </Fact>
      <table className="risk-instruments">
        <caption className="hidden-visually">By instrument</caption>
        <thead>
          <tr>
            <th scope="col">By instrument</th>
            {board.instruments.slice(0, SHOWN).map(({ symbol }) => (
              <th key={symbol} scope="col">
                {nameOf(symbol)}
              </th>
            ))}
            {more > 0 && (
              <th
                scope="col"
                className="muted"
                title="G groups the rows of the board by instrument, with totals."
              >
                {more} more: G
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(['net', 'notional', 'unrealised'] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {board.instruments.slice(0, SHOWN).map((total) => (
                <td key={total.symbol}>
                  <SumNumber
                    sum={total[name]}
                    places={name === 'net' ? null : 0}
                    isSigned={name !== 'notional'}
                    unread={unread.positions}
                    isEmpty={unread.isEmpty}
                  />
                </td>
              ))}
            </tr>
          ))}
          {volatilities !== null && (
            <tr>
              <th scope="row">volatility</th>
              {board.instruments.slice(0, SHOWN).map(({ symbol }) => (
                <td key={symbol}>
                  <FigureNumber
                    figure={volatilities.get(symbol) ?? NOT_READ}
                    write={(percent) => `${grouped(percent, 2)} %`}
                  />
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
