/** The positive control of `pageFaults.ts` and `paintedTexts.ts`: a page that does on purpose what no payload may do. Each check must find it, and nothing on a harmless page. */

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DISGUISED } from './hostileDesk.ts'
import {
  brokenIn,
  enforcePolicy,
  expectNothingRan,
  faultsOf,
  outsideWindow,
  placesOf,
  ranFaults,
  SIZE,
  violations,
} from './pageFaults.ts'
import { recordPaintedTexts } from './paintedTexts.ts'
import { HOSTILE_HOST, PAYLOADS } from './payloads.ts'

let root: HTMLElement
beforeAll(() => page.viewport(SIZE.width, SIZE.height))
beforeEach(() => {
  root = document.createElement('main')
  document.body.append(root)
})
afterEach(() => {
  root.remove()
  violations.length = 0
  Reflect.deleteProperty(window, 'hostileRan')
  performance.clearResourceTimings()
})

/** Adds an element to the page. */
function put(name: string, attributes: Readonly<Record<string, string>> = {}, text = ''): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.textContent = text
  root.append(element)
  return element
}
/** A payload of the list: the control fires what the other tests fire. */
const payload = (text: string): string => PAYLOADS.find((one) => one.text === text)!.text

it('a harmless page has no fault', () => {
  put('p', { title: 'Acme Pension', class: 'grid-row line' }, 'C1042 \u2068\u05d0\u05d1\u2069 62\u202f149.5')
  put('input', { value: 'C1042', placeholder: 'Customer' })
  put('a', { href: '/manual' }, payload('<script>window.hostileRan=1</script>'))
  expect([...faultsOf(document.body), ...brokenIn(root), ...outsideWindow(root), ...ranFaults()]).toEqual([])
  expectNothingRan()
})

describe('misleading text is found', () => {
  const unseen = payload('C10\u200b42')
  it.each([
    ['in a text', /^unseen/, () => put('p', {}, unseen)],
    ['in a title', /^unseen/, () => put('p', { title: unseen })],
    ['in a name', /^unseen/, () => put('p', { 'aria-label': unseen })],
    ['in a placeholder', /^unseen/, () => put('input', { placeholder: unseen })],
    ['in a field', /^unseen/, () => put('input', { value: unseen })],
    ['that overrides its direction', /^unseen/, () => put('p', {}, payload('\u202eCDSU'))],
    ['that leaves its isolate', /^unseen/, () => put('p', {}, payload('C1042\u2069\u2069\u2069'))],
    ['that turns around', /^turns/, () => put('p', {}, payload('\u05d0\u05d1\u05d2 5'))],
    ['in a code that looks like another', /^disguised/, () => put('p', {}, `Sell for ${DISGUISED[0]}`)],
  ])('%s', (_where, fault, build) => {
    build()
    expect(faultsOf(root)).toEqual([expect.stringMatching(fault)])
  })
})

describe('what may run or load is found in the page', () => {
  const AWAY = `https://${HOSTILE_HOST}/x`
  it.each([
    ['onclick', 'button', 'void 0'],
    ['href', 'a', 'javascript:void 0'],
    ['action', 'form', AWAY],
    ['formaction', 'button', AWAY],
    ['style', 'p', `background:url(${AWAY}.png)`],
  ])('attribute %s', (name, element, value) => {
    put(element, { [name]: value })
    expect(faultsOf(root)).toEqual([`attribute ${name} of ${element.toUpperCase()}`])
  })
  it.each([
    'script',
    'iframe',
    'object',
    'embed',
    'link',
    'img',
    'video',
    'marquee',
    'style',
    'meta',
    'base',
  ])('element %s', (name) => {
    put(name)
    expect(faultsOf(root)).toEqual([`element ${name.toUpperCase()}`])
  })
})

describe('a broken layout is found', () => {
  const box = (style: string, attributes: Readonly<Record<string, string>> = {}, name = 'div') => {
    const element = put(name, attributes)
    element.style.cssText = style
    return element
  }
  it('rows of two heights', () => {
    box('height:22px', { class: 'grid-row line' })
    box('height:44px', { class: 'grid-row line' })
    expect(brokenIn(root)).toEqual(['rows of 22 and 44 px'])
  })
  it('a text that sticks out, unless its box scrolls', () => {
    root.style.width = '200px'
    const wide = box('width:300px', { class: 'wide' }, 'p')
    wide.textContent = 'W'
    expect(brokenIn(root)).toEqual(['P .wide sticks out'])
    const scroller = box('overflow-x:auto')
    scroller.append(wide)
    expect(brokenIn(root)).toEqual([])
  })
  it('a text below its part, unless the part scrolls', () => {
    root.style.height = '20px'
    const tall = box('height:40px', { class: 'tall' }, 'p')
    expect(brokenIn(root)).toEqual(['P .tall sticks out'])
    tall.textContent = 'W'
    root.style.overflowY = 'auto'
    expect(brokenIn(root)).toEqual([])
  })
  it('a part that moved', () => {
    const part = box('position:absolute;left:0;top:0;width:10px;height:10px', { class: 'dock' })
    const before = placesOf(document.body)
    expect(before).toEqual({ dock: '0 0 10 10' })
    part.style.top = '1px'
    expect(placesOf(document.body)).not.toEqual(before)
  })
  it('a part that leaves the window', () => {
    const part = box(`position:absolute;left:${SIZE.width - 5}px;top:0;width:10px;height:10px`)
    expect(outsideWindow(part)).toEqual(['DIV . leaves the window: right'])
  })
  it('a page that is wider than the window', () => {
    box(`width:${SIZE.width + 500}px;height:1px`)
    expect(ranFaults()).toEqual([`the page is ${SIZE.width + 500} px wide`])
    expect(expectNothingRan).toThrow('px wide')
  })
})

describe('what a canvas paints is found', () => {
  it.each([
    ['page', () => document.createElement('canvas').getContext('2d')!],
    ['worker', () => new OffscreenCanvas(300, 150).getContext('2d')!],
  ])('on the canvas of a %s', (_place, open) => {
    const painted = recordPaintedTexts()
    const context = open()
    context.fillText('inside', 10, 20)
    expect([...painted.texts]).toEqual(['inside'])
    expect([...painted.cut]).toEqual([])
    context.textAlign = 'right'
    context.fillText('left of it', 5, 20)
    context.textAlign = 'left'
    context.setTransform(2, 0, 0, 2, 0, 0)
    context.strokeText('right of it', 145, 20)
    expect([...painted.cut]).toEqual(['left of it', 'right of it'])
  })
})

describe('what ran is found', () => {
  const running = payload('<img src=x onerror=window.hostileRan=1>')
  const loading = payload(`<img src=https://${HOSTILE_HOST}/x.png>`)
  it('a payload that runs where there is no policy', async () => {
    root.innerHTML = running
    await expect.poll(ranFaults).toEqual(['a payload ran'])
    expect(expectNothingRan).toThrow('a payload ran')
  })
  it('a payload that loads where there is no policy', async () => {
    root.innerHTML = loading
    await expect.poll(ranFaults).toEqual([`asked for https://${HOSTILE_HOST}/x.png`])
    expect(expectNothingRan).toThrow(HOSTILE_HOST)
  })
  it('each payload that runs or loads is stopped and reported by the policy', async () => {
    await enforcePolicy()
    expect(() => (root.innerHTML = running)).toThrow(/TrustedHTML/)
    await expect.poll(ranFaults).toEqual([expect.stringMatching(/^violates require-trusted-types-for/)])
    violations.length = 0
    put('img', { src: `https://${HOSTILE_HOST}/x.png` })
    await expect.poll(() => violations).toEqual([expect.stringMatching(/^img-src https:\/\/hostile/)])
    expect(expectNothingRan).toThrow('violates img-src')
    violations.length = 0
    expect(() => put('p', { onclick: 'window.hostileRan=1' })).toThrow(/TrustedScript/)
    await expect.poll(() => violations).toEqual([expect.stringMatching(/^require-trusted-types-for/)])
    expect('hostileRan' in window).toBe(false)
  })
})
