/** A form that is written by hand gives its reason: all others send through the reviewed form, where Enter in a field sends nothing. */

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const BY_HAND: Readonly<Record<string, string>> = {
  'dealing/ReviewForm.tsx': 'the reviewed form itself',
  'dealing/Override.tsx': 'the typed number sends, and no other',
  'halts/HaltsSheet.tsx': 'the typed word lifts',
  'halts/KillSheet.tsx': 'the typed word halts',
  'panels/approvals/DealerForms.tsx': 'a passphrase, which no review may show',
  'panels/approvals/DecideForm.tsx': 'the passphrase of the second dealer decides',
  'panels/approvals/ProveForm.tsx': 'the passphrase proves who deals',
  'panels/approvals/RulesForm.tsx':
    'sends nothing to the venue; a second dealer approves each change once rules are in force',
  'panels/ticket/Ticket.tsx': 'its button is its review',
  'workspace/signin/VenueCard.tsx': 'signs in',
  'workspace/signin/check/CheckForm.tsx': 'sends the sign-in and reads, before anybody is signed in',
  'workspace/lock/LockScreen.tsx': 'the typed password unlocks',
  'workspace/updates/UpdatesSheet.tsx': 'the typed word installs; sends nothing to the venue',
  'workspace/windows/NameWindow.tsx': 'names the window, sends nothing to the venue',
  'workspace/workspaces/NameWorkspace.tsx': 'names a workspace',
  'panels/tables/PagedTable.tsx': 'filters',
  'panels/statements/Statements.tsx': 'reads a statement, sends nothing to the venue but reads',
  'panels/administration/instruments/Instruments.tsx': 'filters',
  'panels/administration/webhooks/WebhookDetail.tsx': 'verifies a pasted delivery',
}

it('forms written by hand are those named here', () => {
  const found = globSync('renderer/**/*.tsx').filter((file) => /<form\b/.test(readFileSync(file, 'utf8')))
  expect(found.map((file) => file.replaceAll('\\', '/').replace('renderer/', '')).toSorted()).toEqual(
    Object.keys(BY_HAND).toSorted(),
  )
})
