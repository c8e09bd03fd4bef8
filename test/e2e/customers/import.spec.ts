import { expect, test } from '../desk.ts'
import { letStand, sendReview, signIn, tabTo } from '../story.ts'
import { chooseFile } from './importFile.ts'

test('a dealer imports the customers of a file after a preview that names rows left out, and takes the import back; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  const sheet = await chooseFile(page, [
    'customer_code,name,group',
    'C1042,Acme Pension,macro',
    'N9001,Newcomer,macro',
    'N9001,Twice,macro',
  ])
  await expect(
    sheet.getByText('customers.csv: 0 new customers, 1 changed, 0 as now, 2 rows left out.'),
  ).toBeVisible()
  await expect(sheet.getByRole('grid', { name: 'Changes of the import' })).toContainText(/C1042.*macro/)
  await expect(sheet.getByRole('grid', { name: 'Rows left out' })).toContainText('N9001')
  await page.keyboard.press('Control+Enter')
  await sendReview(page, 'IMPORT customers.csv')
  await expect(sheet.getByText(/^Imported: 1 customer\./)).toBeVisible()
  await tabTo(page, sheet.getByRole('button', { name: 'Undo the last import' }))
  await letStand(page)
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('button', { name: /^Press again to take back the last import/ })).toBeFocused()
  await letStand(page)
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Taken back: 1 customer is as before the import.')).toBeVisible()
  expect(complaints).toEqual([])
})
