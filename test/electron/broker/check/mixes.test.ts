/** The check of venues over seeded mixes of the API's freedoms: the profile that it makes passes the client suite, and nothing is written. `node test/tools/venueMixes.ts` runs more. */

import { describe, expect, it } from 'vitest'
import { NAMED_LISTS, SECOND_VARIANT } from '../../../fakes/venue/secondVariant.ts'
import { strangeMix, type Mix } from '../../../fakes/venue/strange/strangeVenue.ts'
import { UNHEARD } from '../../../fakes/venue/thirdVariant.ts'
import { PLAIN, runMix } from './mixedVenue.ts'

const MIXES = Number(process.env['OPENPIT_MIXES'] ?? 40)
const FIRST = Number(process.env['OPENPIT_FIRST_MIX'] ?? 1)
/** Venues at a time: most of a run is waiting. */
const ABREAST = 2

const VARIANTS: readonly [string, Mix][] = [
  ['the plain variant', PLAIN],
  ['the second variant, with bare lists', { variant: SECOND_VARIANT, freedoms: [] }],
  ['the second variant, with named lists and cursors', { variant: NAMED_LISTS, freedoms: [] }],
]

/** Runs one mix; returns why it failed, null where it passed. */
async function faultOf(mix: Mix, seed: number): Promise<string | null> {
  try {
    const { check, requests, sent } = await runMix(mix, seed)
    const unclear = check.findings.filter(
      ({ about, certainty }) => about === 'lists.harmless' && certainty === 'open',
    )
    // What stands beside every list is named, and is unclear nowhere.
    expect(unclear.filter(({ sentence }) => sentence.includes(UNHEARD))).toEqual([])
    const writes = requests.filter((request) => !request.startsWith('GET '))
    expect(writes).toEqual([`POST ${mix.variant.paths.login}`])
    expect(requests.length).toBeGreaterThan(8)
    for (const message of sent) expect(JSON.parse(message)).toMatchObject({ op: 'subscribe' })
    return null
  } catch (error) {
    const lists = `${mix.variant.lists} lists “${mix.variant.listName}”, cursor “${mix.variant.cursorName}”`
    return `seed ${seed} (${lists}; ${mix.freedoms.join(', ')}): ${error instanceof Error ? error.message : String(error)}`
  }
}

describe('the check of a venue', () => {
  it.each(VARIANTS)(
    '%s: the profile passes the client suite, and the check writes nothing',
    async (_, mix) => {
      expect(await faultOf(mix, 0)).toBeNull()
    },
  )

  it(
    `random mixes: all of ${MIXES} profiles pass the client suite, and no check writes anything`,
    async () => {
      const waiting = Array.from({ length: MIXES }, (_, n) => FIRST + n)
      const faults: string[] = []
      const next = async (): Promise<void> => {
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          const fault = await faultOf(strangeMix(seed), seed)
          if (fault !== null) faults.push(fault)
        }
      }
      await Promise.all(Array.from({ length: ABREAST }, next))
      expect(faults).toEqual([])
    },
    60_000 + MIXES * 5_000,
  )
})
