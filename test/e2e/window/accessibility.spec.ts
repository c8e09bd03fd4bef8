import { expect, test } from '../desk.ts'
import { chooseCustomer, collectFaults, command, dealALittle, signIn } from '../story.ts'

test('axe finds nothing serious on sign-in and desk, and the page logs no error', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeVisible()
  await look('sign-in')
  await signIn(page)
  await look('desk without a customer')
  await dealALittle(page)
  await look('desk with positions, armed')
  await page.keyboard.press('b')
  await look('ladder with an order waiting for Enter')
  await page.keyboard.press('Escape')
  for (const key of ['F7', 'F8', 'F9', 'F4']) {
    await page.keyboard.press(key)
    await look(`desk after ${key}`)
  }
  await chooseCustomer(page, 'C2007')
  await command(page, 'cx C1042')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('axe finds nothing serious on the sheets, and the page logs no error', async ({ openTerminal }) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  const dialog = page.getByRole('dialog')
  for (const key of ['F1', 'F2', 'F3']) {
    await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    await look(`sheet of ${key}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.keyboard.press('F4')
  await page.keyboard.press('Home')
  await page.keyboard.press('d')
  await expect(dialog).toBeVisible()
  await look('deposit')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
