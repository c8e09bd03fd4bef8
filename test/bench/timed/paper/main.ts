/** The real paper broker, beside the worker that is timed. */

import '../../../../electron/paper/main.ts'
