/** Nothing that happens to an order passes unseen: a dealer's keys, the real core and paper broker, a reload and a second window. */

import { expect } from '@playwright/test'
import { test } from '../desk.ts'
import { blotter, chooseCustomer, command, duplicateTab, seriousFaults, signIn } from '../story.ts'

test('a refused order asks for acknowledgment in every window, also after a reload, by keys', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  // Every customer's orders were read: dealing is open.
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(
    '0 orders stay live at the venue if this terminal closes',
  )
  const notices = page.getByRole('grid', { name: 'Notices' })
  const urgent = notices.getByRole('rowgroup', { name: 'Must acknowledge' })

  await test.step('C7719 b 5 btc m ends in INSUFFICIENT_FUNDS: the status bar and a toast say so', async () => {
    await command(page, 'C7719 b 5 btc m')
    await expect(page.getByRole('region', { name: 'New notices' })).toContainText(
      'C7719 BUY 5 at market was refused: INSUFFICIENT_FUNDS.',
    )
    await expect(page.getByRole('button', { name: /^Notices ! 1/ })).toBeVisible()
  })

  await test.step('a fill is one notice with its average, a cancel says what was left', async () => {
    await chooseCustomer(page, 'C1042')
    await command(page, '# b 0.5 btc m')
    await command(page, '# b 0.1 btc 30000')
    // A busy machine can hold the order so long that the cancel would keep it back.
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /30,000/ })).toContainText('open')
    await command(page, 'cx # btc')
    await page.keyboard.press('Shift+F1')
    await expect(notices).toBeFocused()
    await expect(notices).toContainText(/fill\s*C1042.*Bought 0\.5 of 0\.5 at [\d,.]+ on average\./)
    await expect(notices).toContainText('BUY 0.1 at 30,000 is canceled: the venue shows it.')
    expect(await seriousFaults(page)).toEqual([])
  })

  await test.step('a second window shows it too, on top', async () => {
    const second = await duplicateTab(page)
    await second.getByRole('button', { name: /^Notices ! 1/ }).click()
    await expect(
      second.getByRole('grid', { name: 'Notices' }).getByRole('rowgroup', { name: 'Must acknowledge' }),
    ).toContainText('INSUFFICIENT_FUNDS')
    await second.close()
  })

  await test.step('Enter goes to the row of the order', async () => {
    await notices.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const orders = page.getByRole('grid', { name: 'Orders', exact: true })
    await expect(orders).toBeFocused()
    await expect(orders.getByRole('row', { selected: true })).toContainText(/C7719.*INSUFFICIENT_FUNDS/)
  })

  await test.step('A acknowledges it; after a reload it stands acknowledged', async () => {
    await page.keyboard.press('Shift+F1')
    await expect(notices).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('a')
    await expect(urgent).toHaveCount(0)
    await page.reload()
    // None waits for an acknowledgment. A warning may be unread: on a busy machine the terminal says that it answers late.
    await expect(page.getByRole('button', { name: /^Notices (\d+ unread )?Shift F1$/ })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('notices')
    await page.keyboard.press('Enter')
    await expect(notices).toContainText('BUY 5 at market was refused: INSUFFICIENT_FUNDS.')
    await expect(urgent).toHaveCount(0)
  })

  await test.step('Esc brings the chart back', async () => {
    await notices.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Chart BTCUSDC_PERP' })).toBeVisible()
    await expect(notices).toHaveCount(0)
  })
  expect(complaints).toEqual([])
})
