/** What a hostile text did to the page: ran, loaded, hid, turned around, posed as another code, or moved a part. Knows no panel and no sheet. */

import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { contentPolicy } from '../../electron/gateway/contentPolicy.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { asWord, DISGUISED } from './hostileDesk.ts'
import { HOSTILE_HOST, PAYLOADS } from './payloads.ts'

/** Of the window, CSS px. */
export const SIZE = { width: 1600, height: 900 }
/** Violations of the content policy since the last test began. */
export const violations: string[] = []

/** Enforces the product's policy on a page of `SIZE`. The test page alone adds its own styles inline, and its server's socket. */
export async function enforcePolicy(): Promise<void> {
  await page.viewport(SIZE.width, SIZE.height)
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

/** Written here anew: characters that show no ink. The page's own narrow spaces stand in no text of a venue. */
const INKLESS = /(?! )[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u
const OWN_SPACES = /[\u00a0\u2009\u202f\n]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const ISOLATED = /\u2068[^\u2066-\u2069\u202a-\u202e]*\u2069/g
const READ_ALOUD = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'data-start', 'data-end']

/** Every text of a part of the page, also those that are read aloud, with its place. */
export function* textsOn(root: Element): Generator<readonly [string, string]> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) yield [node.parentElement?.className ?? '', node.data]
    if (!(node instanceof Element)) continue
    for (const name of READ_ALOUD)
      if (node.hasAttribute(name)) yield [`${node.className} ${name}`, node.getAttribute(name) ?? '']
    if (node instanceof HTMLInputElement) yield [`${node.className} value`, node.value]
  }
}

/** Most texts of a page stay from look to look. */
const judged = new Map<string, readonly string[]>()

/** What is wrong with one text. `where`: for the sentence. */
export function faultsOfText(where: string, text: string): readonly string[] {
  const key = `${where}\n${text}`
  const faults = judged.get(key) ?? judgeText(where, text)
  judged.set(key, faults)
  return faults
}

function judgeText(where: string, text: string): readonly string[] {
  const bare = text.replaceAll(ISOLATED, (part) => part.slice(1, -1).replaceAll(RIGHT_TO_LEFT_ALL, ''))
  const shown = JSON.stringify(text.slice(0, 60))
  const disguised = /K[CS]/.test(text) ? DISGUISED.find((name) => text.includes(name)) : undefined
  return [
    ...(INKLESS.test(bare.replaceAll(OWN_SPACES, '')) ? [`unseen: ${where}: ${shown}`] : []),
    ...(disguised === undefined ? [] : [`disguised: ${where}: ${JSON.stringify(disguised)}`]),
    ...(RIGHT_TO_LEFT.test(bare) ? [`turns: ${where}: ${shown}`] : []),
  ]
}

/** What is wrong with what a part of the page shows now. */
export function faultsOf(root: Element): readonly string[] {
  const faults = new Set<string>()
  for (const [where, text] of textsOn(root)) faultsOfText(where, text).forEach((fault) => faults.add(fault))
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
export const placesOf = (root: Element): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...root.querySelectorAll('header, footer, .dock, [data-instance]')].map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      const name = part.getAttribute('data-instance') ?? (part.className || part.tagName)
      return [name, [left, top, width, height].map(Math.round).join(' ')]
    }),
  )

/** Rows of tables that are not as high as the others, and content that sticks out of a part with no way to scroll to it. */
export function brokenIn(region: Element): readonly string[] {
  const heights = new Set(
    [...region.querySelectorAll('.grid-row.line')].map((row) =>
      Math.round(row.getBoundingClientRect().height),
    ),
  )
  const broken = heights.size > 1 ? [`rows of ${[...heights].join(' and ')} px`] : []
  const { left, right, top, bottom } = region.getBoundingClientRect()
  const scrolls = /auto|scroll/.test(getComputedStyle(region).overflowY)
  for (const element of region.querySelectorAll<HTMLElement>(
    'p, button, label, h1, h2, h3, dd, dt, summary, output',
  )) {
    const box = element.getBoundingClientRect()
    const isBeside = box.right > right + 1 || box.left < left - 1
    const isBelow = !scrolls && (box.bottom > bottom + 1 || box.top < top - 1)
    if (box.width === 0 || (!isBeside && !isBelow) || isInScroller(element, region)) continue
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
export const SHOWN = new Map(
  PAYLOADS.flatMap(({ text }, n) => [[asWord(text), n] as const, [shownCode(text), n] as const]),
)

/** Resolves two frames later. */
export const settled = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))

/** What ran, was asked for, violated the policy or widened the page since the test began. */
export function ranFaults(): readonly string[] {
  const { scrollWidth } = document.documentElement
  const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes(HOSTILE_HOST))
  return [
    ...(scrollWidth > SIZE.width ? [`the page is ${scrollWidth} px wide`] : []),
    ...violations.map((violation) => `violates ${violation}`),
    ...('hostileRan' in window ? ['a payload ran'] : []),
    ...asked.map(({ name }) => `asked for ${name}`),
  ]
}

/** Fails where a payload ran, asked for something, violated the policy or widened the page. */
export const expectNothingRan = (): void => expect(ranFaults().join('\n')).toBe('')

/** Where a part of the page leaves the window. */
export function outsideWindow(part: Element): readonly string[] {
  const { left, top, right, bottom } = part.getBoundingClientRect()
  const sides = [
    left < 0 && 'left',
    top < 0 && 'top',
    right > innerWidth && 'right',
    bottom > innerHeight && 'bottom',
  ].filter((side) => side !== false)
  return sides.length === 0
    ? []
    : [`${part.tagName} .${part.className} leaves the window: ${sides.join(', ')}`]
}
