import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { arm, blotter, chooseCustomer, command, ladder, letStand, signIn } from '../story.ts'

/** The customer's only live order, as the ladder's accessible row says it. */
const restingBuy = (page: Page): Locator => ladder(page).getByRole('gridcell', { name: /^0\.5 buy limit/ })

/** A buy of 0.5 BTC that rests 1 % below the market, and rows so coarse that it is in view. */
async function restOrder(page: Page): Promise<void> {
  await command(page, '# b 0.5 btc bid-1%')
  await page.keyboard.press('F5')
  for (let step = 0; step < 6; step++) await page.keyboard.press('NumpadAdd')
  await expect(page.getByText('× 1000 ticks')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(restingBuy(page)).toHaveCount(1)
}

const chart = (page: Page): Locator => page.getByRole('region', { name: 'Chart BTCUSDC_PERP' })

/** The own line of the chart, such as `BUY 0.5 C1042 at 61,500.0`. */
const ownLine = (page: Page): Locator =>
  chart(page)
    .getByRole('listitem')
    .filter({ hasText: /^BUY 0\.5 C1042 at / })

/** Its price in ticks of 0.1 USDC. */
async function ticksOfOrder(page: Page): Promise<number> {
  await expect(ownLine(page)).toHaveCount(1)
  const [, price = ''] = / at ([\d,]+\.\d)/.exec((await ownLine(page).textContent()) ?? '') ?? []
  return Number(price.replaceAll(/[,.]/g, ''))
}

test('an order is moved on the ladder and in the chart, columns and studies are chosen; by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await restOrder(page)
  const first = await ticksOfOrder(page)

  await test.step('a column of the ladder is switched off, and is off when its menu opens again', async () => {
    await page.keyboard.press('Shift+F10')
    const queue = page.getByRole('menuitemcheckbox', { name: /queue/i })
    await expect(queue).toBeChecked()
    const menu = page.getByRole('menu')
    await expect.poll(() => menu.evaluate((shown) => shown.contains(document.activeElement))).toBe(true)
    await page.keyboard.type('queue')
    await expect(queue).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(queue).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(ladder(page)).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(queue).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(ladder(page)).toBeFocused()
  })

  await test.step('Shift ↑ shows a ghost on the armed ladder, and Enter sends one change', async () => {
    await arm(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(page.getByText(/C1042 · AMEND BUY BTCUSDC_PERP limit /).first()).toBeVisible()
    expect(await ticksOfOrder(page)).toBe(first)
    await letStand(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => ticksOfOrder(page)).toBe(first + 2)
  })

  await test.step('the chart takes an interval, a kind, an indicator and a drawing', async () => {
    const candles = chart(page).getByRole('application')
    await candles.focus()
    await page.keyboard.type(',15')
    await page.keyboard.press('Enter')
    await expect(candles).toBeFocused()
    await expect(candles).toHaveAccessibleName(/15m/)
    await page.keyboard.press('k')
    for (const [key, words] of [
      ['i', 'ema 21'],
      ['d', 'level 62000'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(candles).toBeFocused()
    }
    await expect(chart(page)).toContainText(/EMA 21/i)
  })

  await test.step('Shift ↓ moves the order in the chart, and Enter sends one change', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(chart(page).getByText(/C1042 · AMEND BUY BTCUSDC_PERP limit /)).toBeVisible()
    expect(await ticksOfOrder(page)).toBe(first + 2)
    await letStand(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => ticksOfOrder(page)).toBe(first + 1)
  })

  await test.step('a reload keeps column, interval, kind, indicator and drawing', async () => {
    await page.reload()
    await expect(chart(page).getByRole('application')).toHaveAccessibleName(/15m/)
    await expect(chart(page)).toContainText(/EMA 21/i)
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })).toHaveCount(1)
  })
  expect(complaints).toEqual([])
})
