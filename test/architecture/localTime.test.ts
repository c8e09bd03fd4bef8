/** Only one place may ask this machine for its time zone: whatever decides about orders and money uses UTC and cannot notice daylight-saving time. */

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** Passes the zone to the page as a function. */
const DOOR = 'renderer/main.tsx'
/** Every way to a local time in JavaScript. */
const LOCAL =
  /\.(?:get|set)(?:Hours|Minutes|Seconds|Day|Date|Month|FullYear|TimezoneOffset)\(|\.toLocale(?:Date|Time)String\(|\.to(?:Date|Time)String\(|DateTimeFormat|new Date\((?!Date\.UTC)[^)]*,|\bTZ\b/

it('no source but the door reads or sets a local time', () => {
  const files = globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  const places = files.filter((file) => LOCAL.test(readFileSync(resolve(root, file), 'utf8')))
  expect(places.map((file) => file.replaceAll('\\', '/'))).toEqual([DOOR])
})
