/** Refuses every command of a window while the session is locked, but those that the contract lets through. A new command is refused unless the contract says otherwise. */

import { fail } from '../../../../shared/base/result.ts'
import { commands, type CommandName } from '../../../../shared/contract/contract.ts'
import type { Command } from '../../../../shared/contract/define.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { CommandHandlers } from '../../../../shared/contract/ports.ts'

export const SESSION_LOCKED =
  'The session is locked, so nothing was done and nothing was sent. Orders at the venue stay live. Type the password in a window of the terminal, then try again.'

/** Reading goes on, so that every window is up to date when it shows itself again. */
const passes = ({ scope, whileLocked }: Command): boolean => scope === 'read' || whileLocked === true

export function refuseWhileLocked(handlers: CommandHandlers, isLocked: () => boolean): CommandHandlers {
  const guarded = (Object.keys(handlers) as CommandName[]).map((name) => {
    const handler = handlers[name]
    if (passes(commands[name])) return [name, handler]
    const guard = async (...call: readonly unknown[]) =>
      isLocked()
        ? fail(failureOf('refused', SESSION_LOCKED))
        : await (handler as (...given: readonly unknown[]) => unknown)(...call)
    return [name, guard]
  })
  return Object.fromEntries(guarded) as CommandHandlers
}
