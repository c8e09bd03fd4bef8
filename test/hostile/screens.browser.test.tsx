/** Every panel with every payload in every list, under the content policy of the product: nothing runs, loads or is unseen, and no part of the window moves. */

import '../../renderer/live/jitless.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import securityPage from '../../docs/security.md?raw'
import { PANELS } from '../../renderer/panels/panelRegistry.tsx'
import { chooseCustomer } from '../../renderer/state/actions/workspaceActions.ts'
import { openPanel } from '../../renderer/state/stores/panelStore.ts'
import { code } from '../fakes/window/scriptedCore.ts'
import { stage } from '../renderer/workspace/stage.tsx'
import { answerReads, makeHostile } from './hostileDesk.ts'
import { fillOwnLists, hostileLimits, payloadAt } from './hostileOwnLists.ts'
import {
  brokenIn,
  enforcePolicy,
  expectNothingRan,
  faultsOf,
  placesOf,
  settled,
  SHOWN,
  textsOn,
  violations,
} from './pageFaults.ts'
import { PAYLOADS } from './payloads.ts'

beforeAll(enforcePolicy)
beforeEach(() => void (violations.length = 0))

/** The payloads that each panel showed. */
const seen = new Map<string, Set<number>>()

/** Resolves when the panel's code is loaded and eight pairs of frames in a row drew the same. */
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

/** Shows every row of every table of a panel, a screenful at a time, and collects the faults. */
async function walkThrough(region: Element): Promise<readonly string[]> {
  const faults = new Set<string>()
  const shown = new Set<number>()
  seen.set(region.getAttribute('data-panel') ?? '', shown)
  const look = (root: Element) => {
    for (const [, text] of textsOn(region)) {
      const payload = SHOWN.get(text.trim())
      if (payload !== undefined) shown.add(payload)
    }
    ;[...faultsOf(root), ...brokenIn(region)].forEach((fault) => faults.add(fault))
  }
  look(document.body)
  for (const grid of region.querySelectorAll<HTMLElement>('.grid'))
    for (let top = 0; top < grid.scrollHeight; top += Math.max(100, grid.clientHeight - 40)) {
      grid.scrollTop = top
      await settled()
      look(region)
    }
  return [...faults]
}

it.each(PANELS.map(({ id }) => [id] as const))('%s', async (kind) => {
  const plain = await stage((core) => answerReads(core, 'BTC'))
  chooseCustomer(plain.session.workspace, code('C1042'))
  openPanel(plain.session.panels, kind)
  await drawn(kind)
  const before = placesOf(document.body)
  await plain.screen.unmount()

  const place = PANELS.findIndex(({ id }) => id === kind)
  const { session } = await stage((core) => {
    makeHostile(core, PAYLOADS[(place * 17) % PAYLOADS.length]!.text)
    fillOwnLists(core)
  })
  chooseCustomer(session.workspace, code('C1042'))
  openPanel(session.panels, kind)
  const region = await drawn(kind)
  expect(await walkThrough(region)).toEqual([])
  expect(placesOf(document.body)).toEqual(before)
  expectNothingRan()
})

it('the panels did show the payloads', () => {
  const all = new Set([...seen.values()].flatMap((shown) => [...shown]))
  expect(all.size).toBeGreaterThan(490)
  // The others show canvases, or texts of the dealer and of the terminal alone.
  expect([...seen].filter(([, shown]) => shown.size > 0).length).toBeGreaterThanOrEqual(18)
})

it('docs/security.md states the payloads in the table of orders and the rules of limits as counted here', () => {
  expect(securityPage).toContain(
    `${seen.get('orders')?.size} of the ${PAYLOADS.length} payloads stand in the table of orders alone; the panel of limits has ${hostileLimits(payloadAt).rules.length} rules |`,
  )
})
