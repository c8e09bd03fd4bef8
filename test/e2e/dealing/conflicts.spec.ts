import { expect, test } from '../desk.ts'
import { chooseCustomer, collectFaults, command, signIn, typeLine } from '../story.ts'

test('an order that may trade with another customer’s is warned of by name, sent by its number, and reported; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  const { faults, look } = collectFaults(page)
  await chooseCustomer(page, 'C2007')
  await command(page, '# s 0.2 btc ask+2%')
  await chooseCustomer(page, 'C1042')
  const sheet = page.getByRole('dialog')
  await test.step('the warning names customer, amount and price', async () => {
    await command(page, '# b 0.3 btc ask+2.5%')
    await expect(sheet).toContainText(
      /may trade with the sell of C2007, 0\.2 at [\d,.]+: customers of this desk/,
    )
    await look('the warning of a cross')
  })

  await test.step('its number sends the order', async () => {
    const number = /Type (\d+) to send/.exec(await sheet.innerText())?.[1] ?? ''
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
  })

  await test.step('the report has the warning with what became of it', async () => {
    await typeLine(page, 'conflicts')
    await page.keyboard.press('Enter')
    const warned = page.getByRole('grid', { name: 'Warned crosses' })
    await expect(warned.getByRole('row', { name: /C1042.*△ sent.*the sell of C2007/ })).toHaveCount(1)
    await expect(page.getByRole('status', { name: 'Conflicts' })).toContainText(
      /1 order was warned of a cross between customers, and 1 of them was sent/,
    )
    await look('the report of conflicts', '[data-panel=conflicts]')
  })
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
