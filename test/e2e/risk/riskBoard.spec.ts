/** The risk board by keyboard: a shock by volatility, a pinned row, a reduction and flattens of several rows, an alert. The real core and paper broker. */

import { expect, test } from '../desk.ts'
import { command, letStand, orNotices, seriousFaults, sendReview, signIn, typeLine } from '../story.ts'

test('several customers are shocked, reduced, flattened and watched on the risk board; by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  await command(page, 'C1042 b 0.4 btc m')
  await command(page, 'C2007 b 0.2 btc m')
  await typeLine(page, 'risk')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Risk board', exact: true })
  await expect(grid).toBeFocused()
  const row = (name: RegExp) => grid.getByRole('row', { name })
  await orNotices(page, async () => {
    await expect(row(/C1042.*BTCUSDC_PERP/)).toContainText('+0.4')
    await expect(row(/C2007.*BTCUSDC_PERP/)).toContainText('+0.2')
  })
  // The panel fills the window.
  await page.keyboard.press('Control+F10')

  await test.step('each mark moves by its own volatility, from its candles', async () => {
    const words = page.getByRole('region', { name: 'Shock' }).getByRole('status')
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('z')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('combobox', { name: 'Unit of the move' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Shock in volatility')).toBeFocused()
    for (let n = 0; n < 10; n++) await page.keyboard.press('ArrowLeft')
    await expect(words).toContainText('At -1.0 × the volatility of a day on all marks')
    // The candles of the paper broker give a number, and nobody is unknown for want of one.
    await expect(
      page.getByRole('region', { name: 'Totals', exact: true }).getByRole('row', { name: /volatility/ }),
    ).toContainText(/\d\.\d\d %/)
    await expect(words).not.toContainText('volatility of BTCUSDC_PERP')
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
  })

  await test.step('two rows are reduced by half, as one block that passes its review', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: 'Percent to reduce by' })).toBeFocused()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    // Until every row was checked there is nothing to review.
    await expect(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    const review = page.getByRole('group', { name: 'Review' })
    await expect(review).toContainText(/SELL 0\.3.*2 customers/)
    await letStand(page)
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await orNotices(page, async () => {
      await expect(row(/C1042.*BTCUSDC_PERP/)).toContainText('+0.2')
      await expect(row(/C2007.*BTCUSDC_PERP/)).toContainText('+0.1')
    })
    await expect(page.getByRole('region', { name: 'Chosen rows' })).toContainText('nothing is left, 2 done')
  })

  await test.step('a pinned row stays first', async () => {
    await grid.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await page.keyboard.press('p')
    await expect(page.getByRole('region', { name: 'Chosen rows' })).toHaveCount(0)
    await expect(grid.getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('an alert begun at a row fires on the margin used', async () => {
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('a')
    const alert = page.getByRole('textbox', { name: 'Alert line' })
    await expect(alert).toHaveValue(/ C(1042|2007)/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('used 0.0001 C1042 !')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Notices ! 1/ })).toBeVisible()
    await typeLine(page, 'risk')
    await page.keyboard.press('Enter')
    await expect(grid).toBeFocused()
  })

  await test.step('the rest is flattened, with its count typed', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('f')
    await expect(page.getByRole('dialog', { name: 'Flatten the chosen positions' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('2')
    await sendReview(page, /2 positions · FLATTEN each/)
    await orNotices(page, () =>
      expect(page.getByText('No customer has a position or an order.')).toBeVisible(),
    )
  })
  expect(await seriousFaults(page, '.risk-board')).toEqual([])
  expect(complaints).toEqual([])
})
