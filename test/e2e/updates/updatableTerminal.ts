/**
 * The served terminal as an installed AppImage: `serve` with the desktop program's updater over `electron-updater` itself, in a process of its own.
 * Words: data folder, folder of the AppImage, update address, release that runs, venue file or nothing. Prints its address; ends when an install has begun.
 */

import { compose } from '../../../electron/compose.ts'
import { serve, type Served } from '../../../electron/serve.ts'
import { createElectronUpdater } from '../../../electron/shell/updates/electronUpdater.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { imageIn, installPackage } from '../../fakes/electron/packageAsAppImage.ts'

const [dataDirectory = '', folder = '', address = '', running = '', venueFile = ''] = process.argv.slice(2)
const say = (line: string) => void process.stdout.write(`${line}\n`)
process.env['APPIMAGE'] = imageIn(folder)

const { updater } = installPackage(folder, {
  running,
  url: address,
  quit() {
    say('The program ends.')
    process.exit(0)
  },
})
let served: Served | null = null
const updates = createElectronUpdater({
  choice: { address, channel: 'stable' },
  clock: clockOf(globalThis),
  load: () => Promise.resolve(updater),
  // As the desktop program: the windows end, then the desk is closed in order.
  leave: async () => served?.close(),
  giveUp(sentence) {
    say(sentence)
    process.exit(1)
  },
})
served = await serve(
  {
    dataDirectory,
    venueFile: venueFile === '' ? null : venueFile,
    paper: { seed: 7, replay: null, speed: 1, faults: false },
    session: null,
    record: null,
    liveOverLoopback: false,
    port: 0,
  },
  { compose: (options) => compose({ ...options, updates }) },
)
process.on('SIGTERM', () => void served?.close().then(() => process.exit(0)))
await served.startDesk()
say(`Openpit is ready at ${served.url}`)
