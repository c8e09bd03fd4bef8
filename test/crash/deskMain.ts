/** The desk as a process that can be killed: `serve` on a data folder and a venue file, recorded into a folder if there is one, and its address in one line. Never ends by itself. */

import { compose } from '../../electron/compose.ts'
import { serve } from '../../electron/serve.ts'

const [dataDirectory = '', venueFile = '', recordFolder = ''] = process.argv.slice(2)

const served = await serve(
  {
    dataDirectory,
    venueFile,
    paper: { seed: 1, replay: null, speed: 1, faults: false },
    session: null,
    record: recordFolder === '' ? null : { folder: recordFolder, size: 1 << 28 },
    liveOverLoopback: false,
    port: 0,
  },
  // Nobody signs in to the built-in broker here, so a start need not wait for it.
  { compose: (options) => compose({ ...options, processRoot: new URL('beside/', import.meta.url) }) },
)
await served.startDesk()
process.stdout.write(`${served.url}\n`)
