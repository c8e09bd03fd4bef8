/** The ledger proof by keyboard: a tick while ledger and balance agree, then the exact row that breaks it. */

import type { Page } from '@playwright/test'
import { openLedgerTransport } from '../../fakes/venue/ledgerTransport.ts'
import { startPaper } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { chooseCustomer, command, seeBook, seriousFaults, typeLine } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

test('the ledger proof has a tick, and at the next sign-in names the exact row that the venue lists with other cash', async ({
  openTerminal,
  atEnd,
}) => {
  const paper = await startPaper('--seed', '7')
  atEnd(() => paper.stop())
  const venue = await openLedgerTransport(paper.restUrl)
  atEnd(() => venue.close())
  const file = otherVenue({ restUrl: venue.url, streamUrl: paper.streamUrl })
  atEnd(() => file.remove())

  /** Signs in, deals where a line is given, and shows the ledger proof of C1042. */
  const showProof = async (line: string | null) => {
    const { page, complaints } = await openTerminal('--venue', file.path)
    await typeCredentials(page, paper.username, paper.password)
    await seeBook(page)
    await chooseCustomer(page, 'C1042')
    if (line !== null) await command(page, line)
    await typeLine(page, 'recon')
    await page.keyboard.press('Enter')
    await expect(gridOf(page)).toBeFocused()
    await page.keyboard.press('Home')
    return { page, complaints }
  }
  const gridOf = (page: Page) => page.getByRole('grid', { name: 'Reconciliation', exact: true })
  const rowOf = (page: Page) => gridOf(page).getByRole('row', { name: /C1042/ })
  const proofOf = (page: Page) => page.getByLabel('Ledger proof')

  await test.step('a fill moves the balance, and the whole ledger adds up to it', async () => {
    const { page, complaints } = await showProof('# b 0.01 btc m')
    await expect(async () => {
      await page.keyboard.press('r')
      await expect(proofOf(page)).toContainText(/Cash✓ agrees.*PnL of trades✓ agrees/, { timeout: 1_000 })
    }).toPass()
    await expect(rowOf(page)).toContainText('✓ agrees')
    expect(venue.misstated()).toBeNull()
    expect(complaints).toEqual([])
  })

  await test.step('the venue lists that fill with other cash: the proof names its row and both values', async () => {
    venue.misstateNewest('C1042', '777.77')
    const { page, complaints } = await showProof(null)
    // A difference counts once a second reading shows it too.
    await expect(proofOf(page)).toContainText(/PnL of trades✕ /)
    const code = venue.misstated()
    expect(code).not.toBeNull()
    await expect(proofOf(page)).toContainText(`PnL of trades✕ ${code}`)
    await expect(rowOf(page)).toContainText('trade-out only')
    await expect(page.getByText(/777\.77/).first()).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
