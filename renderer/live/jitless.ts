/** Tells zod that the page may not compile code from text. Must be evaluated before any schema is created, so index.html and connect.ts load this module first. */

import { config } from 'zod'

config({ jitless: true })
