import { expect, test } from 'vitest'
import { createMarginProfiles } from '../../../../electron/core/administration/margins/readAndPublishMarginProfiles.ts'
import type { ReadFailure } from '../../../../electron/core/ports/brokerAnswers.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import { FakeBroker, pending, type Pending } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, C1, text } from '../deskHarness.ts'

const profileOf = (leverage: string): MarginProfile => ({
  initialMargin: text('10'),
  maintenanceMargin: text('5'),
  maxLeverage: text('13'),
  instrumentMargins: [{ symbol: BTC, leverage: text(leverage), initialMargin: text('20') }],
})

test('a profile that was requested earlier and answered later replaces no newer reading', async () => {
  const broker = new FakeBroker()
  const answers: Pending<Result<MarginProfile, ReadFailure>>[] = []
  broker.marginProfileAnswer = () => {
    const answer = pending<Result<MarginProfile, ReadFailure>>()
    answers.push(answer)
    return answer.promise
  }
  const profiles = createMarginProfiles({ broker: () => broker }, { now: () => 0 })
  const ofWindow = profiles.readForWindow(C1)
  const afterOrder = profiles.readAgain(broker, C1)
  answers[1]?.resolve(ok(profileOf('5')))
  await afterOrder
  answers[0]?.resolve(ok(profileOf('3')))
  await ofWindow
  expect(profiles.known(C1, BTC)).toBe('5')
  const later = profiles.readForWindow(C1)
  answers[2]?.resolve(ok(profileOf('7')))
  await later
  expect(profiles.known(C1, BTC)).toBe('7')
})
