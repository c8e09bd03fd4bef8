import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import {
  arm,
  blotter,
  chooseCustomer,
  command,
  ladder,
  letStand,
  propose,
  sendReview,
  signIn,
  tradingKeys,
} from '../story.ts'

const rowsOf = /^(?!Customer)/

/** Buys 0.2 BTC at market with leverage 5, with the keys of the ticket. */
async function buyByTicket(page: Page): Promise<void> {
  await page.keyboard.press('F9')
  const ticket = page.getByRole('form', { name: 'Order ticket' })
  await expect(ticket.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(ticket.getByRole('radio', { name: 'BUY' })).toBeChecked()
  await page.keyboard.press('F9')
  await page.keyboard.type('0.2')
  await ticket.getByRole('textbox', { name: 'Leverage' }).focus()
  await page.keyboard.type('5')
  await page.keyboard.press('Control+Enter')
  const send = ticket.getByRole('button', { name: /BUY 0\.2 BTCUSDC_PERP MARKET/ })
  await expect(send).toBeFocused()
  await expect(send).toContainText('C1042')
  await letStand(page)
  await page.keyboard.press('Enter')
  const positions = await blotter(page, 'F6', 'Positions')
  await expect(positions.getByRole('row', { name: /C1042.*BTCUSDC_PERP.*\+0\.3/ })).toBeVisible()
  await page.keyboard.press('F9')
  await expect(ticket).toContainText('now 5×')
}

test('a dealer deposits, buys three ways, cancels, and finds it all after a reload, by keyboard [4.deposits 4.orders.create 4.orders.cancel]', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)

  // No customer is chosen for anybody.
  await expect(page.getByRole('button', { name: 'Choose a customer F2' })).toBeVisible()
  await chooseCustomer(page, 'C1042')

  await test.step('deposits', async () => {
    await page.keyboard.press('F4')
    const customers = page.getByRole('grid', { name: 'Customers' })
    await expect(customers).toBeFocused()
    await expect(customers.getByRole('row', { name: /C1042/ })).toContainText('250,000')
    await page.keyboard.press('Home')
    await page.keyboard.press('d')
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.type('1500.5')
    await page.keyboard.press('Control+Enter')
    await sendReview(page, 'C1042 · DEPOSIT 1,500.5 USDC')
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('status')).toContainText('completed')
    await page.keyboard.press('Escape')
    await expect(customers.getByRole('row', { name: /C1042/ })).toContainText('251,50')
  })

  await test.step('buys by a key on the armed ladder', async () => {
    await page.keyboard.press('F5')
    await expect(ladder(page)).toBeFocused()
    await arm(page)
    await page.keyboard.press('1')
    await propose(page, 'Control+b', page.getByText(/C1042 · BUY 0\.1 BTCUSDC_PERP LIMIT .* IOC/).first())
    await letStand(page)
    await page.keyboard.press('Enter')
    const trades = await blotter(page, 'F8', 'Trades')
    await expect(trades.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ }).first()).toBeVisible()
    const positions = await blotter(page, 'F6', 'Positions')
    await expect(positions.getByRole('row', { name: /C1042.*BTCUSDC_PERP.*\+0\.1/ })).toBeVisible()
  })

  await test.step('buys by ticket with leverage 5', () => buyByTicket(page))

  await test.step('buys for cash in the command line', async () => {
    const readBack = await command(page, '# b $25k btc m')
    expect(readBack).toContain('BUY 25,000 USDC of BTCUSDC_PERP MARKET IOC')
    expect(readBack).toContain('C1042')
    const positions = await blotter(page, 'F6', 'Positions')
    await expect(positions.getByRole('row', { name: /C1042.*BTCUSDC_PERP.*\+0\.70/ })).toBeVisible()
  })

  await test.step('sees the position and its PnL move with the mark', async () => {
    const row = page.getByRole('grid', { name: 'Positions', exact: true }).getByRole('row', { name: /C1042/ })
    const unrealised = row.getByRole('gridcell').nth(5)
    const before = await unrealised.innerText()
    expect(before).toMatch(/^[+−-]?[\d,.]+$/)
    await expect(unrealised).not.toHaveText(before)
  })

  await test.step('rests a limit order and sees it in blotter, ladder and chart', async () => {
    await command(page, '# b 0.5 btc bid-1%')
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ }).first()).toContainText(/open/i)
    await page.keyboard.press('F5')
    // Rows so coarse that an order 1 % below the market is in view: it rests however the market moves meanwhile.
    for (let step = 0; step < 6; step++) await page.keyboard.press('NumpadAdd')
    await expect(page.getByText('× 1000 ticks')).toBeVisible()
    await page.keyboard.press('Space')
    await expect(ladder(page).getByRole('gridcell', { name: /^0\.5 buy limit/ })).toHaveCount(1)
    await expect(
      page.getByRole('region', { name: 'Chart BTCUSDC_PERP' }).getByRole('listitem'),
    ).toContainText([/avg entry \+0\.70/, /BUY 0\.5 C1042/])
  })

  await test.step('reloads the page and finds everything as it was, disarmed and with no customer chosen', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Choose a customer F2' })).toBeVisible()
    await chooseCustomer(page, 'C1042')
    await expect(tradingKeys(page)).toContainText(/off/i)
    await expect(ladder(page).getByRole('gridcell', { name: /^0\.5 buy limit/ })).toHaveCount(1)
    const positions = await blotter(page, 'F6', 'Positions')
    await expect(positions.getByRole('row', { name: /C1042.*BTCUSDC_PERP.*\+0\.70/ })).toBeVisible()
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ }).first()).toContainText(/open/i)
    const trades = await blotter(page, 'F8', 'Trades')
    await expect.poll(() => trades.getByRole('row', { name: rowsOf }).count()).toBeGreaterThanOrEqual(3)
  })

  await test.step('cancels it with a key in the ladder', async () => {
    await page.keyboard.press('F5')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Delete')
    await expect(ladder(page).getByRole('gridcell', { name: /buy limit/ })).toHaveCount(0)
    const orders = await blotter(page, 'F7', 'Orders')
    await page.keyboard.press('d')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ }).first()).toContainText(/canceled/i)
  })

  expect(complaints).toEqual([])
})
