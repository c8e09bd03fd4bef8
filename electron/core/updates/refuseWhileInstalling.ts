/** Refuses every act of a window once an install has begun: the desk is closing, and windows stay open a moment longer. Reading goes on. */

import { fail } from '../../../shared/base/result.ts'
import { commands, type CommandName } from '../../../shared/contract/contract.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'

export const INSTALLING =
  'Openpit is closing to install another release, so nothing was done and nothing was sent. Start it again once it is installed.'

export function refuseWhileInstalling(
  handlers: CommandHandlers,
  isInstalling: () => boolean,
): CommandHandlers {
  const guarded = (Object.keys(handlers) as CommandName[]).map((name) => {
    const handler = handlers[name]
    if (commands[name].scope === 'read') return [name, handler]
    const guard = async (...call: readonly unknown[]) =>
      isInstalling()
        ? fail(failureOf('refused', INSTALLING))
        : await (handler as (...given: readonly unknown[]) => unknown)(...call)
    return [name, guard]
  })
  return Object.fromEntries(guarded) as CommandHandlers
}
