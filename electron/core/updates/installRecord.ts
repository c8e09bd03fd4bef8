/** Remembers over the end of the program which release was being installed, so that the next start says what became of it. */

import type { Result } from '../../../shared/base/result.ts'
import { installRecord, type InstallRecord } from '../../../shared/domain/updates/updateStatus.ts'
import type { Settings } from '../ports/settings.ts'

const SETTING = 'core-update'

/** Fails with one sentence where the disk refuses it. */
export const storeInstall = (settings: Settings, record: InstallRecord): Result<null, string> => {
  const saved = settings.save(SETTING, JSON.stringify(record))
  if (!saved.ok) settings.remove(SETTING)
  return saved
}

/** The install that the last run began, once: the record is removed. Null: none, or an unreadable one. */
export function takeInstall(settings: Settings): InstallRecord | null {
  const text = settings.all()[SETTING]
  if (text === undefined) return null
  settings.remove(SETTING)
  try {
    const read = installRecord.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
