import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import {
  blotter,
  chooseCustomer,
  collectFaults,
  command,
  duplicateTab,
  seeBook,
  tabTo,
  typeLine,
} from '../story.ts'

async function openApprovals(page: Page) {
  await typeLine(page, 'approvals')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Waiting for a second dealer' })
  await expect(grid).toBeVisible()
  return grid
}

async function register(page: Page, name: string, passphrase: string): Promise<void> {
  const field = page.locator('#dealer-new-name')
  await tabTo(page, field)
  for (const text of [name, 'dealer', passphrase, passphrase]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Dealers', exact: true })).toContainText(`${name}, dealer`)
  await expect(field).toBeFocused()
}

test('an order above the rule leaves only once a second dealer approved it in another window, with their own passphrase; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await tabTo(page, page.getByRole('textbox', { name: 'Your name' }))
  await page.keyboard.type('J. Smith')
  await page.keyboard.press('Tab')
  const open = page.getByRole('button', { name: 'Open the paper desk' })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  await seeBook(page)
  const { faults, look } = collectFaults(page)
  await chooseCustomer(page, 'C1042')

  await test.step('two dealers, each with a passphrase, and a rule', async () => {
    const grid = await openApprovals(page)
    await grid.focus()
    await register(page, 'J. Smith', 'smith deals alone')
    await register(page, 'A. Okafor', 'okafor looks twice')
    await openApprovals(page)
    await tabTo(page, page.locator('#prove-passphrase'))
    await page.keyboard.type('smith deals alone')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The passphrase was typed in this run.')).toBeVisible()
    await tabTo(page, page.locator('#four-eyes-orders'))
    await page.keyboard.type('5,000')
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('A second dealer approves every order of 5000 USDC or more. 0 waiting'),
    ).toBeVisible()
    await look('the rules of four eyes', '[data-panel=approvals]')
  })

  await test.step('ticket and block say beforehand that the order will wait', async () => {
    const ticket = page.getByRole('form', { name: 'Order ticket' })
    const amount = ticket.getByRole('textbox', { name: 'Amount', exact: true })
    await page.keyboard.press('F9')
    await expect(amount).toBeFocused()
    // To the market type, then to BUY.
    for (const press of ['Shift+Tab', 'ArrowLeft', 'Shift+Tab', 'Space']) await page.keyboard.press(press)
    await page.keyboard.press('F9')
    await page.keyboard.type('0.1')
    const said = 'This order will wait for a second dealer.'
    await expect(ticket.getByText(said)).toBeVisible()
    await look('a ticket that will wait', '[data-panel=ticket]')
    await amount.press('Control+a')
    await page.keyboard.type('0.01')
    await expect(ticket.getByText(said)).toHaveCount(0)
    await typeLine(page, 'C1042:2,C2007:1 b 0.1 btc bid-3%')
    await page.keyboard.press('Enter')
    const basket = page.getByRole('dialog', { name: 'Block order' }).getByRole('region', { name: 'Basket' })
    await expect(basket.getByText('This block will wait for a second dealer.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(basket).toHaveCount(0)
  })

  await test.step('a small order leaves, a large one waits', async () => {
    await command(page, '# b 0.01 btc bid-5%')
    await command(page, '# b 0.1 btc bid-5%')
    await expect(page.getByRole('grid', { name: 'Waiting for a second dealer' })).toContainText(
      /J\. Smith.*buy 0\.1 BTCUSDC_PERP limit [\d.]+, GTC for C1042, .* USDC at most/,
    )
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })).toHaveCount(1)
  })

  const second = await duplicateTab(page)
  await test.step('in another window the second dealer reads the act and approves it', async () => {
    await second.bringToFront()
    await seeBook(second)
    const grid = await openApprovals(second)
    await expect(grid).toContainText('buy 0.1 BTCUSDC_PERP')
    await grid.focus()
    await second.keyboard.press('Home')
    await second.keyboard.press('Enter')
    const form = second.getByRole('form', { name: 'Request 1' })
    await expect(form).toContainText('buy 0.1 BTCUSDC_PERP')
    await second.keyboard.type('okafor looks once')
    await second.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toContainText('Name and passphrase do not belong together')
    await expect(async () => {
      await second.keyboard.type('okafor looks twice')
      await second.keyboard.press('Enter')
      await expect(form).toHaveCount(0, { timeout: 2_000 })
    }).toPass()
    await expect(second.getByRole('grid', { name: 'Decided and ended' })).toContainText(
      /approved, see Orders.*J\. Smith.*A\. Okafor.*buy 0\.1 BTCUSDC_PERP/,
    )
  })

  await test.step('and the order rests at the venue', async () => {
    await page.bringToFront()
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /C1042.*BTCUSDC_PERP/ })).toHaveCount(2)
  })
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
