import { expect, test } from '../desk.ts'
import {
  arm,
  blotter,
  chooseCustomer,
  ladder,
  letStand,
  propose,
  seeBook,
  signIn,
  tradingKeys,
} from '../story.ts'

test('no customer is the default; a change disarms; staged orders keep their own; by keyboard', async ({
  openTerminal,
}, info) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  const ticket = page.getByRole('form', { name: 'Order ticket' })
  const keys = tradingKeys(page)
  const commandBar = page.getByRole('search', { name: 'Command' })
  const nobody = page.getByRole('button', { name: 'Choose a customer F2' })

  await test.step('no customer is chosen for anybody, and nothing can be dealt without one', async () => {
    await expect(nobody).toBeVisible()
    await expect(ticket.getByRole('textbox', { name: 'Customer' })).toHaveValue('')
    await page.keyboard.press('F5')
    await page.keyboard.press('F10')
    await expect(keys).not.toContainText('ARMED')
  })

  await test.step('another customer disarms the ladder and drops what it proposed', async () => {
    await chooseCustomer(page, 'C1042')
    await page.keyboard.press('F5')
    await arm(page)
    await page.keyboard.press('1')
    await page.keyboard.press('BracketLeft')
    await propose(page, 'b', page.getByText(/C1042 · BUY 0\.1 BTCUSDC_PERP LIMIT/).first())
    await chooseCustomer(page, 'C2007')
    await expect(keys).toContainText('the customer changed')
    await expect(page.getByText(/Enter sends/)).toHaveCount(0)
    await page.keyboard.press('F5')
    await expect(ladder(page)).toBeFocused()
    await page.keyboard.press('Enter')
    const orders = await blotter(page, 'F7', 'Orders')
    await expect(orders.getByRole('row', { name: /BTCUSDC_PERP/ })).toHaveCount(0)
  })

  await test.step('a ticket that is begun stays with its customer, says so, and its button names them', async () => {
    await page.keyboard.press('F9')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('F9')
    await page.keyboard.type('0.2')
    await chooseCustomer(page, 'C1042')
    await expect(ticket).toContainText('Pinned to C2007; the window is on C1042.')
    await page.keyboard.press('F9')
    await page.keyboard.press('Control+Enter')
    const send = ticket.getByRole('button', { name: /C2007 · BUY 0\.2 BTCUSDC_PERP MARKET/ })
    await expect(send).toBeFocused()
    await page.screenshot({ path: info.outputPath('pinned.png') })
    await letStand(page)
    await page.keyboard.press('Enter')
    const positions = await blotter(page, 'F6', 'Positions')
    await expect(positions.getByRole('row', { name: /C2007.*BTCUSDC_PERP.*\+0\.2/ })).toBeVisible()
    await expect(positions.getByRole('row', { name: /C1042/ })).toHaveCount(0)
    // It is free now, and belongs to the window's customer again.
    await expect(ticket.getByRole('textbox', { name: 'Customer' })).toHaveValue('C1042')
    await expect(ticket).not.toContainText('Pinned')
  })

  await test.step('what was read back for one customer is not sent for another', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('# b 0.05 btc m')
    await page.keyboard.press('Enter')
    await expect(commandBar).toContainText('C1042 ·')
    await expect(commandBar).toContainText('Enter sends')
    await chooseCustomer(page, 'C2007')
    await expect(commandBar).not.toContainText('Enter sends')
    await page.keyboard.press('Control+k')
    // The line now means the other customer, so Enter reads back anew and sends nothing.
    await page.keyboard.press('Enter')
    await expect(commandBar).toContainText('C2007 ·')
    await expect(commandBar).toContainText('Enter sends')
    await page.keyboard.press('Escape')
    const positions = await blotter(page, 'F6', 'Positions')
    await expect(positions.getByRole('row', { name: /C1042/ })).toHaveCount(0)
  })

  await test.step('a window that opens anew has no customer', async () => {
    await page.reload()
    await seeBook(page)
    await expect(nobody).toBeVisible()
    await expect(keys).not.toContainText('ARMED')
  })

  expect(complaints).toEqual([])
})
