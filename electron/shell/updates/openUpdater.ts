/** Opens the updater of the installed desktop program: `electron-updater`, loaded at the first request, and a box where an install failed. */

import { app, dialog } from 'electron'
import type { Clock } from '../../../shared/base/clock.ts'
import type { UpdateChoice, Updater } from '../../deskTypes.ts'
import type { AutoUpdater } from './autoUpdater.ts'
import { createElectronUpdater } from './electronUpdater.ts'

export interface OpenUpdaterOptions {
  readonly choice: UpdateChoice
  readonly clock: Clock
  readonly leave: () => Promise<void>
}

export const openUpdater = (options: OpenUpdaterOptions): Updater =>
  createElectronUpdater({
    ...options,
    // `updaterRules.test.ts` holds the package to the interface: its generic `on` does not fit by type.
    load: async () => (await import('electron-updater')).default.autoUpdater as unknown as AutoUpdater,
    giveUp(sentence) {
      dialog.showErrorBox('Openpit was not updated', sentence)
      app.exit(1)
    },
  })
