import { expect, test } from '../desk.ts'
import { chooseCustomer, collectFaults, command, sendReview, signIn, tabTo, typeLine } from '../story.ts'

test('an order that may trade with another customer’s, or goes ahead of it, is warned of by name, sent by its number, and reported; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  const { faults, look } = collectFaults(page)
  await chooseCustomer(page, 'C2007')
  await command(page, '# s 0.2 btc ask+2%')
  await chooseCustomer(page, 'C1042')
  const sheet = page.getByRole('dialog')
  const typeItsNumber = async () => {
    const number = /Type (\d+) to send/.exec(await sheet.innerText())?.[1] ?? ''
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
  }
  await test.step('the warning names customer, amount and price', async () => {
    await command(page, '# b 0.3 btc ask+2.5%')
    await expect(sheet).toContainText(
      /may trade with the sell of C2007, 0\.2 at [\d,.]+: customers of this desk/,
    )
    await look('the warning of a cross')
  })

  await test.step('its number sends the order', typeItsNumber)

  await test.step('the firm sets the limit on going ahead of another customer', async () => {
    await typeLine(page, 'limits')
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Limits of the desk' })
    await tabTo(page, table.getByRole('textbox', { name: 'Ahead of other customers, warns above' }))
    await page.keyboard.type('0')
    await page.keyboard.press('Control+Enter')
    await sendReview(page, 'the desk · SAVE 1 change of the limits as version 1')
  })

  await test.step('an order at a better price than another customer’s is warned of before it is sent', async () => {
    await chooseCustomer(page, 'C2007')
    await command(page, '# b 0.2 btc bid-3%')
    await chooseCustomer(page, 'C1042')
    await command(page, '# b 0.3 btc bid-2%')
    await expect(sheet).toContainText(
      /goes ahead of the buy of C2007, 0\.2 at [\d,.]+: the venue may fill this order first\. The warning for the desk allows 0/,
    )
    await look('the warning of going ahead')
    await typeItsNumber()
  })

  await test.step('the report has the warning with what became of it', async () => {
    await typeLine(page, 'conflicts')
    await page.keyboard.press('Enter')
    const warned = page.getByRole('grid', { name: 'Warnings before the send' })
    await expect(
      warned.getByRole('row', { name: /C1042.*May cross other customers.*△ sent.*the sell of C2007/ }),
    ).toHaveCount(1)
    await expect(
      warned.getByRole('row', { name: /C1042.*Ahead of other customers.*△ sent.*the buy of C2007/ }),
    ).toHaveCount(1)
    await expect(page.getByRole('status', { name: 'Conflicts' })).toContainText(
      /“May cross other customers” warned of 1 order, and it was sent\. “Ahead of other customers” warned of 1 order, and it was sent/,
    )
    await look('the report of conflicts', '[data-panel=conflicts]')
  })
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('an order for the customer who alone was filled, and who was first, is warned of, sent by its number, and reported; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  const { faults, look } = collectFaults(page)
  const sheet = page.getByRole('dialog')
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.02 eth m')
  await chooseCustomer(page, 'C2007')
  await command(page, '# b 0.02 eth bid-3%')

  await test.step('the firm sets both limits', async () => {
    await typeLine(page, 'limits')
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Limits of the desk' })
    for (const limit of ['First again', 'Filled while another was not']) {
      await tabTo(page, table.getByRole('textbox', { name: `${limit}, warns above` }))
      await page.keyboard.type('0')
    }
    await page.keyboard.press('Control+Enter')
    await sendReview(page, 'the desk · SAVE 2 changes of the limits as version 1')
  })

  await test.step('the warning names who got no fill, and for which time in a row the customer is first', async () => {
    await chooseCustomer(page, 'C1042')
    await command(page, '# b 0.03 eth bid-3%')
    await expect(sheet).toContainText(
      /C1042 was filled, and C2007 was not: its buy of 0\.02 at [\d,.]+ in the same series is live\. Before you send for C1042 again, look at that order\. The warning for the desk allows 0/,
    )
    await expect(sheet).toContainText(
      /last series of buys for several customers in ETHUSDC_PERP began with C1042\. If you buy for another customer within 60 s, C1042 is first for the 2nd time in a row/,
    )
    await look('the warnings of favoring a customer')
  })

  await test.step('its number sends the order', async () => {
    await page.keyboard.type(/Type (\d+) to send/.exec(await sheet.innerText())?.[1] ?? '')
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
  })

  await test.step('the report has both warnings with what became of them', async () => {
    await typeLine(page, 'conflicts')
    await page.keyboard.press('Enter')
    const warned = page.getByRole('grid', { name: 'Warnings before the send' })
    await expect(
      warned.getByRole('row', {
        name: /C1042.*Filled while another was not.*△ sent.*C2007 was not: its buy/,
      }),
    ).toHaveCount(1)
    await expect(warned.getByRole('row', { name: /C1042.*First again.*△ sent.*2nd time/ })).toHaveCount(1)
    await look('the report of favored customers', '[data-panel=conflicts]')
  })
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
