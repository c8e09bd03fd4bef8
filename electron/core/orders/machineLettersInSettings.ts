/** The four letters in the settings that separate this machine's order ids from those of other machines. Minted once and saved. */

import { randomText, type Random } from '../../../shared/base/random.ts'
import type { Settings } from '../ports/settings.ts'

/** The setting that holds this machine's letters. */
const INSTALL = 'core-install'

/** `warn` receives one sentence where new letters cannot be saved. */
export function installOf(settings: Settings, random: Random, warn: (sentence: string) => void): string {
  const known = settings.all()[INSTALL]
  if (known !== undefined && /^[0-9a-z]{4}$/.test(known)) return known
  const minted = randomText(random, 4)
  const saved = settings.save(INSTALL, minted)
  if (!saved.ok) warn(saved.failure)
  return minted
}
