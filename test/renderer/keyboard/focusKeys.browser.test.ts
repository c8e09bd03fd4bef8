/** A focus key and an Enter right behind it, at full speed. */

import { testEnterBehindFocusKeys } from './enterBehindFocusKey.ts'

testEnterBehindFocusKeys(1)
