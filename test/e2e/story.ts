/** What a dealer does, as the stories tell it: by keyboard, found by role and visible words. Knows no class and no markup. */

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

export const ladder = (page: Page, symbol = 'BTCUSDC_PERP'): Locator =>
  page.getByRole('grid', { name: `Ladder ${symbol}` })

/** Waits until the ladder shows a book: its headings stand there from the start. */
export const seeBook = (page: Page): Promise<void> =>
  expect(ladder(page).getByRole('gridcell')).not.toHaveCount(0)

/** Enter on the built-in broker's card, then wait until dealing may begin. */
export async function signIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Watchlist' }).getByRole('gridcell')).not.toHaveCount(0)
  await seeBook(page)
}

export async function chooseCustomer(page: Page, code: string): Promise<void> {
  await page.keyboard.press('F2')
  await page.keyboard.type(code)
  // Right after signing in the customers may still be on their way.
  await expect(page.getByRole('option', { name: new RegExp(code) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: new RegExp(`^\\S*\\s*${code}`) }).first()).toBeVisible()
}

/** A second window of the dealer, as a browser duplicates a tab: the new one has a copy of the session storage, with the secret in it. */
export async function duplicateTab(page: Page): Promise<Page> {
  const [second] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(location.href)),
  ])
  return second
}

/** Waits until what is shown has stood for longer than the 150 ms within which an Enter confirms nothing. */
export async function letStand(page: Page): Promise<void> {
  // An Enter counts from the frame that draws the sentence, which a busy machine draws late.
  const shown = await page.evaluate(
    () => new Promise<number>((drawn) => requestAnimationFrame(() => drawn(performance.now()))),
  )
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(shown + 200)
}

/** Opens the command line and types a line in place of the last one. */
export async function typeLine(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Command line' })
  await expect(box).toBeFocused()
  await box.press('Control+a')
  await page.keyboard.type(line)
}

/** Presses Enter until something holds: an Enter within 150 ms of the sentence counts as a slip of the finger, and does nothing. */
export const enterUntil = (page: Page, holds: (timeout: number) => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Enter')
    await holds(300)
  }).toPass()

/** Tab until a field has the focus: a form is walked as a dealer walks it. */
export async function tabTo(page: Page, field: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await field.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(field).toBeFocused()
}

/** What the window says of its trading keys: armed and for whom, or why not. */
export const tradingKeys = (page: Page): Locator => page.getByRole('status', { name: 'Trading keys' })

/** Presses a key until something shows, again only under a notice: what a ladder refuses, it refuses with words, so a press without either fails the story. */
async function pressUntil(page: Page, key: string, wanted: Locator): Promise<void> {
  const notice = page.getByRole('region', { name: 'New notices' }).getByRole('button').first()
  do {
    await page.keyboard.press(key)
    await wanted.waitFor({ timeout: 500 }).catch(() => expect(wanted.or(notice).first()).toBeVisible())
  } while (!(await wanted.isVisible()))
}

/**
 * Acts until something shows. A window that was busy for over a second drops a late key or click, and says so: only under that sentence the act is done again, as
 * the sentence asks.
 */
export async function actUntil(page: Page, act: () => Promise<void>, wanted: Locator): Promise<void> {
  const busy = page.getByRole('region', { name: 'New notices' }).getByText(/^This window was busy for /)
  do {
    await act()
    await wanted.waitFor({ timeout: 10_000 }).catch(() => expect(wanted.or(busy).first()).toBeVisible())
  } while (!(await wanted.isVisible()))
}

/** Arms the focused ladder. It refuses while its book or its customer is on the way, and right after another window's change. */
export async function arm(page: Page, customer = 'C1042'): Promise<void> {
  const armed = tradingKeys(page).filter({ hasText: `ARMED ${customer}` })
  if (!(await armed.isVisible())) await pressUntil(page, 'F10', armed)
}

/** Presses a key of the armed ladder until its proposal waits. A private channel that comes late closes the customer once more. */
export const propose = (page: Page, key: string, proposal: Locator): Promise<void> =>
  pressUntil(page, key, proposal)

/** Enter in a sheet, until it has closed. */
export const enterSheet = (page: Page): Promise<void> =>
  enterUntil(page, (timeout) => expect(page.getByRole('dialog')).toHaveCount(0, { timeout }))

/** Types a line, reads back what it would do, and sends it with the second Enter. */
export async function command(page: Page, line: string): Promise<string> {
  await typeLine(page, line)
  const bar = page.getByRole('search', { name: 'Command' })
  // Until the customer was read back, the chip says so and Enter reads nothing back.
  const chip = page.getByRole('banner').getByRole('button', { name: / F2$/ })
  await expect(chip.getByRole('img')).toHaveCount(0)
  // The key that would read it back stands beside a line that is understood; right after signing in a tick may still be missing for that.
  await expect(bar).toContainText(/Enter$/)
  // A market order needs a live book: without one a limit refuses it.
  await expect(bar).not.toContainText(/sweep (?:…|unknown)/)
  try {
    await actUntil(page, () => page.keyboard.press('Enter'), bar.filter({ hasText: 'Enter sends' }))
  } catch (failure) {
    const notices = await page.getByRole('region', { name: 'New notices' }).allInnerTexts()
    throw new Error(`The line was not read back. Notices: ${notices.join(' | ')}`, { cause: failure })
  }
  const readBack = (await bar.innerText()).trim()
  await enterUntil(page, (timeout) => expect(bar).not.toContainText('Enter sends', { timeout }))
  return readBack
}

/** What must hold after orders were sent. Where it does not, the failure says what the notices say of them. */
export async function orNotices(page: Page, holds: () => Promise<void>): Promise<void> {
  try {
    await holds()
  } catch (failure) {
    const grid = page.getByRole('grid', { name: 'Notices' })
    if ((await grid.count()) === 0) await page.keyboard.press('Shift+F1')
    await grid.getByRole('row').nth(1).waitFor()
    const notices = await grid.getByRole('row').allInnerTexts()
    throw new Error(`An order is not there. Notices: ${notices.join(' | ')}`, { cause: failure })
  }
}

/** Enter in the review that a form shows, once it says what it sends. An Enter within 150 ms of its showing does nothing. */
export async function sendReview(page: Page, sentence: string | RegExp): Promise<void> {
  const review = page.getByRole('group', { name: 'Review' })
  await expect(review).toContainText(sentence)
  // One Enter: a second would go to the table that has the focus once the review is sent.
  await letStand(page)
  await page.keyboard.press('Enter')
  await expect(review).toHaveCount(0)
}

/** Reviews the block in the open sheet, types its count and sends it, once more from the review where a busy machine dropped it. */
export async function sendBlock(page: Page, count: number): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Block order' })
  const review = sheet.getByRole('group', { name: 'Review' })
  await expect(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
  await expect(async () => {
    if (!(await review.isVisible())) await page.keyboard.press('Control+Enter')
    await expect(review).toBeVisible({ timeout: 2_000 })
    await letStand(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(String(count))
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0, { timeout: 5_000 })
  }).toPass()
}

/** The blotter behind a key (F6 positions, F7 orders, F8 trades), brought to the front and focused. */
export async function blotter(page: Page, key: 'F6' | 'F7' | 'F8', name: string): Promise<Locator> {
  await page.keyboard.press(key)
  const grid = page.getByRole('grid', { name, exact: true })
  await expect(grid).toBeFocused()
  return grid
}

/** Finds a setting by its words and walks `presses` choices down from the present one. Leaves the settings open. */
export async function changeSetting(page: Page, name: string, presses: number): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Find a setting or a key' })
  if (await search.isVisible()) await search.focus()
  else await page.keyboard.press('Control+Comma')
  await expect(search).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(name.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name, exact: true })).toBeFocused()
  for (let n = 0; n < presses; n++) await page.keyboard.press('ArrowDown')
}

/** Positions of three customers and a few resting orders, for pictures. */
export async function dealALittle(page: Page): Promise<void> {
  await chooseCustomer(page, 'C1042')
  await command(page, '# b $25k btc m x5')
  await command(page, '# b 0.5 btc bid-70t')
  await command(page, '# s 1 btc ask+60t')
  await command(page, '# b 20 eth bid-60t')
  await command(page, 'C2007 s 12 eth m')
  await command(page, 'C3311 b 40 sol m')
  await page.keyboard.press('F6')
  // The head and three positions; a resting order may have filled and made a fourth.
  await orNotices(page, () =>
    expect(page.getByRole('grid', { name: 'Positions', exact: true }).getByRole('row').nth(3)).toBeVisible(),
  )
  await page.keyboard.press('F5')
  await page.keyboard.press('Space')
  await arm(page)
}

/** What axe finds on the page as it stands that is serious or critical: rule and place. `within`: a selector of the only part that is looked at, which takes a tenth of the time. */
export async function seriousFaults(page: Page, within?: string): Promise<string[]> {
  // The legacy mode judges within the page, which is one frame. The other mode carries every node that passed to a blank page, in six times the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

/** Collects the serious faults of several screens, each with the screen's name, to be judged at the end of a story. */
export function collectFaults(page: Page): {
  readonly faults: readonly string[]
  readonly look: (screen: string, within?: string) => Promise<void>
} {
  const faults: string[] = []
  return {
    faults,
    async look(screen, within) {
      for (const fault of await seriousFaults(page, within)) faults.push(`${screen}: ${fault}`)
    },
  }
}
