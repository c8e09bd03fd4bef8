/** How the two journal commands begin and end: bad usage is one sentence and exit code 2. */

import { parseArgs, type ParseArgsConfig } from 'node:util'

const BAD_USAGE = 2

/** A command that makes no sense; the message says what is wrong with it. */
export class BadUsage extends Error {}

/** Options and positionals of this process; throws `BadUsage`. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(options: O) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new BadUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : '', { cause: error })
  }
}

/** Runs `name`; what it returns is the exit code. */
export async function runCommand(name: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = BAD_USAGE
  }
}
