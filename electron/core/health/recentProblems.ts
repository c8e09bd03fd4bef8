/** A log that also holds its newest warnings and errors, for the diagnostics. Stores nothing. */

import type { Clock } from '../../../shared/base/clock.ts'
import type { Health } from '../../../shared/domain/health/health.ts'
import type { Log, LogFields } from '../ports/log.ts'

const MOST = 20

export interface RememberingLog {
  readonly log: Log
  /** Newest first. */
  problems(): Health['problems']
}

export function rememberProblems(clock: Clock, log: Log): RememberingLog {
  const problems: Health['problems'] = []
  const remember =
    (level: 'warn' | 'error') =>
    (event: string, fields?: LogFields): void => {
      problems.unshift({ at: clock.now(), sentence: fields?.sentence ?? event })
      problems.length = Math.min(problems.length, MOST)
      log[level](event, fields)
    }
  return {
    log: {
      info: (event, fields) => log.info(event, fields),
      warn: remember('warn'),
      error: remember('error'),
    },
    problems: () => [...problems],
  }
}
