/** A process that brings the files of a folder forward and kills itself at a step: `node killedStart.ts FOLDER STEP`. */

import { prepareFolder } from '../../../electron/dataFiles/prepareFolder.ts'
import { noDataFolder } from '../../../electron/storage/dataFolder.ts'
import { withStop } from './failingDisk.ts'

const [directory = '', step = ''] = process.argv.slice(2)
withStop(
  Number(step),
  () => void process.kill(process.pid, 'SIGKILL'),
  () => void prepareFolder({ ...noDataFolder, directory }, Date.UTC(2026, 10, 25, 16)),
)
