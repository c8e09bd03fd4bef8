/** The market worker itself, found beside a stand-in of the built-in paper broker. */

import '../../../../electron/market/worker.ts'
