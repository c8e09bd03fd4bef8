/** Saves the windows' own settings by name and publishes them to every window. Settings of the core have a hyphen in their name and are never published. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import { isPopOutRecord } from '../../../../shared/domain/popOuts.ts'
import { idOfNamed, isOfPopOut, whyNamedNotSaved } from '../../../../shared/domain/savedWorkspaces.ts'
import {
  changeDealerSettings,
  isDamaged,
  readDealerSettings,
  DEALER_SETTINGS,
  type SettingsChange,
} from '../../../../shared/domain/settings/dealerSettings.ts'
import { isOwnedByCore } from '../../../../shared/domain/settings/ownedByCore.ts'
import type { Settings } from '../../ports/settings.ts'
import { setAsideUnread } from '../../support/setAsideUnread.ts'
import { publish, type Published } from '../../support/publishTopic.ts'
import { removeOldestWorkspaces } from './removeOldestWorkspaces.ts'

const WINDOW_SETTING = /^[a-zA-Z.]{1,60}$/

export interface SharedSettings {
  readonly topic: Published<'settings'>
  /** What is stored in the place of the text `on`, null for no text. Undefined: `on` is stored, so a change of it may be saved. */
  newerThan(name: string, on: string | null): string | null | undefined
  /** For windows. Refuses the dealer's settings, which only `change` checks, those that only the core writes, and a named workspace that another window changed meanwhile. */
  save(name: string, value: string): Result<null, string>
  /** For the core: saves and publishes a setting that no window may write. */
  saveOfCore(name: string, value: string): Result<null, string>
  /** Checks and saves a change of the dealer's settings. `unsaved` receives one sentence where the disk refuses it; it then holds for this run. */
  change(
    change: SettingsChange,
    unsaved: (sentence: string) => void,
  ): Result<Reply<'settings.change'>, Failure>
}

/** Settings that a notice names. */
const MOST_NAMED = 3

/** Why some of the dealer's settings are not in force: sentences. Null: all are. */
function whyNotInForce(text: string | undefined): string | null {
  const { refusal, leftOut } = readDealerSettings(text)
  const why = refusal === null ? leftOut : [refusal]
  if (why.length === 0) return null
  const more = why.length > MOST_NAMED ? [`${why.length - MOST_NAMED} more are in the panel Settings.`] : []
  return [...why.slice(0, MOST_NAMED), ...more].join(' ')
}

/** `warn` receives at once why settings of the dealer are not in force. */
export function createSharedSettings(
  settings: Settings,
  warn: (sentence: string) => void = () => undefined,
): SharedSettings {
  const unread = whyNotInForce(settings.all()[DEALER_SETTINGS])
  if (unread !== null) warn(unread)
  const windowSettings = () =>
    Object.fromEntries(Object.entries(settings.all()).filter(([name]) => WINDOW_SETTING.test(name)))
  const topic = publish<'settings'>(windowSettings)
  /** A named workspace that the disk refuses stays as it was: its window receives the failure, and would take a kept text for another window's. */
  const saveNamed = (name: string, value: string): Result<null, string> => {
    const before = settings.all()[name]
    const refused = whyNamedNotSaved(settings.all(), name, value)
    if (refused !== null) return fail(refused)
    const saved = settings.save(name, value)
    if (saved.ok) return saved
    if (before === undefined) settings.remove(name)
    else settings.save(name, before)
    return fail(`${saved.failure} The change of the workspace is not stored, not even for this run.`)
  }
  return {
    topic,
    newerThan(name, on) {
      const stored = settings.all()[name] ?? null
      return stored === on ? undefined : stored
    },
    save(name, value) {
      if (name === DEALER_SETTINGS) return fail('Nothing is saved: settings change in the panel Settings.')
      if (isOwnedByCore(name)) return fail(`Nothing is saved: only the core of Openpit writes “${name}”.`)
      const result = idOfNamed(name) === null ? settings.save(name, value) : saveNamed(name, value)
      // Nothing is left of a panel that went back to its window.
      if (value === '' && (isPopOutRecord(name) || isOfPopOut(name))) settings.remove(name)
      removeOldestWorkspaces(settings, Object.keys(windowSettings()))
      topic.delta(windowSettings())
      return result
    },
    saveOfCore(name, value) {
      const saved = settings.save(name, value)
      topic.delta(windowSettings())
      return saved
    },
    change(change, unsaved) {
      const text = settings.all()[DEALER_SETTINGS]
      const changed = changeDealerSettings(text, change)
      if (!changed.ok) return fail(failureOf('refused', changed.failure))
      if (text !== undefined && isDamaged(text)) {
        const aside = setAsideUnread(settings, DEALER_SETTINGS, text)
        // The next save would destroy the text that cannot be read.
        if (!aside.ok) return fail(failureOf('refused', aside.failure))
      }
      const saved = settings.save(DEALER_SETTINGS, changed.value)
      topic.delta(windowSettings())
      if (saved.ok) return ok({})
      unsaved(saved.failure)
      return fail(failureOf('refused', saved.failure))
    },
  }
}
