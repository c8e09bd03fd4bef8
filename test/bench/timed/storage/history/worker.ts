/** The real history worker, beside the market worker that is timed. */

import '../../../../../electron/storage/history/worker.ts'
