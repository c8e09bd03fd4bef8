/** The rows of the key card about words that open panels. Opens none. */

import type { CardRow } from './keyCard.ts'

/** A word that opens a panel, with what may follow it. */
export interface PanelWord {
  readonly word: string
  readonly title: string
  readonly customer: 'needed' | 'optional' | 'none' | 'group'
  readonly instrument?: 'optional'
}

/** The row for the words of one kind, such as `fee · lev C1042`. */
function rowOf(
  all: readonly PanelWord[],
  customer: PanelWord['customer'],
  instrument: PanelWord['instrument'],
  after: string,
  does: (titles: string) => string,
): CardRow {
  const commands = all.filter((command) => command.customer === customer && command.instrument === instrument)
  const titles = commands.map(({ title }) => title.toLowerCase()).join(', ')
  return [`${commands.map(({ word }) => word).join(' · ')}${after}`, does(titles)]
}

export const panelCommandRows = (all: readonly PanelWord[]): readonly CardRow[] => [
  rowOf(all, 'needed', undefined, ' C1042', (titles) => `${titles} of a customer`),
  rowOf(
    all,
    'optional',
    'optional',
    ' C1042 btc',
    (titles) => `${titles}; customer and instrument may be left out`,
  ),
  rowOf(
    all,
    'optional',
    undefined,
    ' · with or without C1042',
    (titles) => `${titles}, of all or of a customer`,
  ),
  rowOf(all, 'group', undefined, ' @macro', (titles) => `${titles}, of a group`),
  rowOf(all, 'none', undefined, '', () => 'open these panels'),
]
