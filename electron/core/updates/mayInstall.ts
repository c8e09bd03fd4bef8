/** Decides whether a downloaded update may be installed now: a pure function of facts, with one sentence for each reason. Installs nothing. */

import { cut, visibleWords } from '../../../shared/base/visibleText.ts'
import { INSTALL_WORD, type InstallVerdict } from '../../../shared/domain/updates/updateStatus.ts'

/** What the journal holds of an account that is not in use. Nobody looks it up before its user signs in. */
export interface OtherAccount {
  /** The key of its journal entries: the venue, with address and user where the venue is not built in. */
  readonly accountKey: string
  /** Orders whose request may have left and whose outcome is not proven. */
  readonly unknownOrders: number
  /** Orders that may be live at the venue, the unknown ones included. */
  readonly liveOrders: number
  /** Deposits and withdrawals without an outcome. */
  readonly unknownTransfers: number
}

/** What the desk is doing. An install ends the program, so nothing is looked up, canceled or placed until the next start. */
export interface DeskFacts {
  readonly isLocked: boolean
  /** Orders whose request may have left and whose outcome is not proven. */
  readonly unknownOrders: number
  /** Orders that are in the journal and not sent yet. */
  readonly leavingOrders: number
  /** Live orders with a cancel or an amend that the venue has not confirmed. */
  readonly unconfirmedChanges: number
  /** Scales with an order that has not been answered. */
  readonly leavingScales: number
  /** Blocks whose rows leave now, or wait to be sent once more. */
  readonly leavingBlocks: number
  /** Positions whose flatten has not sent its market order yet, or has no answer to it. */
  readonly flattening: number
  /** Deposits and withdrawals without an outcome. */
  readonly unknownTransfers: number
  /** Orders that are live at the venue, those above included. */
  readonly liveOrders: number
  /** Why there may be more live orders: a clause without a full stop. Null: every list of open orders is whole. */
  readonly unseen: string | null
  /** Positions that stand or may stand. */
  readonly positions: number
  /** Accounts that are not in use and left orders or transfers behind. The counts above do not include theirs. */
  readonly otherAccounts: readonly OtherAccount[]
}

export interface InstallFacts extends DeskFacts {
  /** The release that was downloaded; null: none. */
  readonly downloaded: { readonly version: string; readonly isOlder: boolean } | null
  /** What the dealer typed; empty: nothing. */
  readonly typed: string
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Characters of an account's name in a sentence. */
const NAME_AT_MOST = 120

const accountName = ({ accountKey }: OtherAccount): string =>
  `“${visibleWords(cut(accountKey, NAME_AT_MOST))}”`

/** What other accounts left without an outcome. Nothing is looked up for an account before its user signs in. */
const refusalsOfOthers = (accounts: readonly OtherAccount[]): string[] =>
  accounts.flatMap((account) => [
    ...(account.unknownOrders > 0
      ? [
          `${counted(account.unknownOrders, 'order', 'orders')} of the account ${accountName(account)}, which is not in use, ${account.unknownOrders === 1 ? 'has' : 'have'} an unknown status. Openpit looks orders up for the account in use alone: sign in there.`,
        ]
      : []),
    ...(account.unknownTransfers > 0
      ? [
          `${counted(account.unknownTransfers, 'deposit or withdrawal', 'deposits or withdrawals')} of the account ${accountName(account)}, which is not in use, ${account.unknownTransfers === 1 ? 'has' : 'have'} no known outcome. Sign in there, and wait until the ledger shows it.`,
        ]
      : []),
  ])

/** Reasons that nothing typed overrides. */
function refusals(facts: InstallFacts): string[] {
  const why: string[] = []
  if (facts.downloaded === null)
    why.push('No update is downloaded, so there is nothing to install. Check for one and download it first.')
  if (facts.isLocked)
    why.push('The session is locked, so nobody can agree to close Openpit. Unlock it, then try again.')
  if (facts.unknownOrders > 0)
    why.push(
      `${counted(facts.unknownOrders, 'order has', 'orders have')} an unknown status, and nobody looks orders up while Openpit is closed. Wait until the status is known, or decide on the order.`,
    )
  if (facts.leavingOrders > 0)
    why.push(
      `${counted(facts.leavingOrders, 'order is', 'orders are')} on the way to the venue. Wait for the answer.`,
    )
  if (facts.leavingScales > 0)
    why.push(
      `${counted(facts.leavingScales, 'scale is', 'scales are')} being sent. Wait until each order is answered.`,
    )
  if (facts.leavingBlocks > 0)
    why.push(
      `${counted(facts.leavingBlocks, 'block is', 'blocks are')} being sent. Wait for the last row, or pause or stop the block.`,
    )
  if (facts.flattening > 0)
    why.push(
      `${counted(facts.flattening, 'position is', 'positions are')} being flattened, and the market order may still have to leave. Wait for the answer.`,
    )
  if (facts.unconfirmedChanges > 0)
    why.push(
      `${counted(facts.unconfirmedChanges, 'cancel or amend is', 'cancels or amends are')} not confirmed by the venue. Wait for the answer.`,
    )
  if (facts.unknownTransfers > 0)
    why.push(
      `${counted(facts.unknownTransfers, 'deposit or withdrawal has', 'deposits or withdrawals have')} no known outcome. Wait until the ledger shows it.`,
    )
  return [...why, ...refusalsOfOthers(facts.otherAccounts)]
}

/** Reasons that the dealer may accept by typing the word. */
function consents(facts: InstallFacts): string[] {
  const why: string[] = []
  if (facts.liveOrders > 0)
    why.push(
      `${counted(facts.liveOrders, 'order stays', 'orders stay')} live at the venue. Nothing watches them, and no bracket leg is placed, while Openpit is closed.`,
    )
  for (const account of facts.otherAccounts)
    if (account.liveOrders > 0)
      why.push(
        `${counted(account.liveOrders, 'order', 'orders')} of the account ${accountName(account)}, which is not in use, may be live at the venue. Nothing watches them.`,
      )
  if (facts.unseen !== null) why.push(`More orders may be live at the venue: ${facts.unseen}.`)
  if (facts.positions > 0)
    why.push(
      `${counted(facts.positions, 'position stands', 'positions stand')} at the venue. Openpit neither closes nor watches them while it is away.`,
    )
  if (facts.downloaded?.isOlder === true)
    why.push(
      `${facts.downloaded.version} is older than the release that runs. It does not start on a data folder that the newer release brought forward: read “Go back to an older release” in the manual first.`,
    )
  return why
}

/** A reason to refuse comes first: consent to what stays live never covers an order of unknown status. */
export function mayInstall(facts: InstallFacts): InstallVerdict {
  const refused = refusals(facts)
  if (refused.length > 0) return { kind: 'refused', why: refused }
  const asked = consents(facts)
  return asked.length > 0 && facts.typed.trim() !== INSTALL_WORD
    ? { kind: 'asks', why: asked }
    : { kind: 'may', why: asked }
}
