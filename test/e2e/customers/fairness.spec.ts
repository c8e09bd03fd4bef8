import { expect, test } from '../desk.ts'
import { sendBlock, signIn, typeLine } from '../story.ts'

test('a dealer sends a block and reads in the fairness report how it treated its customers; all by keyboard', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal()
  await signIn(page)
  await typeLine(page, 'C1042:2,C2007:1 b 0.03 btc m')
  await page.keyboard.press('Enter')
  await sendBlock(page, 2)
  await expect(page.getByRole('region', { name: /^Block B/ })).toContainText('filled 2')
  await typeLine(page, 'fairness')
  await page.keyboard.press('Enter')
  const report = page.getByRole('grid', { name: 'Fairness' })
  await expect(report).toContainText(/C1042.*1/)
  await expect(report).toContainText('C2007')
  await expect(page.getByRole('status', { name: 'Fairness' })).toContainText(
    /Within one lot and one tick” holds for \d of 1 block/,
  )
  expect(complaints).toEqual([])
})
