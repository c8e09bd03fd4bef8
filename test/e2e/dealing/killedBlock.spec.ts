/** A block whose terminal is killed while half of it has left: the next start says what is open, and the dealer ends the block by keyboard. */

import type { Page } from '@playwright/test'
import { openBroker } from '../../../electron/broker/broker.ts'
import { PLAIN_VARIANT } from '../../../electron/paper/apiVariants.ts'
import { ZERO, add, decimal, decimalOf, toText, type DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { allocate } from '../../../shared/domain/block/allocate.ts'
import { NO_ROTATION } from '../../../shared/domain/block/rotation.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { clock } from '../../contract/transports.ts'
import { openCountingProxy } from '../../fakes/venue/countingProxy.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { profileOf } from '../../fakes/venue/secondVariant.ts'
import { scratchFolder, startEntry } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { letStand, seeBook, sendBlock, typeLine } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

const COUNT = 200
/** Orders that reach the venue before the line breaks. */
const LEAVE = 80
const CODES = Array.from({ length: COUNT }, (_, n) => `K${String(n + 1).padStart(3, '0')}` as CustomerCode)
/** Contracts of the whole: no share of it is a whole lot. */
const PARENT = '3.137'
const weightOf = (n: number): number => 1 + (n % 7)
/** Far below the market, so that every order rests where it can be counted. */
const LINE = `${CODES.map((code, n) => `${code}:${weightOf(n)}`).join()} b ${PARENT} btc @20000`

/** Contracts of each customer, to the last lot of the whole. */
function amounts(): readonly string[] {
  const split = allocate({
    method: 'ratio',
    side: 'buy',
    parent: decimal(PARENT),
    lot: decimal('0.001'),
    rotation: NO_ROTATION,
    rows: CODES.map((customerCode, n) => ({
      customerCode,
      measure: decimalOf(weightOf(n)),
      why: null,
      out: null,
    })),
  })
  const byCode = new Map(split.ok ? split.value.rows.map((row) => [row.customerCode, row.amount]) : [])
  return CODES.map((code) => toText(byCode.get(code) ?? ZERO))
}

const sumOf = (all: readonly string[]): string =>
  toText(all.reduce((sum, amount) => add(sum, decimal(amount)), ZERO))

/** Presses a key of the strip that asks once more, and answers. */
async function actOnStrip(page: Page, key: string, asks: RegExp): Promise<void> {
  const strip = page.getByRole('region', { name: /^Block B/ })
  await page.keyboard.press('Control+F9')
  await expect(strip).toBeFocused()
  await page.keyboard.press(key)
  await expect(strip.getByRole('button', { name: asks })).toBeVisible()
  await letStand(page)
  await page.keyboard.press('Enter')
}

test('a terminal killed in the middle of a block of 200 sends no customer the order twice after its restart, and names what is open, by keyboard', async ({
  browser,
  atEnd,
}) => {
  const paper = await startLivePaper({
    customers: CODES.map((code) => ({ code, collateral: '100000' as DecimalText })),
  })
  atEnd(() => paper.close())
  const line = await openCountingProxy(paper.restUrl, LEAVE)
  atEnd(() => line.close())
  const file = otherVenue({ restUrl: line.restUrl, streamUrl: paper.streamUrl })
  atEnd(() => file.remove())
  const data = scratchFolder()
  atEnd(() => data.remove())
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  atEnd(() => context.close())
  const openDesk = async () => {
    const desk = await startEntry(
      'electron/start.js',
      ['--browser', '--no-open', '--port', '0', '--data-dir', data.path, '--venue', file.path],
      /ready at (http:\/\/127\.0\.0\.1:\d+\/#\S+)/,
    )
    atEnd(() => desk.kill())
    const page = await context.newPage()
    await page.goto(desk.match[1] ?? '')
    await typeCredentials(page, paper.username, paper.password)
    await seeBook(page)
    return { desk, page }
  }

  const first = await openDesk()
  await typeLine(first.page, ' ')
  await first.page.keyboard.insertText(LINE)
  // An Enter that the page handles late, behind reading so long a line, does nothing.
  await expect(first.page.getByRole('search', { name: 'Command' })).toContainText('Enter fills in the block')
  await first.page.keyboard.press('Enter')
  await expect(first.page.getByRole('dialog', { name: 'Block order' })).toContainText('200')
  await sendBlock(first.page, COUNT)
  await expect.poll(() => line.held()).toBeGreaterThan(0)
  await first.desk.kill()
  await first.page.close()
  line.passAll()

  const { page } = await openDesk()
  const strip = page.getByRole('region', { name: /^Block B/ })
  await expect(strip).toContainText(/PAUSED: Openpit restarted: \d+ of 200 were requested/)
  await expect(strip).toContainText('resting 80')
  // A desk that loses its stream on a busy machine pauses the block again, and the dealer resumes it again.
  await expect(async () => {
    if ((await strip.innerText()).includes('PAUSED')) await actOnStrip(page, 'u', /that wait/)
    await expect(strip).toContainText('every row had its turn', { timeout: 15_000 })
  }).toPass()
  const notSent = Number(/not sent (\d+)/.exec(await strip.innerText())?.[1] ?? 0)
  if (notSent > 0) await actOnStrip(page, 'r', /again/)
  await expect(strip).toContainText(/requested 200 of 200/)
  await expect(strip).not.toContainText('on the way')
  const unknown = Number(/unknown (\d+)/.exec(await strip.innerText())?.[1] ?? 0)
  const resting = COUNT - unknown
  await expect(strip).toContainText(`resting ${resting}`)
  if (unknown > 0)
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(
      `${resting} orders stay and ${unknown} of unknown status may stay live at the venue`,
    )

  const other = openBroker({ clock, random: seededRandom(4) })(profileOf(PLAIN_VARIANT, paper))
  atEnd(() => other.close())
  await other.signIn({ username: paper.username, password: paper.password })
  const lists = await Promise.all(CODES.map((code) => other.openOrders(code)))
  const counts = lists.map((list) => (list.ok ? list.value.items.length : Number.NaN))
  expect(counts.filter((count) => count > 1)).toEqual([])
  expect(counts.filter((count) => count === 1)).toHaveLength(resting)
  const planned = amounts()
  const wrong = lists.flatMap((list, n) =>
    list.ok ? list.value.items.filter(({ amount }) => amount !== planned[n]) : [],
  )
  expect(wrong).toEqual([])
  // The venue's own sum, with the rows of unknown status, is the block to the last lot.
  const rested = lists.flatMap((list) => (list.ok ? list.value.items.map(({ amount }) => amount ?? '0') : []))
  const missing = planned.filter((_, n) => counts[n] === 0)
  expect(sumOf([...rested, ...missing])).toBe(PARENT)
})
