import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { PLAIN_FORMAT, setDisplayFormat } from '../../../renderer/format/displayFormat.ts'
import { counted, exact, grouped, readTyped, signed } from '../../../renderer/format/numbers.ts'
import {
  dayAndTime,
  dayAndTimeWithZone,
  isoTime,
  moment,
  timeWithZone,
  zoneName,
} from '../../../renderer/format/times.ts'
import { decimal, fromInteger } from '../../../shared/base/decimal.ts'
import { SETTINGS, type NumberMarks } from '../../../shared/domain/settings/settingList.ts'

afterEach(() => setDisplayFormat(PLAIN_FORMAT))

const marks = SETTINGS['number.marks'].choices!.map(({ value }) => value)
const use = (format: NumberMarks) => setDisplayFormat({ ...PLAIN_FORMAT, marks: format })

describe('the number format', () => {
  it.each(SETTINGS['number.marks'].choices!)('$value shows numbers as its words say', ({ value, words }) => {
    use(value)
    expect(grouped(decimal('62150.5'), 1).replaceAll('\u00a0', ' ')).toBe(words)
  })

  it('is also that of signs and counts', () => {
    use('space-comma')
    expect(signed(decimal('1234.5'), 2)).toBe('+1\u00a0234,50')
    expect(counted(20_000)).toBe('20\u00a0000')
  })

  it('never makes a number on screen read as another number when it is typed', () => {
    const value = fc.tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
    const holds = () =>
      fc.assert(
        fc.property(value, fc.constantFrom(...marks), ([whole, places], format) => {
          use(format)
          const number = fromInteger(whole, places)
          const read = readTyped(exact(number))
          return !read.ok || read.value === number
        }),
      )
    expect(holds).not.toThrow()
  })

  it.each(['62,150', '148,210', '1,5', '62,150.5'])('with a decimal comma refuses a typed %s', (typed) => {
    use('none-comma')
    const read = readTyped(typed)
    expect(read.ok ? '' : read.failure).toContain('type a point for decimals')
  })

  it.each(marks)('%s reads 62150.5 and 2.5k as ever', (format) => {
    use(format)
    expect(readTyped('62150.5')).toEqual({ ok: true, value: decimal('62150.5') })
    expect(readTyped('2.5k')).toEqual({ ok: true, value: decimal('2500') })
  })
})

describe('the time zone and the date format', () => {
  const at = Date.UTC(2026, 10, 20, 22, 3, 7, 512)

  it('are UTC and ISO until the dealer changes them', () => {
    expect(timeWithZone(at)).toBe('22:03:07 UTC')
    expect(dayAndTimeWithZone(at)).toBe('11-20 22:03:07 UTC')
    expect(moment(at)).toBe('2026-11-20T22:03:07.512Z')
    expect(zoneName()).toBe('UTC')
  })

  it.each([
    [120, '11-21 00:03:07 UTC+2'],
    [330, '11-21 03:33:07 UTC+5:30'],
    [-300, '11-20 17:03:07 UTC−5'],
    [0, '11-20 22:03:07 UTC'],
  ])('%i minutes ahead of UTC show %s', (minutes, text) => {
    setDisplayFormat({ ...PLAIN_FORMAT, aheadOfUtc: () => minutes })
    expect(dayAndTimeWithZone(at)).toBe(text)
    expect(zoneName()).toBe('local')
  })

  it('label each moment with the zone of that moment, across a change of the clocks', () => {
    setDisplayFormat({ ...PLAIN_FORMAT, aheadOfUtc: (then) => (then < at ? 120 : 60) })
    expect(timeWithZone(at - 1_000)).toBe('00:03:06 UTC+2')
    expect(timeWithZone(at)).toBe('23:03:07 UTC+1')
  })

  it('show days by name', () => {
    setDisplayFormat({ ...PLAIN_FORMAT, dates: 'day-month' })
    expect(dayAndTime(at)).toBe('20 Nov 22:03:07')
    expect(moment(at)).toBe('20 Nov 2026 22:03:07.512 UTC')
    setDisplayFormat({ ...PLAIN_FORMAT, dates: 'month-day', aheadOfUtc: () => 120 })
    expect(moment(at)).toBe('Nov 21, 2026 00:03:07.512 UTC+2')
  })

  it('leave files in UTC', () => {
    setDisplayFormat({ ...PLAIN_FORMAT, dates: 'day-month', aheadOfUtc: () => 120 })
    expect(isoTime(at)).toBe('2026-11-20T22:03:07.512Z')
  })
})
