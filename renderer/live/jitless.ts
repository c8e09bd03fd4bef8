/** Tells zod that the page may not compile code from text. Must be evaluated before any schema is made: index.html and connect.ts load it first. */

import { config } from 'zod'

config({ jitless: true })
