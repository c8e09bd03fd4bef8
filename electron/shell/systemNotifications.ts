/**
 * Shows a notification of the operating system for news of the core, where the dealer's setting asks for one and no window of the terminal is in
 * front. Reads the core alone, so that no page can show a text of its own.
 */

import { BrowserWindow, Notification } from 'electron'
import type { Clock } from '../../shared/base/clock.ts'
import type { Caller } from '../../shared/contract/ports.ts'
import type { Instrument } from '../../shared/domain/instrument.ts'
import { mustAcknowledge, type Notice } from '../../shared/domain/notice.ts'
import { hear, SILENCE, soundOf, spokenWords, WHILE_LOCKED } from '../../shared/domain/noticeSound.ts'
import { DEALER_SETTINGS, readDealerSettings } from '../../shared/domain/settings/dealerSettings.ts'
import type { Desk } from '../deskTypes.ts'
import { notificationText } from '../../shared/base/notificationText.ts'

/** Notifications that stand at once. The oldest goes first. */
const MOST_STANDING = 10

export interface SystemNotificationsOptions {
  readonly desk: Pick<Desk, 'sources' | 'allows'>
  readonly clock: Clock
  /** A notification was clicked: the dealer wants to see the notice. */
  readonly onClick: () => void
  readonly report: (sentence: string, error: unknown) => void
}

/** Follows the core until the program ends. Call it once Electron is ready. */
export function showSystemNotifications({ desk, clock, onClick, report }: SystemNotificationsOptions): void {
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  const { sources } = desk
  let isOn = false
  let isLocked = false
  let isFailureReported = false
  let state = SILENCE
  let instruments: readonly Instrument[] = []
  /** By notice: when and how often it happened, as last heard of. */
  const known = new Map<number, string>()
  /** By notice, the oldest first. Electron sends no click of a notification that nothing refers to. */
  const standing = new Map<number, Notification>()

  const remember = ({ id, at, count }: Notice): boolean => {
    const now = `${at} ${count}`
    const isNew = known.get(id) !== now
    known.set(id, now)
    return isNew
  }
  const failed = (why: string): void => {
    if (isFailureReported) return
    isFailureReported = true
    report(`A notification of the system could not be shown: ${why}`, null)
  }
  const close = (id: number): void => {
    standing.get(id)?.close()
    standing.delete(id)
  }
  const show = (notice: Notice): void => {
    if (!Notification.isSupported()) return failed('this system shows none.')
    const { id } = notice
    close(id)
    const name = instruments.find(({ symbol }) => symbol === notice.symbol)?.underlying ?? notice.symbol
    const shown = new Notification({
      title: 'Openpit',
      body: notificationText(isLocked ? WHILE_LOCKED : spokenWords(notice, name)),
      // The window gives the sound.
      silent: true,
      urgency: mustAcknowledge(notice) ? 'critical' : 'normal',
    })
    shown.on('click', () => {
      close(id)
      onClick()
    })
    shown.on('failed', (_event, why) => failed(why))
    standing.set(id, shown)
    const [oldest] = standing.keys()
    if (standing.size > MOST_STANDING && oldest !== undefined) close(oldest)
    shown.show()
  }
  const take = (notice: Notice): void => {
    // What was only acknowledged is no news, and its notification has done its work.
    if (!remember(notice)) return close(notice.id)
    const meaning = soundOf(notice)
    if (meaning === null || !isOn || BrowserWindow.getFocusedWindow() !== null) return
    const heard = hear(state, meaning, mustAcknowledge(notice), clock.monotonic())
    ;({ state } = heard)
    if (heard.isHeard) show(notice)
  }

  const end = (): void => undefined
  const takeSettings = (all: Readonly<Record<string, string>>): void => {
    isOn = readDealerSettings(all[DEALER_SETTINGS]).values['sound.system']
  }
  sources.settings(null, { snapshot: takeSettings, delta: takeSettings, end }, caller)
  const takeSession = ({ locked }: { readonly locked: object | null }): void => {
    isLocked = locked !== null
    // What names a customer must not stand beside a locked window.
    if (isLocked) for (const id of standing.keys()) close(id)
  }
  sources.session(null, { snapshot: takeSession, delta: takeSession, end }, caller)
  const takeInstruments = (all: readonly Instrument[]): void => void (instruments = all)
  sources.instruments(null, { snapshot: takeInstruments, delta: takeInstruments, end }, caller)
  sources.notices(
    null,
    {
      // What stood before is no news.
      snapshot: (all) => {
        known.clear()
        for (const notice of all) remember(notice)
      },
      delta: (changed) => {
        for (const notice of changed) take(notice)
      },
      end,
    },
    caller,
  )
}
