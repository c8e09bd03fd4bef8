import { ownRecording } from '../../fixtures/recording.ts'
import { expect, test } from '../desk.ts'
import { chooseCustomer, command, seeBook, tradingKeys } from '../story.ts'

test('a recorded market shows REPLAY and its clock; no order is dealt at its end or while paused', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--replay', ownRecording)
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeFocused()
  await page.keyboard.press('Enter')
  await seeBook(page)
  const top = page.getByRole('banner')
  const bar = page.getByRole('region', { name: 'Replay', exact: true })
  const keys = tradingKeys(page)
  const press = (name: string) => bar.getByRole('button', { name }).press('Enter')
  await expect(top.getByText('REPLAY')).toBeVisible()
  await expect(top.getByTitle(/^A recording of a market: it fills paper orders/)).toHaveText(
    /^\d\d-\d\d \d\d:\d\d:\d\d UTC$/,
  )

  await test.step('runs to its end, says so, and deals no more', async () => {
    await press('On 1 min')
    await expect(bar.getByRole('status')).toHaveText('The recording is over. No orders are accepted.')
    await expect(page.getByRole('region', { name: 'New notices' })).toContainText(
      /The market stands still and takes no orders/,
    )
    await chooseCustomer(page, 'C1042')
    await page.keyboard.press('F10')
    await expect(keys).not.toContainText('ARMED')
    await expect(page.getByText(/The recording is over: the market stands still/).first()).toBeVisible()
  })

  await test.step('from the start it runs and deals again', async () => {
    await press('From the start')
    await expect(bar.getByRole('status')).toHaveText('Paper orders are filled from the recorded market.')
    await press('Pause')
    await expect(bar.getByRole('status')).toHaveText('Paused. No orders are accepted.')
    await page.keyboard.press('F5')
    await page.keyboard.press('F10')
    await expect(keys).not.toContainText('ARMED')
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('×0.1')
    await press('Resume')
    await expect(bar.getByRole('status')).toHaveText('Paper orders are filled from the recorded market.')
    await command(page, '# b 0.01 btc m')
    await page.keyboard.press('F6')
    await expect(page.getByRole('grid', { name: 'Positions', exact: true })).toContainText('+0.010')
  })
  expect(complaints).toEqual([])
})
