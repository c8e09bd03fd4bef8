/** Stores the text of a setting that cannot be read under another name, so that the next save of the setting destroys nothing. */

import { ok, type Result } from '../../../shared/base/result.ts'
import type { Settings } from '../ports/settings.ts'

/** Answers the other name; fails with one sentence where the text could not be stored. */
export function setAsideUnread(settings: Settings, name: string, text: string): Result<string, string> {
  for (let number = 1; ; number++) {
    const aside = `unread-${number}-${name}`
    const known = settings.all()[aside]
    if (known === text) return ok(aside)
    if (known !== undefined) continue
    const saved = settings.save(aside, text)
    return saved.ok ? ok(aside) : saved
  }
}
