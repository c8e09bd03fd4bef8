/** `node test/tools/strangeVenue.ts [--seed S]`: serves a venue that nobody has described, and prints what its broker tells a stranger. Ends with Ctrl+C. */

import { parseArgs } from 'node:util'
import { customerCode } from '../../shared/domain/scalars.ts'
import { dealBefore, openStrangeVenue, strangeMix } from '../fakes/venue/strange/strangeVenue.ts'

const { values } = parseArgs({ options: { seed: { type: 'string', default: '11' } } })
const seed = Number(values.seed)
const mix = strangeMix(seed)
const venue = await openStrangeVenue(mix, seed)
await dealBefore(venue, customerCode.parse(venue.paper.customers[0]))
console.log(
  JSON.stringify(
    {
      restUrl: venue.restUrl,
      streamUrl: venue.streamUrl,
      auth: 'bearer',
      paths: mix.variant.paths,
      amend: mix.variant.amend,
      username: venue.paper.username,
      password: venue.paper.password,
      customers: venue.paper.customers,
    },
    null,
    2,
  ),
)
process.once('SIGINT', () => void venue.close())
process.once('SIGTERM', () => void venue.close())
