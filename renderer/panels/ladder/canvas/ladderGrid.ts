/** An ARIA grid of the rows in view, beside the canvas, for screen readers and tests. */

import { FULL_LADDER } from '../../../paint/ladder/ladderLayout.ts'
import { CUMULATIVE_ROWS } from '../../../paint/ladder/rowAmounts.ts'
import type { AwayLine } from '../../../paint/ladder/away/awayLine.ts'
import type { LadderScene, RowRecord } from '../../../paint/ladder/ladderView.ts'
import { markWords } from '../../../paint/ladder/markedRows.ts'
import type { OrderBlock } from '../../../paint/ladder/orderBlock.ts'
import { queueWords } from '../../../paint/ladder/queueEstimate.ts'
import { orderWords, type DrawnOrder } from '../../../paint/ladder/ownOrders.ts'

const HEADINGS = ['Work', 'Bids', 'Price', 'Asks', 'Work', 'Volume'] as const

/** Fills a `role="grid"` element with rows. Reuses cells, so that an unchanged row costs nothing. */
export class LadderGrid {
  private readonly body: HTMLElement
  private readonly id: string
  private readonly grid: HTMLElement
  private readonly head: HTMLElement
  private rows: HTMLElement[] = []

  /** `id`: the prefix of every row's id, unique on the page. */
  constructor(grid: HTMLElement, body: HTMLElement, id: string) {
    this.grid = grid
    this.body = body
    this.id = id
    body.append(makeRow('columnheader', `${id}-head`))
    this.head = body.firstElementChild as HTMLElement
    this.write(this.head, HEADINGS)
  }

  /** Whether the grid has no rows yet. */
  get empty(): boolean {
    return this.rows.length === 0
  }

  update(scene: LadderScene): void {
    while (this.rows.length < scene.rows.length) {
      const row = makeRow('gridcell', `${this.id}-${this.rows.length}`)
      this.rows.push(row)
      this.body.append(row)
    }
    for (const row of this.rows.splice(scene.rows.length)) row.remove()
    this.write(this.head, headingsOf(scene))
    let active: string | null = null
    scene.rows.forEach((record, n) => {
      const row = this.rows[n]
      if (!row) return
      this.write(row, cellsOf(record, scene))
      if (record.cursor) active = row.id
      setAttribute(row, 'aria-selected', record.cursor ? 'true' : null)
    })
    setAttribute(this.grid, 'aria-activedescendant', active)
    setAttribute(this.grid, 'aria-description', scene.warning ?? scene.message ?? awayWords(scene))
  }

  private write(row: HTMLElement, texts: readonly string[]): void {
    texts.forEach((text, n) => {
      // Changes the text node, because a new node would cause new style and layout.
      const node = row.children[n]?.firstChild
      if (node instanceof Text && node.data !== text) node.data = text
    })
  }
}

function makeRow(role: 'columnheader' | 'gridcell', id: string): HTMLElement {
  const row = document.createElement('div')
  row.id = id
  row.setAttribute('role', 'row')
  for (let n = 0; n < HEADINGS.length; n++) {
    const cell = document.createElement('span')
    cell.setAttribute('role', role)
    cell.append(document.createTextNode(''))
    row.append(cell)
  }
  return row
}

const cellsOf = (row: RowRecord, scene: LadderScene): readonly string[] => [
  workWords(row.workBuy, scene),
  row.bidText,
  priceWords(row),
  row.askText,
  workWords(row.workSell, scene),
  row.volumeText,
]

/** Each order with what rests ahead of it. */
const workWords = (block: OrderBlock | null, { queues }: LadderScene): string =>
  block?.orders
    .map((order: DrawnOrder) =>
      [orderWords(order), order.isGhost ? '' : queueWords(queues.get(order.referenceId))]
        .filter(Boolean)
        .join(', '),
    )
    .join(', ') ?? ''

function priceWords({ priceText, last, print, mark }: RowRecord): string {
  const trade = last ? [`last ${last.text}`.trim()] : print ? [`traded ${print.text}`] : []
  const words = [priceText, ...trade].join(' ')
  return [words, ...(mark?.marks.map(markWords) ?? [])].join(', ')
}

/** Sums and since when the volume counts stand in the headings, so that a reader finds them where they are drawn. */
function headingsOf({ strip, volume, columns, metrics }: LadderScene): readonly string[] {
  const { bidShare } = strip
  const sum = (text: string, share: number) =>
    `, ${text} in the best ${CUMULATIVE_ROWS} rows, ${share} % of both`
  const [bids, asks] =
    bidShare === null ? ['', ''] : [sum(strip.bidText, bidShare), sum(strip.askText, 100 - bidShare)]
  const counted =
    volume.since === null
      ? 'no trade counted yet'
      : `since ${new Date(volume.since).toISOString().slice(11, 19)} UTC${volume.isMissing ? ', trades may be missing' : ''}`
  const { isCompact } = metrics.shape ?? FULL_LADDER
  return [
    isCompact ? `Work, over bars of the volume at price, ${counted}` : 'Work',
    `Bids${bids}`,
    'Price',
    `Asks${asks}`,
    isCompact ? '' : 'Work',
    columns.volume.width > 0 ? `Volume at price, ${counted}` : '',
  ]
}

const awayWords = ({ away }: LadderScene): string | null =>
  away &&
  `The ${AWAY_WORDS[away.kind]} is ${away.where} these rows, at ${away.price}. End leads to it${ordersWords(away)}`

const ordersWords = ({ orders }: AwayLine): string =>
  orders === ''
    ? ''
    : `. Own orders out of view: ${orders.replace('▲', 'above ').replace('▼', ' below ').trim()}`

const AWAY_WORDS = {
  market: 'market',
  order: 'nearest own order out of view',
  average: 'average entry',
  breakEven: 'break-even price',
  liquidation: 'liquidation price',
} as const

function setAttribute(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
