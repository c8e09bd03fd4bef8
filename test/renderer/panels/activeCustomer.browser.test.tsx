/** Every panel of the registry marks the window's customer in each of its rows. A new panel joins by itself: with such rows it must mark them, without it must be named below. */

import { expect, it } from 'vitest'
import { PANELS } from '../../../renderer/panels/panelRegistry.tsx'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { openPanel } from '../../../renderer/state/stores/panelStore.ts'
import { ok } from '../../../shared/base/result.ts'
import { commands } from '../../../shared/contract/contract.ts'
import { code } from '../../fakes/window/scriptedCore.ts'
import { makeHostile } from '../../hostile/hostileDesk.ts'
import { fillOwnLists } from '../../hostile/hostileOwnLists.ts'
import { hostileValue } from '../../hostile/hostileValues.ts'
import { settled } from '../../hostile/pageFaults.ts'
import { stage } from '../workspace/stage.tsx'

/** A customer of every list of the desk. */
const ACTIVE = 'C1042'
const MARK = 'customer of this window'

/** Panels that show no row with the code of a customer here, each with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  alerts: 'its sentences begin with the customer, and no cell has the code alone',
  approvals: 'its sentences begin with the customer; the customers of a block use the cell of other tables',
  chart: 'a canvas of one instrument',
  collateral: 'all rows are of the customer that its bar names',
  diagnostics: 'figures of the terminal',
  fees: 'all rows are of the customer that its bar names',
  instruments: 'rows of the venue',
  ladder: 'a canvas of one instrument',
  limits: 'the rows are of the scope that its bar names',
  margin: 'all rows are of the customer that its bar names',
  marketTrades: 'public trades name no customer',
  quoteBoard: 'rows of instruments',
  rebalance: 'it has no rows before a group and a target are chosen',
  settings: 'settings of the desk',
  statements: 'all rows are of the customer that its bar names',
  ticket: 'a form for one customer',
  tour: 'steps of practice',
  venue: 'settings of the connection',
  watchlist: 'rows of instruments',
  webhooks: 'rows of the venue',
}

/** A report of the journal in which every customer is the window's. */
const reported = (name: 'order.conflicts' | 'block.fairness') =>
  withActive(hostileValue(commands[name].reply, 'group', new Map(), name))

function withActive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withActive)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'customerCode' ? ACTIVE : name === 'dealer' ? 'J. Smith' : withActive(inner),
    ]),
  )
}

/** The rows of each panel that name the customer. */
const found = new Map<string, number>()

/** Whether the row has the code as a text of its own. A sentence that mentions the customer is no row of the customer. */
function names(row: Element): boolean {
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) if (texts.currentNode.textContent?.trim() === ACTIVE) return true
  return false
}

const isMarked = (row: Element): boolean =>
  (row.textContent ?? '').includes(MARK) || row.querySelector(`[title="${MARK}"]`) !== null

/** Resolves when the panel's code is loaded and several frames in a row drew the same. */
async function drawn(kind: string): Promise<Element> {
  await expect
    .poll(() => document.querySelector(`[data-panel="${kind}"]`)?.textContent ?? 'Opening…')
    .not.toMatch(/Opening…|^$/)
  const region = document.querySelector(`[data-panel="${kind}"]`)!
  for (let same = 0, before = ''; same < 8; same++) {
    await settled()
    if (region.textContent !== before) same = 0
    before = region.textContent
  }
  return region
}

/** Looks at every row of the panel, a screenful at a time. */
async function unmarkedRows(
  region: Element,
): Promise<{ readonly rows: number; readonly unmarked: string[] }> {
  const rows = new Set<string>()
  const unmarked = new Set<string>()
  const look = () => {
    for (const row of region.querySelectorAll('[role=row], tr')) {
      if (!names(row)) continue
      rows.add(row.textContent ?? '')
      if (!isMarked(row)) unmarked.add(row.textContent ?? '')
    }
  }
  look()
  for (const grid of region.querySelectorAll<HTMLElement>('.grid'))
    for (let top = 0; top < grid.scrollHeight; top += Math.max(100, grid.clientHeight - 40)) {
      grid.scrollTop = top
      await settled()
      look()
    }
  return { rows: rows.size, unmarked: [...unmarked] }
}

it.each(PANELS.map(({ id }) => [id] as const))('%s', async (kind) => {
  const { session } = await stage((core) => {
    makeHostile(core, 'text of the venue')
    fillOwnLists(core)
    for (const name of ['order.conflicts', 'block.fairness'] as const)
      core.answer(name, () => ok(reported(name)) as never)
  })
  chooseCustomer(session.workspace, code(ACTIVE))
  openPanel(session.panels, kind)
  const { rows, unmarked } = await unmarkedRows(await drawn(kind))
  found.set(kind, rows)
  expect(unmarked).toEqual([])
})

it('a panel without such a row is named here with the reason', () => {
  const none = [...found].filter(([, rows]) => rows === 0).map(([kind]) => kind)
  expect(none.toSorted()).toEqual(Object.keys(WITHOUT).toSorted())
})
