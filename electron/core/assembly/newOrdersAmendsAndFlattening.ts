/** Step 7: orders, blocks, brackets, amends and flattening. Cancels are in `orderIdsGateLookUpsAndCancels.ts`, because halts use them too. */

import { ok } from '../../../shared/base/result.ts'
import { dealerWords } from '../../../shared/domain/settings/dealerName.ts'
import { createOrderAmends } from '../dealing/amendOrder.ts'
import { createFitContext } from '../dealing/priceAndSizeCheckInputs.ts'
import { createBlocks } from '../dealing/block/blocks.ts'
import { createStoredClaims, createStoredRotation } from '../dealing/block/storedRotation.ts'
import { createConflictReading } from '../dealing/conflicts/readConflicts.ts'
import { createFairnessReading } from '../dealing/fairness/readFairness.ts'
import { createBracketLegs } from '../dealing/brackets/placeBracketLegs.ts'
import { createFlatten, flattenKey } from '../dealing/flattenPosition.ts'
import { createScaleSubmission } from '../dealing/scale/submitScale.ts'
import { createOrderSubmission } from '../dealing/submitOrder.ts'
import { createOrderCheck } from '../dealing/checkOrderWithoutSending.ts'
import { createLookUpOrder } from '../dealing/lookUpOrderNow.ts'
import { createRuleProblemOf } from '../dealing/ruleProblemsOfNewOrder.ts'
import { createWriteOffOrder } from '../dealing/writeOffUnresolvedOrder.ts'
import type { Measures } from '../health/measures.ts'
import type { Administration } from './transfersFeesMarginAndWebhooks.ts'
import type { CoreOptions } from './coreOptions.ts'
import type { SharedSettings } from '../session/windows/saveAndPublishSettings.ts'
import type { JournalAndNotices } from './recoveredStateJournalAndNotices.ts'
import type { OrderPath } from './orderIdsGateLookUpsAndCancels.ts'
import type { VenueRecords } from './orderMarketAndAccountStores.ts'
import type { ReconciliationAndRisk } from './reconciliationAndRisk.ts'
import type { SessionAccess } from './sessionStateAndAccess.ts'

export function createDealing(
  { clock, log, settings }: CoreOptions,
  measures: Measures,
  { state, current, access, who, dealer }: SessionAccess,
  { notices, journalWriter, ownRecords, recovered }: JournalAndNotices,
  { orderStore, instruments, trades, customers }: VenueRecords,
  { resolver, cancels, mint, dispatchGate, missingInJournal }: OrderPath,
  { limits, cancelAll, gate, readings }: ReconciliationAndRisk,
  { margins, reportLeverageChange }: Administration,
  isLocked: () => boolean,
  sharedSettings: Pick<SharedSettings, 'saveOfCore'>,
) {
  const fitContext = createFitContext(instruments, trades)
  const ruleProblemOf = createRuleProblemOf(instruments, fitContext)
  const checkOrder = createOrderCheck({ limits, gate, ruleProblemOf })
  /** What every new order passes and becomes. */
  const admission = {
    clock,
    measures,
    log,
    access,
    orderStore,
    customers,
    notices,
    mint,
    limits,
    ruleProblemOf,
    gate,
    arrivalOf: instruments.arrivalOf,
    dealer: () => (dealer.named === null ? null : dealerWords(dealer.named)),
    intents: () => ownRecords().intents,
  }
  const submission = createOrderSubmission({
    ...admission,
    resolver,
    margins,
    reportLeverageChange,
    trades,
    dispatchGate,
  })
  const submitScale = createScaleSubmission({ ...admission, submission })
  const amends = createOrderAmends({
    clock,
    measures,
    log,
    access,
    orderStore,
    resolver,
    notices,
    hasAmend: () => state.venue?.profile.capabilities.amend ?? false,
    dispatchGate,
    gate,
    limits,
    fitContext,
  })
  const stored = { settings, saveSetting: sharedSettings.saveOfCore, notices }
  const claims = () => ownRecords().claims
  const blocks = createBlocks({
    ...admission,
    trades,
    missingInJournal,
    submission,
    amends,
    journalWriter,
    who,
    cancel: (order) => cancels.cancelOnce(order),
    lookUp: (broker, customer, id) => resolver.ask(broker, customer, id),
    blocks: () => ownRecords().blocks,
    claims,
    claimsChanged: createStoredClaims(stored, claims, recovered),
    moveRotation: createStoredRotation(stored),
    lotOf: (symbol) => instruments.get(symbol)?.lotSize ?? null,
    whyKeptBack: () => (isLocked() ? 'The session is locked.' : null),
  })
  state.changed.add(() => blocks.lookAgain())
  /** Customers and instruments being flattened. */
  const flattening = new Set<string>()
  const bracketLegs = createBracketLegs({
    clock,
    access,
    orderStore,
    trades,
    submission,
    gate,
    missingInJournal,
    notices,
    brackets: () => ownRecords().brackets,
    isFlattening: (customerCode, symbol) => flattening.has(flattenKey({ customerCode, symbol })),
  })
  state.changed.add(() => bracketLegs.lookAgain())
  const lookUpOrder = createLookUpOrder(access, resolver)
  const writeOffOrder = createWriteOffOrder({ clock, orderStore, resolver, who })
  const flatten = createFlatten({
    clock,
    orderStore,
    customers,
    trades,
    submission,
    cancelAll,
    gate,
    running: flattening,
    lost: () => current.lostChannels(),
    unseen: (customer) => readings.notWhole(customer),
    readCustomer: (customer) => current.readCustomer(customer),
  })
  return {
    submission,
    submitScale,
    blocks,
    bracketLegs,
    checkOrder,
    lookUpOrder,
    writeOffOrder,
    flatten,
    /** Of customers and instruments; changes in place. */
    flattening: flattening as ReadonlySet<string>,
    amends,
  }
}

export type Dealing = ReturnType<typeof createDealing>

/** What the journal shows of dealing: audit trails, fairness of blocks, and conflicts between customers. Sends nothing. */
export function createJournalReadings(
  { clock, journal: whole }: CoreOptions,
  { journalWriter, olderThanVenue }: JournalAndNotices,
  { instruments }: VenueRecords,
) {
  const journal = {
    async eachMentioning(...search: Parameters<typeof whole.eachMentioning>) {
      const read = await whole.eachMentioning(...search)
      // A journal that is older than the venue verifies, and lacks entries all the same.
      return read.ok ? ok({ isProven: read.value.isProven && !olderThanVenue.lacksEntries }) : read
    },
  }
  const records = { clock, journal, accountKey: () => journalWriter.accountKey }
  return {
    journal,
    readConflicts: createConflictReading({ ...records, instruments }),
    readFairness: createFairnessReading(records),
  }
}
