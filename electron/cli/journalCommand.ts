/** Reads the arguments and sets the exit code of both journal commands. Bad usage prints one sentence and exits with 2. */

import { parseArgs, type ParseArgsConfig } from 'node:util'

const BAD_USAGE = 2

/** The command line is wrong; the message names the fault. */
export class BadUsage extends Error {}

/** Options and positionals of this process. Throws `BadUsage`. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(options: O) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new BadUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : '', { cause: error })
  }
}

/** The positionals and `--key` of a command that takes nothing else; null: its help was asked for, and printed. Throws `BadUsage`. */
export function readPlacesAndKey(help: string) {
  const { values, positionals } = readArguments({
    key: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  if (!values.help) return { places: positionals, key: values.key }
  process.stdout.write(help)
  return null
}

/** Runs `name`; `run` returns the exit code. */
export async function runCommand(name: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = BAD_USAGE
  }
}
