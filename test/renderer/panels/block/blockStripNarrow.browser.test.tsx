/** The strip of a block on narrow windows: the state, its reason and the sentence stay readable beside the buttons. */

import { describe, expect, it } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { blockOf, keys, orderFor, underWay } from './blockWindow.ts'

const WHY =
  'The private channel orders is down since 19:27:40 UTC: fills and cancels may go unseen. Nothing was sent. Canceling works; a flatten asks for the customer code.'

/** No row is requested: the buttons are few enough to stand beside a reason. */
const ALL_WAIT = blockOf().rows.map((row) => ({ ...row, referenceId: null, state: 'waiting' as const }))

const SIZES = [
  [1366, 768],
  [1024, 700],
  [853, 480],
] as const

/** How many px of an element are cut away, by its own edges or by those of a part around it; 0: it is shown whole. */
function cutOf(strip: Locator, selector: string): number {
  const element = strip.element().querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`The strip has no ${selector}.`)
  const { left, right, top, bottom } = element.getBoundingClientRect()
  let cut = Math.max(element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight)
  // An inline element has no own edges.
  if (element.clientWidth === 0 && right > left) cut = 0
  for (let part = element.parentElement; part && strip.element().contains(part); part = part.parentElement) {
    const edge = part.getBoundingClientRect()
    cut = Math.max(cut, edge.left - left, right - edge.right, edge.top - top, bottom - edge.bottom)
  }
  return Math.round(cut)
}

describe.each(SIZES)('at %i × %i px', (width, height) => {
  it('a paused block shows its state, the reason, the whole sentence and every button', async () => {
    await page.viewport(width, height)
    const { strip } = await underWay(
      blockOf({ state: 'paused', why: WHY, dealer: 'J. Smith', rows: ALL_WAIT }),
      [],
      () => undefined,
      { width, height },
    )
    await expect.element(strip.getByText('PAUSED', { exact: true })).toBeVisible()
    for (const part of ['.block-state > span:first-child', '.block-why', '.block-sentence'])
      expect([part, cutOf(strip, part)]).toEqual([part, 0])
    const edge = strip.element().getBoundingClientRect()
    for (const button of strip.getByRole('button').elements()) {
      const { right, bottom } = button.getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(edge.right)
      expect(bottom).toBeLessThanOrEqual(edge.bottom)
    }
  })

  it('a question that the block outran says so', async () => {
    await page.viewport(width, height)
    const { desk, strip } = await underWay(
      blockOf({ state: 'paused', why: WHY }),
      [orderFor('C1042', { phase: 'working', status: 'open' })],
      () => undefined,
      { width, height },
    )
    await keys('u')
    await expect.element(strip.getByRole('button', { name: /^Send the 1 order of B7k/ })).toBeVisible()
    desk.delta('blocks', [blockOf({ state: 'stopped', why: null })])
    await expect.element(strip).toMatchTextContent(/The block changed after the question/)
    expect(cutOf(strip, '.block-state > span:first-child')).toBe(0)
    expect(cutOf(strip, '.block-state > span:last-child')).toBe(0)
  })
})
