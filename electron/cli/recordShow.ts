/** `npm run record:show`: prints the contents of a recorded session as a small table. Exits with 0, or 2 for bad usage. Changes nothing. */

import { parseArgs } from 'node:util'
import { findSession, sessionRecords } from '../record/sessionFiles.ts'
import { summarize, type ChannelSummary, type SessionSummary } from '../record/summary.ts'

const HELP = `Shows the contents of a recorded session.

  npm run record:show -- FILE_OR_FOLDER [--gap SECONDS] [--json]

  FILE_OR_FOLDER   a folder of recordings (its newest session is shown), or one file of a session
  --gap SECONDS    longest silence on a channel that is not counted as a gap (default 5)
  --json           print one JSON object instead of the table
  --help           show this text
`
const BAD_USAGE = 2

class BadUsage extends Error {}

function readCommandLine() {
  try {
    return parseArgs({
      options: {
        gap: { type: 'string', default: '5' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new BadUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : '', { cause: error })
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

function rowOf(channel: ChannelSummary): string[] {
  const longest = Math.max(0, ...channel.gaps.map(({ ms }) => ms))
  const gaps = channel.gaps.length
  return [
    channel.stream,
    channel.channel,
    String(channel.frames),
    String(channel.bytes),
    timeOf(channel.first),
    timeOf(channel.last),
    gaps === 0 ? '0' : `${gaps} (${(longest / 1_000).toFixed(1)} s)`,
    String(channel.unreadable),
  ]
}

const TITLES = ['stream', 'channel', 'frames', 'bytes', 'first', 'last', 'gaps', 'unreadable']
/** Number of text columns; the other columns are numbers, aligned right. */
const TEXTS = 2

function table({ channels }: SessionSummary): string[] {
  const rows = [TITLES, ...channels.map(rowOf)]
  const widths = TITLES.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < TEXTS ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

function run(): void {
  const { values, positionals } = readCommandLine()
  if (values.help) return void process.stdout.write(HELP)
  const [given, ...more] = positionals
  if (given === undefined || more.length > 0) throw new BadUsage('name one file or folder. Try --help.')
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(values.gap) ? Number(values.gap) : null
  if (seconds === null) throw new BadUsage('--gap must be a number of seconds.')
  const found = findSession(given)
  if (!found.ok) throw new BadUsage(found.failure)
  const { files, unreadable } = found.value
  const faults = [...unreadable]
  const head = files[0]?.head
  if (!head) throw new BadUsage(`${given} is not a recording of a session.`)
  const summary = summarize(
    sessionRecords(files, (sentence) => faults.push(sentence)),
    head.profile,
    seconds * 1_000,
  )
  if (values.json) {
    console.log(
      JSON.stringify({
        session: head.session,
        venue: head.profile.name,
        files: files.length,
        ...summary,
        faults,
      }),
    )
    return
  }
  const { records, missing, closed, first, last } = summary
  const span = first === null || last === null ? '' : `, ${((last - first) / 1_000).toFixed(1)} s`
  console.log(
    `${head.session} at ${head.profile.name}: ${records} records in ${files.length} files${span}; ${missing} missing, ${closed} connections closed`,
  )
  for (const line of table(summary)) console.log(line)
  for (const fault of faults) console.log(`note: ${fault}`)
}

try {
  run()
} catch (error) {
  console.error(`record:show: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = BAD_USAGE
}
