/** The figure of a block's review: from Enter on the line of a block of 200 customers until its review can be asked for, each row and the whole checked by the core, beside resting orders of every customer. */

import type { Page } from 'playwright'
import { openBroker } from '../../../electron/broker/broker.ts'
import { PLAIN_VARIANT } from '../../../electron/paper/apiVariants.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { invariant, ok } from '../../../shared/base/result.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Side, Symbol } from '../../../shared/domain/scalars.ts'
import { typeLine } from '../../e2e/story.ts'
import { otherVenue, typeCredentials } from '../../e2e/venue.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { profileOf } from '../../fakes/venue/secondVariant.ts'
import { median, quantile, rounded, type Group } from '../figures.ts'
import { openBrowser, serveTerminal } from '../page/servedTerminal.ts'

const COUNT = 200
const CODES = Array.from({ length: COUNT }, (_, n) => `K${String(n + 1).padStart(3, '0')}` as CustomerCode)
/** Sizes of the customers; the price is far below the market. */
const SIZES = CODES.map((code, n) => `${code}=0.0${11 + (n % 8)}`).join()
/** Resting orders of each customer on each side, at prices that no block of the bench reaches. */
const RESTING = 10
const RESTING_PRICE: Readonly<Record<Side, number>> = { buy: 10_000, sell: 200_000 }
/** Ms after which a desk without a book, or a block that cannot be reviewed, fails the bench. */
const PATIENCE = 180_000

/** Ms by the page's clock from its Enter until the first frame in which the button of the review is enabled. Each turn is another block, which the core checks anew. */
async function reviewableMs(page: Page, turn: number): Promise<number> {
  await typeLine(page, ' ')
  await page.keyboard.insertText(`${SIZES} b btc @${20_000 + turn}`)
  await page
    .getByRole('search', { name: 'Command' })
    .getByText(/Enter fills in the block/)
    .waitFor({ timeout: PATIENCE })
  // The page listens before the key is sent: a call that is under way may be later than the key.
  await page.evaluate((patience) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const look = (began: number) => {
      const button = document.querySelector('[role=dialog] [data-review]')
      if (button?.getAttribute('aria-disabled') === 'false') resolve(performance.now() - began)
      else if (performance.now() - began > patience)
        reject(new Error(`The block cannot be reviewed: ${button?.textContent ?? 'no sheet'}`))
      else requestAnimationFrame(() => look(began))
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') return
      window.removeEventListener('keydown', onKey, true)
      look(performance.now())
    }
    window.addEventListener('keydown', onKey, true)
    Object.assign(window, { reviewable: promise })
  }, PATIENCE)
  await page.keyboard.press('Enter')
  const ms = await page.evaluate(() => (window as unknown as { reviewable: Promise<number> }).reviewable)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return ms
}

/** Rests orders of every customer, as another terminal would. */
async function restOrders(paper: Awaited<ReturnType<typeof startLivePaper>>): Promise<void> {
  const elsewhere = openBroker({ clock: clockOf(globalThis), random: seededRandom(1) })(
    profileOf(PLAIN_VARIANT, paper),
  )
  await elsewhere.signIn({ username: paper.username, password: paper.password })
  const restOne = async (customerCode: CustomerCode, side: Side, n: number) => {
    const draft = plainDraft({
      customerCode,
      symbol: 'BTCUSDC_PERP' as Symbol,
      side,
      type: 'limit',
      amount: '0.001' as DecimalText,
      limitPrice: String(RESTING_PRICE[side] + n) as DecimalText,
    })
    const id = `resting-${customerCode}-${side}-${n}` as ReferenceId
    const sent = await elsewhere.createOrder(id, draft, async () => ok(null))
    invariant(sent.kind === 'accepted', `The venue took a resting order: ${JSON.stringify(sent)}`)
  }
  for (let n = 0; n < RESTING; n++)
    for (const side of ['buy', 'sell'] as const)
      // oxlint-disable-next-line no-await-in-loop -- All at once would wait behind one another at the venue.
      await Promise.all(CODES.map((code) => restOne(code, side, n)))
  elsewhere.close()
}

/** The first entry is of the first block of the window, which also reads fees and margin of every customer. */
export async function measureBlockReview(
  turns: number,
  say: (line: string) => void,
): Promise<readonly number[]> {
  const paper = await startLivePaper({
    customers: CODES.map((code) => ({ code, collateral: '100000' as DecimalText })),
  })
  await restOrders(paper)
  const file = otherVenue(paper)
  const desk = await serveTerminal(say, { venueFile: file.path })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.goto(desk.url)
    await typeCredentials(page, paper.username, paper.password)
    await page
      .getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })
      .getByRole('gridcell')
      .first()
      .waitFor({ state: 'attached', timeout: PATIENCE })
    const all: number[] = []
    // oxlint-disable-next-line no-await-in-loop -- Two at once would share the page.
    for (let turn = 0; turn <= turns; turn++) all.push(await reviewableMs(page, turn))
    return all
  } finally {
    await browser.close()
    await desk.close()
    await paper.close()
    file.remove()
  }
}

export const blockReview: Group = {
  keys: ['block.enterToReviewable200.ms'],
  async measure({ quick, say }) {
    const [first, ...later] = await measureBlockReview(quick ? 3 : 15, say)
    invariant(first !== undefined, 'The bench reviewed a block')
    return {
      'block.enterToReviewable200.ms': {
        value: rounded(median(later)),
        unit: 'ms',
        peer: null,
        note: `from Enter on the line until the first frame in which the block of ${COUNT} customers can be reviewed, each row and the whole checked by the core beside ${2 * RESTING * COUNT} resting orders; median of ${later.length}, slowest ${rounded(quantile(later, 1))} ms; the first block of the window, which also reads fees and margin of every customer, ${rounded(first)} ms; served desk, Chromium and paper broker over loopback`,
      },
    }
  },
}
