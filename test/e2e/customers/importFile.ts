/** Imports customers from a CSV file by keyboard, as stories about groups begin. */

import { expect, type Locator, type Page } from '@playwright/test'
import { letStand, sendReview, tabTo } from '../story.ts'

export const importSheet = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Import customers from CSV' })

/** F4, the button, then the field of the file. The system's own dialog is no part of the page. */
export async function chooseFile(page: Page, lines: readonly string[]): Promise<Locator> {
  await page.keyboard.press('F4')
  await expect(page.getByRole('grid', { name: 'Customers', exact: true })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Import…' }))
  await page.keyboard.press('Enter')
  const sheet = importSheet(page)
  const field = sheet.getByLabel('CSV file of customers')
  await tabTo(page, field)
  await field.setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
  })
  return sheet
}

/** The whole way: preview, review, and Esc out of the sheet. */
export async function importFile(page: Page, lines: readonly string[]): Promise<void> {
  const sheet = await chooseFile(page, lines)
  await expect(sheet.getByText(/Nothing is changed yet\./)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await sendReview(page, 'IMPORT customers.csv')
  await expect(sheet.getByText(/^Imported: /)).toBeVisible()
  await letStand(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
}
