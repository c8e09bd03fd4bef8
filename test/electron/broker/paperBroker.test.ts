/**
 * The adapter against the real paper broker over real HTTP and WebSocket: the two readings of docs/api.md meet here. The same suite
 * runs in every API variant, and nothing but the venue profile knows which.
 */

import { afterAll, beforeAll, describe, test } from 'vitest'
import { PLAIN_VARIANT, type VariantChoices } from '../../../electron/paper/apiVariants.ts'
import type { PaperBroker } from '../../../electron/paper/paperBroker.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { NAMED_LISTS, profileOf, SECOND_VARIANT } from '../../fakes/venue/secondVariant.ts'
import { clientSuite } from './client/clientSuite.ts'
import { createSuiteVenue } from './client/suiteVenue.ts'

const VARIANTS: readonly [string, VariantChoices][] = [
  ['the defaults', PLAIN_VARIANT],
  ['a second variant, with bare lists', SECOND_VARIANT],
  ['a second variant, with named lists and cursors', NAMED_LISTS],
]

describe.each(VARIANTS)('%s', (_name, variant) => {
  const at = createSuiteVenue(variant)
  let paper: PaperBroker

  beforeAll(async () => {
    paper = await startLivePaper({ transferDelayMs: 50, variant })
    at.start({
      profile: profileOf(variant, paper),
      credentials: { username: paper.username, password: paper.password },
      customer: paper.customers[0] as CustomerCode,
    })
  })

  afterAll(async () => {
    at.close()
    await paper.close()
  })

  clientSuite(test, at)
})
