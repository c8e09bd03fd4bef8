/** Makes the group of a panel wider, narrower, higher or lower in steps, at the cost of its neighbors in the same row. Changes the docking model only. */

import { Actions, Orientation, RowNode, TabSetNode, type Model, type Node } from 'flexlayout-react'
import { kindOf, type InstanceId } from '../state/stores/panelInstances.ts'
import { groupOf } from './dockModel.ts'
import type { Direction } from './neighbors.ts'

/** Part of a row that one step takes. */
const STEP = 0.04

/** What an arrow does to the size: right and up make it larger. */
const CHANGES: Readonly<Record<Direction, { readonly axis: Orientation; readonly grows: boolean }>> = {
  left: { axis: Orientation.HORZ, grows: false },
  right: { axis: Orientation.HORZ, grows: true },
  up: { axis: Orientation.VERT, grows: true },
  down: { axis: Orientation.VERT, grows: false },
}

type Part = RowNode | TabSetNode
const isPart = (node: Node): node is Part => node instanceof RowNode || node instanceof TabSetNode
const partsOf = (row: Node): readonly Part[] => row.getChildren().filter(isPart)
const lengthOf = (node: Node, axis: Orientation): number =>
  axis === Orientation.HORZ ? node.getRect().width : node.getRect().height

/** Px that a part of the layout needs along an axis. */
function least(part: Part, axis: Orientation): number {
  if (part instanceof TabSetNode) return axis === Orientation.HORZ ? part.getMinWidth() : part.getMinHeight()
  const needed = partsOf(part).map((child) => least(child, axis))
  return part.getOrientation() === axis ? needed.reduce((sum, px) => sum + px, 0) : Math.max(0, ...needed)
}

/** The part that holds the group and its row along an axis; null where nothing lies beside the group on that axis. */
function placeAlong(group: Node, axis: Orientation): { readonly row: RowNode; readonly part: Part } | null {
  for (let node = group, row = node.getParent(); row; node = row, row = row.getParent())
    if (row instanceof RowNode && row.getOrientation() === axis && partsOf(row).length > 1 && isPart(node))
      return { row, part: node }
  return null
}

/** Takes one step. False where nothing lies beside the panel, or no room is left. */
export function resizeBy(model: Model, id: InstanceId, direction: Direction): boolean {
  const group = groupOf(model, id)
  const { axis, grows } = CHANGES[direction]
  const place = group && placeAlong(group, axis)
  if (!place) return false
  const { row, part } = place
  const parts = partsOf(row)
  const weights = parts.map((child) => child.getWeight())
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const px = lengthOf(row, axis)
  /** What each part can give before it is too small to use. */
  const spare = parts.map((child, n) =>
    Math.max(0, (weights[n] ?? 0) - (px === 0 ? 0 : (least(child, axis) / px) * total)),
  )
  const gives = parts.map((child) => (child === part) !== grows)
  const room = spare.reduce((sum, weight, n) => sum + (gives[n] ? weight : 0), 0)
  const step = Math.min(STEP * total, room)
  if (step < total / 1000) return false
  const others = total - part.getWeight()
  const changed = parts.map((child, n) => {
    const weight = weights[n] ?? 0
    if (gives[n]) return weight - (step * (spare[n] ?? 0)) / room
    return child === part ? weight + step : weight + (step * weight) / others
  })
  model.doAction(Actions.adjustWeights(row.getId(), changed))
  return true
}

/** Px below which a panel cannot be used: the fields of a ticket and its foot need most. */
const LEAST_BY_KIND: Readonly<Record<string, Size>> = {
  ticket: { width: 229, height: 410 },
  ladder: { width: 240, height: 240 },
  chart: { width: 240, height: 160 },
}
const LEAST: Size = { width: 180, height: 90 }
/** Where every workspace of several panels is usable: a layout that the dealer made narrow on a larger screen never asks for more. */
const ENOUGH: Size = { width: 1_272, height: 590 }

interface Size {
  readonly width: number
  readonly height: number
}

/** Px that the layout needs so that each of these panels is usable. A smaller window shows a part of it. */
export function leastLayoutSize(model: Model, ids: readonly InstanceId[]): Size {
  let size = { width: 0, height: 0 }
  for (const id of ids) {
    const share = sharesOf(model, id)
    const needed = LEAST_BY_KIND[kindOf(id)] ?? LEAST
    size = {
      width: Math.max(size.width, Math.ceil((needed.width * 100) / share.width)),
      height: Math.max(size.height, Math.ceil((needed.height * 100) / share.height)),
    }
  }
  return { width: Math.min(size.width, ENOUGH.width), height: Math.min(size.height, ENOUGH.height) }
}

/** Percent of the layout that the panel's group takes, by the weights of its rows. */
export function sharesOf(model: Model, id: InstanceId): { readonly width: number; readonly height: number } {
  let [width, height] = [100, 100]
  for (let node: Node | undefined = groupOf(model, id); node; node = node.getParent()) {
    const row = node.getParent()
    if (!(row instanceof RowNode) || !isPart(node)) continue
    const share = node.getWeight() / partsOf(row).reduce((sum, part) => sum + part.getWeight(), 0)
    if (row.getOrientation() === Orientation.HORZ) width *= share
    else height *= share
  }
  return { width, height }
}
