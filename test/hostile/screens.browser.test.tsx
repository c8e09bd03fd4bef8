/** Every panel with every payload in every list, under the content policy of the product: nothing runs, loads or is unseen, and no part of the window moves. */

import '../../renderer/live/jitless.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { contentPolicy } from '../../electron/gateway/contentPolicy.ts'
import { PANELS } from '../../renderer/panels/panelRegistry.tsx'
import { chooseCustomer } from '../../renderer/state/actions/workspaceActions.ts'
import { openPanel } from '../../renderer/state/stores/panelStore.ts'
import { shownCode } from '../../shared/domain/accounts/lookAlike.ts'
import { code } from '../fakes/window/scriptedCore.ts'
import { stage } from '../renderer/workspace/stage.tsx'
import { answerReads, asWord, DISGUISED, makeHostile } from './hostileDesk.ts'
import { HOSTILE_HOST, PAYLOADS } from './payloads.ts'

const SIZE = { width: 1600, height: 900 }
const violations: string[] = []

/** The product's policy. The test page alone adds its own styles inline, and its server's socket. */
function enforcePolicy(): void {
  const policy = contentPolicy(`'self' ws:`)
    .replace(`style-src 'self'`, `style-src 'self' 'unsafe-inline'`)
    .replace(`frame-ancestors 'none'; `, '')
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
  )
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  document.head.append(meta)
}

beforeAll(async () => {
  await page.viewport(SIZE.width, SIZE.height)
  enforcePolicy()
})
beforeEach(() => void (violations.length = 0))

/** Written here anew: characters that show no ink. The page's own narrow spaces stand in no text of a venue. */
const INKLESS = /(?! )[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u
const OWN_SPACES = /[\u00a0\u2009\u202f\n]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const ISOLATED = /\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069/g
const READ_ALOUD = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'data-start', 'data-end']

function* textsOn(root: Element): Generator<readonly [string, string]> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) yield [node.parentElement?.className ?? '', node.data]
    if (!(node instanceof Element)) continue
    for (const name of READ_ALOUD)
      if (node.hasAttribute(name)) yield [`${node.className} ${name}`, node.getAttribute(name) ?? '']
    if (node instanceof HTMLInputElement) yield [`${node.className} value`, node.value]
  }
}

/** What is wrong with what the page shows now. */
function faultsOf(root: Element): readonly string[] {
  const faults = new Set<string>()
  for (const [where, text] of textsOn(root)) {
    const bare = text.replaceAll(ISOLATED, (part) => part.slice(1, -1).replaceAll(RIGHT_TO_LEFT_ALL, ''))
    if (INKLESS.test(bare.replaceAll(OWN_SPACES, '')))
      faults.add(`unseen: ${where}: ${JSON.stringify(text.slice(0, 60))}`)
    const disguised = /K[CS]/.test(text) ? DISGUISED.find((name) => text.includes(name)) : undefined
    if (disguised !== undefined) faults.add(`disguised: ${where}: ${JSON.stringify(disguised)}`)
    if (RIGHT_TO_LEFT.test(bare)) faults.add(`turns: ${where}: ${JSON.stringify(text.slice(0, 60))}`)
  }
  for (const element of root.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (
        name.startsWith('on') ||
        (/^(href|src|srcdoc|action|formaction|data|style)$/.test(name) && /hostile|javascript:/i.test(value))
      )
        faults.add(`attribute ${name} of ${element.tagName}`)
  for (const element of root.querySelectorAll(
    'script, iframe, object, embed, base, link, meta, img, video, math, marquee, style',
  ))
    faults.add(`element ${element.tagName}`)
  return [...faults]
}
const RIGHT_TO_LEFT_ALL = new RegExp(RIGHT_TO_LEFT.source, 'gu')

/** Where the frame's parts and the open panels stand, px. */
const placesOf = (root: Element): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...root.querySelectorAll('header, footer, .dock, [data-instance]')].map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      const name = part.getAttribute('data-instance') ?? (part.className || part.tagName)
      return [name, [left, top, width, height].map(Math.round).join(' ')]
    }),
  )

/** Rows of tables that are not as high as the others, and panels whose content sticks out with no way to scroll to it. */
function brokenIn(region: Element): readonly string[] {
  const heights = new Set(
    [...region.querySelectorAll('.grid-row.line')].map((row) =>
      Math.round(row.getBoundingClientRect().height),
    ),
  )
  const broken = heights.size > 1 ? [`rows of ${[...heights].join(' and ')} px`] : []
  const { left, right } = region.getBoundingClientRect()
  for (const element of region.querySelectorAll<HTMLElement>(
    'p, button, label, h1, h2, h3, dd, dt, summary, output',
  )) {
    const box = element.getBoundingClientRect()
    if (box.width === 0 || isInScroller(element, region)) continue
    if (box.right > right + 1 || box.left < left - 1)
      broken.push(`${element.tagName} .${element.className} sticks out`)
  }
  return [...new Set(broken)]
}

function isInScroller(element: Element, region: Element): boolean {
  for (let at = element.parentElement; at && at !== region; at = at.parentElement) {
    const { overflowX, position } = getComputedStyle(at)
    if (overflowX !== 'visible' || position === 'fixed') return true
  }
  return false
}

/** Payloads by the text that a screen shows of them. */
const SHOWN = new Map(
  PAYLOADS.flatMap(({ text }, n) => [[asWord(text), n] as const, [shownCode(text), n] as const]),
)
/** The payloads that each panel showed. */
const seen = new Map<string, Set<number>>()

const settled = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))

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
  const { session } = await stage((core) => makeHostile(core, PAYLOADS[(place * 17) % PAYLOADS.length]!.text))
  chooseCustomer(session.workspace, code('C1042'))
  openPanel(session.panels, kind)
  const region = await drawn(kind)
  expect(await walkThrough(region)).toEqual([])
  expect(placesOf(document.body)).toEqual(before)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZE.width)
  expect(violations).toEqual([])
  expect('hostileRan' in window).toBe(false)
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes(HOSTILE_HOST))).toEqual(
    [],
  )
})

it('the panels did show the payloads', () => {
  const all = new Set([...seen.values()].flatMap((shown) => [...shown]))
  expect(all.size).toBeGreaterThan(490)
  // The others show canvases, or texts of the dealer and of the terminal alone.
  expect([...seen].filter(([, shown]) => shown.size > 0).length).toBeGreaterThanOrEqual(18)
})
