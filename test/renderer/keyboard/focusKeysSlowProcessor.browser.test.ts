/** A focus key and an Enter right behind it, on a processor at a sixth of its speed. */

import { testEnterBehindFocusKeys } from './enterBehindFocusKey.ts'

testEnterBehindFocusKeys(6)
