import { expect, test } from '../desk.ts'
import { sendBlock, signIn, typeLine } from '../story.ts'
import { importFile } from './importFile.ts'

test('a dealer types a target for a group, sends the proposed block, and every customer is where it shall be; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await importFile(page, ['customer_code,group', 'C1042,macro', 'C2007,macro'])
  await typeLine(page, 'rebalance @macro')
  await page.keyboard.press('Enter')
  const line = page.getByRole('textbox', { name: 'Target line' })
  await expect(line).toBeFocused()
  await page.keyboard.type('btc 2 %')
  await page.keyboard.press('Enter')
  const blocks = page.getByRole('grid', { name: 'Proposed blocks' })
  await expect(blocks).toContainText(/BTC.*BUY.*opens 2/)
  await page.keyboard.press('Enter')
  await expect(blocks).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await sendBlock(page, 2)
  await expect(page.getByRole('region', { name: /^Block B/ })).toContainText('filled 2')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(
    /0 orders in 0 blocks.*2 nothing to do/,
  )
  expect(complaints).toEqual([])
})
