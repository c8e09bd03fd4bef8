/** Every setting of the dealer, as data: name, sentence, words, default, schema, choices. Panel, docs page and export follow from this list. Stores nothing. */

import { z } from 'zod'
import { decimal, signOf } from '../../base/decimal.ts'
import { decimalText, symbol } from '../scalars.ts'
import { alias, aliases, namedBy, type Aliases } from './aliases.ts'
import { instrumentTemplates, ticketTemplates, type TicketTemplates } from './ticketTemplates.ts'

export interface Setting<Value = unknown> {
  readonly title: string
  /** One sentence: what the setting does. */
  readonly does: string
  /** Further words by which a dealer may look for it. */
  readonly words: string
  readonly schema: z.ZodType<Value>
  readonly default: Value
  /** Where a change applies. */
  readonly applies: string
  /** The values to choose from, with their words; left out where the setting has an editor of its own. */
  readonly choices?: readonly { readonly value: Value; readonly words: string }[]
  /** For a record: a change names the entries that it sets and leaves the others as they are. Null resets one. */
  readonly entries?: SettingEntries
}

interface SettingEntries {
  /** Stands before the name of an entry. */
  readonly title: string
  /** What is in force for a name without an entry. */
  readonly usual: string
  readonly words: (entry: unknown) => string
}

const setting = <Value>(row: Setting<Value>): Setting<Value> => row
const WINDOWS = 'every window, at once'
/** A switch that is off by default and applies in every window. */
const offOrOn = (row: Pick<Setting<boolean>, 'title' | 'does' | 'words'>): Setting<boolean> => ({
  ...row,
  schema: z.boolean(),
  default: false,
  applies: WINDOWS,
  choices: [
    { value: false, words: 'Off' },
    { value: true, words: 'On' },
  ],
})
const minuteWords = (minutes: number): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

/** Order sizes of one instrument, in contracts. */
export const instrumentSizes = z
  .array(decimalText.refine((size) => signOf(decimal(size)) > 0, { error: 'each size must be above zero' }))
  .min(1)
  .max(6)
/** Largest size in contracts, largest notional in USDC. */
export const expressLimits = z
  .array(
    decimalText.refine((limit) => signOf(decimal(limit)) > 0, { error: 'each limit must be above zero' }),
  )
  .length(2)
const MOST_INSTRUMENTS = 500
/** Ticks per row that a ladder may start with. */
export const TICKS_PER_ROW = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] as const
/** Percent from the mark price. */
export const OCO_PERCENT = ['0.25', '0.5', '1', '2', '3', '5', '10'] as const
/** Minutes without an order after which a ladder disarms. */
export const IDLE_MINUTES = [1, 2, 3, 5, 10, 15, 20, 30] as const
/** Minutes without a key or a click after which the session locks; 0: never. */
export const REST_MINUTES = [0, 1, 2, 5, 10, 15, 30, 60] as const
/** Steps of the volume of sounds. */
export const SOUND_VOLUMES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
/** A longer time than this needs the word. */
export const IDLE_WITHOUT_WORD = 10
export const LONGER_WORD = 'LONGER'

const numberMarks = z.enum([
  'comma-point',
  'space-point',
  'apostrophe-point',
  'none-point',
  'space-comma',
  'none-comma',
])
export type NumberMarks = z.infer<typeof numberMarks>

const NO_BREAK_SPACE = '\u00a0'
const THOUSANDS = { comma: ',', space: NO_BREAK_SPACE, apostrophe: '’', none: '' } as const
const DECIMAL = { point: '.', comma: ',' } as const

/** The marks of thousands and decimals. */
export function marksOf(marks: NumberMarks): { readonly thousands: string; readonly decimal: string } {
  const [between, before] = marks.split('-') as [keyof typeof THOUSANDS, keyof typeof DECIMAL]
  return { thousands: THOUSANDS[between], decimal: DECIMAL[before] }
}

const zone = z.enum(['utc', 'local'])
const dateForm = z.enum(['iso', 'day-month', 'month-day'])
export type DateForm = z.infer<typeof dateForm>
const theme = z.enum(['dark', 'light', 'contrast'])
const sides = z.enum(['blue-red', 'green-red', 'blue-orange'])
const mouseProfile = z.enum(['tt', 'ninjatrader', 'ib', 'crypto'])
/** What the buttons of the mouse do on a ladder. */
export type MouseProfile = z.infer<typeof mouseProfile>
const density = z.enum(['normal', 'compact', 'roomy'])
const motion = z.enum(['system', 'reduced'])

/** By id. An id is stored in settings and exported files: never change one. */
export const SETTINGS = {
  'number.marks': setting<NumberMarks>({
    title: 'Number format',
    does: 'Sets the marks of decimals and thousands on screen. You always type a point for decimals; beside decimal commas a typed comma is refused. Messages of the core and files keep 62,150.5.',
    words: 'decimal thousands separator comma point space locale',
    schema: numberMarks,
    default: 'comma-point',
    applies: WINDOWS,
    choices: [
      { value: 'comma-point', words: '62,150.5' },
      { value: 'space-point', words: '62 150.5' },
      { value: 'apostrophe-point', words: '62’150.5' },
      { value: 'none-point', words: '62150.5' },
      { value: 'space-comma', words: '62 150,5' },
      { value: 'none-comma', words: '62150,5' },
    ],
  }),
  'time.zone': setting<z.infer<typeof zone>>({
    title: 'Time zone',
    does: 'Shows times in UTC or in the zone of this machine, with the zone beside them. Times that you type in filters, messages of the core and files stay in UTC.',
    words: 'utc local clock hours timezone',
    schema: zone,
    default: 'utc',
    applies: WINDOWS,
    choices: [
      { value: 'utc', words: 'UTC' },
      { value: 'local', words: 'Local time of this machine' },
    ],
  }),
  'date.form': setting<DateForm>({
    title: 'Date format',
    does: 'Sets the form of dates on screen. Forms in which day and month look alike, such as 03/04, are not offered.',
    words: 'day month year iso calendar',
    schema: dateForm,
    default: 'iso',
    applies: WINDOWS,
    choices: [
      { value: 'iso', words: '2026-11-20' },
      { value: 'day-month', words: '20 Nov 2026' },
      { value: 'month-day', words: 'Nov 20, 2026' },
    ],
  }),
  'look.theme': setting<z.infer<typeof theme>>({
    title: 'Theme',
    does: 'Makes all windows dark, light, or white on black with brighter lines. A color keeps its meaning in each.',
    words: 'dark light bright day night high contrast color palette appearance',
    schema: theme,
    default: 'dark',
    applies: WINDOWS,
    choices: [
      { value: 'dark', words: 'Dark' },
      { value: 'light', words: 'Light' },
      { value: 'contrast', words: 'High contrast' },
    ],
  }),
  'look.density': setting<z.infer<typeof density>>({
    title: 'Density',
    does: 'Sets the height of rows in tables and ladders. Compact shows about a fifth more rows, roomy about a sixth fewer.',
    words: 'compact normal roomy rows height size small large',
    schema: density,
    default: 'normal',
    applies: WINDOWS,
    choices: [
      { value: 'normal', words: 'Normal' },
      { value: 'compact', words: 'Compact' },
      { value: 'roomy', words: 'Roomy' },
    ],
  }),
  'look.sides': setting<z.infer<typeof sides>>({
    title: 'Colors of the sides',
    does: 'Sets the colors of bids and asks, of buys and sells, and of gains and losses. Column, sign and letter name the side too, and warnings stay red.',
    words: 'theme palette blue red green orange bid ask buy sell color blind',
    schema: sides,
    default: 'blue-red',
    applies: WINDOWS,
    choices: [
      { value: 'blue-red', words: 'Blue buys, red sells' },
      { value: 'green-red', words: 'Green buys, red sells' },
      { value: 'blue-orange', words: 'Blue buys, orange sells' },
    ],
  }),
  'look.motion': setting<z.infer<typeof motion>>({
    title: 'Motion',
    does: 'Stops all movement that is not data. “As the system” follows the system’s own setting.',
    words: 'reduced animation flash movement',
    schema: motion,
    default: 'system',
    applies: WINDOWS,
    choices: [
      { value: 'system', words: 'As the system' },
      { value: 'reduced', words: 'Reduced' },
    ],
  }),
  'ladder.ticksPerRow': setting<number>({
    title: 'Ticks per ladder row',
    does: 'Sets the ticks per row of a ladder that opens from now on. Open ladders keep theirs: numpad + and − change one.',
    words: 'grouping rows price increment zoom coarse fine default',
    schema: z.literal(TICKS_PER_ROW),
    default: 10,
    applies: 'ladders opened from now on',
    choices: TICKS_PER_ROW.map((value) => ({ value, words: value === 1 ? '1 tick' : `${value} ticks` })),
  }),
  'ladder.sizes': setting<Readonly<Record<string, readonly string[]>>>({
    title: 'Size presets',
    does: 'Sets the order sizes that keys 1 to 6 choose on the ladders of an instrument, in contracts. A change disarms the ladders of that instrument and replaces sizes that were typed on them.',
    words: 'quantity amount order size keys 1 to 6 instrument lots',
    schema: z
      .record(symbol, instrumentSizes)
      .refine((sizes) => Object.keys(sizes).length <= MOST_INSTRUMENTS, {
        error: `at most ${MOST_INSTRUMENTS} instruments`,
      }),
    default: {},
    applies: WINDOWS,
    entries: {
      title: 'Sizes of',
      usual: '1, 5, 10, 25, 50 and 100 times a hundred lots',
      words: (sizes) => instrumentSizes.parse(sizes).join(' '),
    },
  }),
  'ladder.ocoPercent': setting<(typeof OCO_PERCENT)[number]>({
    title: 'Offset of the oco key',
    does: 'Sets how far from the mark price the key O of an armed ladder puts take profit and stop loss of the position.',
    words: 'oco take profit stop loss bracket protect position percent',
    schema: z.enum(OCO_PERCENT),
    default: '1',
    applies: WINDOWS,
    choices: OCO_PERCENT.map((value) => ({ value, words: `${value} %` })),
  }),
  'ladder.mouse': setting<MouseProfile>({
    title: 'Mouse profile',
    does: 'Sets what the buttons of the mouse do on a ladder. docs/keyboard.md lists every click of each profile.',
    words: 'click button middle right left tt ninjatrader interactive brokers ib crypto exchange stop menu',
    schema: mouseProfile,
    default: 'tt',
    applies: WINDOWS,
    choices: [
      { value: 'tt', words: 'TT' },
      { value: 'ninjatrader', words: 'NinjaTrader: middle places a stop' },
      { value: 'ib', words: 'IB: right places a stop or cancels' },
      { value: 'crypto', words: 'Crypto: right recentres, Ctrl left places a stop of the position' },
    ],
  }),
  'express.limits': setting<Readonly<Record<string, readonly string[]>>>({
    title: 'Express limits',
    does: 'Sets the largest size, in contracts, and the largest notional, in USDC, that a ladder with express may send without Enter. Without both, express cannot begin.',
    words: 'one click one-click fast express direct confirmation skip size notional',
    schema: z
      .record(symbol, expressLimits)
      .refine((limits) => Object.keys(limits).length <= MOST_INSTRUMENTS, {
        error: `at most ${MOST_INSTRUMENTS} instruments`,
      }),
    default: {},
    applies: WINDOWS,
    entries: {
      title: 'Express limits of',
      usual: 'none',
      words: (limits) => expressLimits.parse(limits).join(' contracts, ').concat(' USDC'),
    },
  }),
  'line.aliases': setting<Aliases>({
    title: 'Own names',
    does: 'Gives customers and instruments short words of your own for the command line. The line reads back the real code. A word that could be taken for a real code or word is refused.',
    words: 'alias shortcut nickname customer instrument command line',
    schema: aliases,
    default: {},
    applies: WINDOWS,
    entries: {
      title: 'Own name',
      usual: 'none',
      words: (named) => {
        const read = alias.parse(named)
        return `${namedBy(read)} at ${read.venueId}`
      },
    },
  }),
  'ticket.templates': setting<TicketTemplates>({
    title: 'Ticket templates',
    does: 'Keeps type, size, time in force and leverage of a ticket under a name, by instrument. On a ticket Alt 1 … 9 put one on, and Alt 0 saves the present one. No customer, side or price is kept, and nothing is sent.',
    words: 'preset default order type size time in force leverage quick',
    schema: ticketTemplates,
    default: {},
    applies: WINDOWS,
    entries: {
      title: 'Templates of',
      usual: 'none',
      words: (list) =>
        instrumentTemplates
          .parse(list)
          .map(({ name }) => name)
          .join(', '),
    },
  }),
  'arming.idleMinutes': setting<number>({
    title: 'Disarm after',
    does: `Sets how long a ladder stays armed without an order, at most 30 minutes. Up to ${IDLE_WITHOUT_WORD} minutes the change is free; a longer time needs the word ${LONGER_WORD}.`,
    words: 'arm armed idle timeout minutes safety',
    schema: z.literal(IDLE_MINUTES),
    default: 10,
    applies: WINDOWS,
    choices: IDLE_MINUTES.map((value) => ({ value, words: minuteWords(value) })),
  }),
  'lock.restMinutes': setting<number>({
    title: 'Lock the session after',
    does: 'Locks the session once no window had a key or a click for this long. Every window then hides what it shows until the password is typed; orders at the venue stay live. A venue that signs in with a key alone has no password, and its session cannot lock.',
    words: 'session lock screen idle rest away password hide timeout minutes safety',
    schema: z.literal(REST_MINUTES),
    default: 0,
    applies: WINDOWS,
    choices: REST_MINUTES.map((value) => ({ value, words: value === 0 ? 'Never' : minuteWords(value) })),
  }),
  'sound.volume': setting<number>({
    title: 'Volume',
    does: 'Sets how loud sounds and speech are. One window gives them: the first in which you pressed a key, and the next one when that closes.',
    words: 'sound loud quiet audio alert ring',
    schema: z.literal(SOUND_VOLUMES),
    default: 5,
    applies: WINDOWS,
    choices: SOUND_VOLUMES.map((value) => ({ value, words: String(value) })),
  }),
  'sound.muted': offOrOn({
    title: 'Mute',
    does: 'Silences sounds and speech. What must be acknowledged still sounds.',
    words: 'sound silence quiet audio alert off',
  }),
  'sound.speech': offOrOn({
    title: 'Speech',
    does: 'Speaks fills, rejects and alerts behind their sound, by the voice of this machine. Nothing is spoken while the session is locked.',
    words: 'speak voice read aloud sound',
  }),
  'sound.system': offOrOn({
    title: 'System notifications',
    does: 'Shows what sounds as a notification of the system while no window of the terminal has the focus. While the session is locked it names nobody. A browser asks once for permission, after the next start.',
    words: 'desktop notification popup toast outside',
  }),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingId = keyof typeof SETTINGS
export type SettingValues = { readonly [Id in SettingId]: (typeof SETTINGS)[Id]['default'] }

export const SETTING_IDS = Object.keys(SETTINGS) as readonly SettingId[]
export const isSettingId = (id: string): id is SettingId => Object.hasOwn(SETTINGS, id)

export const DEFAULT_VALUES = Object.fromEntries(
  SETTING_IDS.map((id) => [id, SETTINGS[id].default]),
) as SettingValues
