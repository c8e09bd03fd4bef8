/** Compares two scenes of a ladder and names the cells that differ. Pure; draws nothing. */

import { COLUMN_NAMES, sellJointColumn, volumeColumn, type ColumnName, type Columns } from './ladderLayout.ts'
import type { LadderScene, RowRecord } from './ladderView.ts'
import { sameJoint } from './orderLegs.ts'
import type { OrderBlock } from './orderBlock.ts'

/** A row to draw again: some of its cells, or the whole row with background and cursor. */
export interface RowChange {
  readonly row: RowRecord
  readonly cells: readonly ColumnName[] | 'all'
}

const METRICS = ['width', 'height', 'rowHeight', 'digit'] as const

/** The rows to draw again; null where more than rows differs, or where something covers the rows. */
export function changedRows(before: LadderScene, scene: LadderScene): readonly RowChange[] | null {
  if (before.rows.length !== scene.rows.length || !sameFrame(before, scene)) return null
  const changes: RowChange[] = []
  // `entries()` would create an object per row and frame.
  scene.rows.forEach((row, n) => {
    const was = before.rows[n]
    if (was === row) return
    const cells = was === undefined ? 'all' : changedCells(was, row, scene.columns)
    if (cells.length > 0) changes.push({ row, cells })
  })
  return changes
}

const overRows = (scene: LadderScene) => scene.message ?? scene.warning

const sameFrame = (before: LadderScene, scene: LadderScene): boolean =>
  overRows(before) === null &&
  overRows(scene) === null &&
  before.priceRight === scene.priceRight &&
  before.askRight === scene.askRight &&
  before.volume.since === scene.volume.since &&
  before.volume.isMissing === scene.volume.isMissing &&
  METRICS.every((metric) => before.metrics[metric] === scene.metrics[metric]) &&
  COLUMN_NAMES.every(
    (column) =>
      before.columns[column].x === scene.columns[column].x &&
      before.columns[column].width === scene.columns[column].width,
  )

/** A last trade, a cursor, a leg or a price of the position marks the whole row, so the whole row counts as changed. */
const isMarked = ({ cursor, last, mark, legs }: RowRecord): boolean =>
  cursor || last !== null || mark !== null || legs.length > 0

function changedCells(a: RowRecord, b: RowRecord, columns: Columns): RowChange['cells'] {
  if (a.y !== b.y || isMarked(a) || isMarked(b)) return looksSame(a, b) ? [] : 'all'
  const cells: ColumnName[] = []
  if (a.volumeText !== b.volumeText || a.volumeBar !== b.volumeBar) cells.push(volumeColumn(columns))
  const sameBuys = sameBlock(a.workBuy, b.workBuy) && sameJoint(a.jointBuy, b.jointBuy)
  if (!sameBuys && !cells.includes('workBuy')) cells.push('workBuy')
  if (a.bidText !== b.bidText || a.bidBar !== b.bidBar) cells.push('bids')
  if (a.priceText !== b.priceText || a.side !== b.side || !samePrint(a, b)) cells.push('price')
  if (a.askText !== b.askText || a.askBar !== b.askBar) cells.push('asks')
  if (a.queueBuy !== b.queueBuy) cells.push('queueBuy')
  if (a.queueSell !== b.queueSell) cells.push('queueSell')
  if (!sameBlock(a.workSell, b.workSell)) cells.push('workSell')
  const joint = sellJointColumn(columns)
  if (!sameJoint(a.jointSell, b.jointSell) && !cells.includes(joint)) cells.push(joint)
  return cells
}

const PLAIN = [
  'y',
  'priceText',
  'side',
  'bidText',
  'askText',
  'bidBar',
  'askBar',
  'volumeText',
  'volumeBar',
  'queueBuy',
  'queueSell',
  'cursor',
] as const

const looksSame = (a: RowRecord, b: RowRecord): boolean =>
  PLAIN.every((field) => a[field] === b[field]) &&
  a.last?.text === b.last?.text &&
  a.last?.direction === b.last?.direction &&
  samePrint(a, b) &&
  a.mark?.kind === b.mark?.kind &&
  a.mark?.label === b.mark?.label &&
  a.mark?.half === b.mark?.half &&
  sameLegs(a, b) &&
  sameJoint(a.jointBuy, b.jointBuy) &&
  sameJoint(a.jointSell, b.jointSell) &&
  sameBlock(a.workBuy, b.workBuy) &&
  sameBlock(a.workSell, b.workSell)

const sameLegs = ({ legs: a }: RowRecord, { legs: b }: RowRecord): boolean =>
  a.length === b.length && a.every(({ text, x }, n) => text === b[n]?.text && x === b[n]?.x)

const samePrint = ({ print: a }: RowRecord, { print: b }: RowRecord): boolean =>
  a?.text === b?.text && a?.fade === b?.fade && a?.direction === b?.direction

const sameBlock = (a: OrderBlock | null, b: OrderBlock | null): boolean =>
  a?.text === b?.text &&
  a?.selected === b?.selected &&
  a?.unsettled === b?.unsettled &&
  a?.filledPercent === b?.filledPercent

export const sameStrip = ({ strip: a }: LadderScene, { strip: b }: LadderScene): boolean =>
  a.bidText === b.bidText && a.askText === b.askText && a.bidShare === b.bidShare

export const sameAway = ({ away: a }: LadderScene, { away: b }: LadderScene): boolean =>
  a?.text === b?.text && a?.kind === b?.kind && a?.orders === b?.orders
