/** A desk that can be updated: the real seam over the stand-in of `electron-updater`. */

import { createElectronUpdater } from '../../../../electron/shell/updates/electronUpdater.ts'
import type { UpdateChannel } from '../../../../shared/domain/updates/updateStatus.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { FakeAutoUpdater } from '../../../fakes/electron/fakeAutoUpdater.ts'
import { Desk } from '../deskHarness.ts'

/** The release that the desk of `deskHarness.ts` runs. */
export const RUNNING = '0.0.0'
export const NEWER = '0.1.0'

export function stageUpdates(
  options: ConstructorParameters<typeof Desk>[0] & {
    readonly channel?: UpdateChannel
    /** Resolves when the desk has closed; left out: at once. */
    readonly closed?: Promise<void>
  } = {},
) {
  const { channel = 'stable', closed = Promise.resolve(), ...more } = options
  /** What happened to the desk and the program, in order. */
  const ended: string[] = []
  const packageFake = new FakeAutoUpdater(RUNNING, () => void ended.push('quit'))
  const desk = new Desk({
    limits: NO_LIMITS,
    ...more,
    updates: (clock) =>
      createElectronUpdater({
        choice: { address: 'https://updates.broker.example', channel },
        clock,
        load: () => Promise.resolve(packageFake),
        leave() {
          ended.push(`closed with ${packageFake.installed.length} installed`)
          return closed
        },
        giveUp: (sentence) => void ended.push(sentence),
      }),
  })
  const updates = desk.follow('updates')
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const act = (name: 'check' | 'checkOlder' | 'download' | 'install', typed = '') =>
    desk.call('update.act', { act: name, typed })
  /** A release is there, downloaded, and waits for the dealer. */
  const downloaded = async (version = NEWER) => {
    packageFake.published.set(channel === 'stable' ? 'latest' : 'beta', { version })
    await act('check')
    await act('download')
  }
  return {
    desk,
    packageFake,
    ended,
    updates,
    act,
    downloaded,
    said: () => [...notices.values()].map(({ message }) => message),
  }
}
