/** The module `electron` of a process that runs a built entry (`underElectron.ts`): the stand-in under Electron's own names. */

import { fakeElectron } from './fakeElectron.ts'

export const electron = fakeElectron((run) => run)
export const {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} = electron
export default electron
