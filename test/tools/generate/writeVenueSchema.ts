/** Writes docs/venue-profile.schema.json from the schema that the terminal itself checks by. Run it after a change of the venue profile. */

import { writeFileSync } from 'node:fs'
import { venueProfileJsonSchema } from '../../../shared/broker/venueProfile.ts'

export const SCHEMA_FILE = new URL('../../../docs/venue-profile.schema.json', import.meta.url)
export const schemaText = (): string => `${JSON.stringify(venueProfileJsonSchema(), null, 2)}\n`

if (import.meta.main) writeFileSync(SCHEMA_FILE, schemaText())
