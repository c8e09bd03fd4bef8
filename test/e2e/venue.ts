/** Venues other than the built-in broker, for stories that need to type a password or to break something. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { scratchFolder } from '../support/runTerminal.ts'

/** A profile file for `--venue`, in a folder of its own. */
export function venueFile(text: string | object): { readonly path: string; remove(): void } {
  const folder = scratchFolder()
  const path = join(folder.path, 'venue.json')
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text))
  return { path, remove: () => folder.remove() }
}

/** A paper venue by its addresses, under the name `Other`; `harmless`: fields beside its lists that mean nothing. */
export const otherVenue = (
  { restUrl, streamUrl }: { readonly restUrl: string; readonly streamUrl: string },
  harmless: readonly string[] = [],
) => venueFile({ name: 'Other', kind: 'paper', restUrl, streamUrl, lists: { harmless } })

/** Types into the card of the venue `Other` and presses Enter. */
export async function typeCredentials(page: Page, username: string, password: string): Promise<Locator> {
  const card = page.getByRole('region', { name: 'Other' })
  await card.getByRole('textbox', { name: 'Username' }).fill(username)
  await card.getByLabel('Password', { exact: true }).fill(password)
  await card.getByRole('radio', { name: 'this run only' }).check()
  await card.getByLabel('Password', { exact: true }).press('Enter')
  return card
}

/** The one sentence under the venues. */
export async function expectSentence(page: Page, words: RegExp): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
}
