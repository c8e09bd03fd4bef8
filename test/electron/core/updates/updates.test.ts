/** Updates in the core: nothing is downloaded or installed unasked, and nothing is installed while an order moves. */

import { describe, expect, it, test } from 'vitest'
import { INSTALLING } from '../../../../electron/core/updates/refuseWhileInstalling.ts'
import type { BookWalk } from '../../../../shared/domain/book/bookWalk.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { FakeJournal } from '../../../fakes/core/fakeJournal.ts'
import { BTC, C1, Desk, draftOf, reportOf, text, tradeOf } from '../deskHarness.ts'
import { scaleOf } from '../dealing/scale/scaleStage.ts'
import { blockOf } from '../dealing/block/blockStage.ts'
import { NEWER, RUNNING, stageUpdates } from './updateStage.ts'

const SIX_HOURS = 6 * 3_600_000
const failureOf = (reply: unknown) =>
  (reply as { failure: { message: string; field: string | null } }).failure

test('without an updater the state is off with its reason, and every act is refused', async () => {
  const desk = new Desk()
  const updates = desk.follow('updates')
  const why = 'This run has no updates: only the installed desktop program can be updated.'
  expect(updates.now()).toMatchObject({ version: RUNNING, channel: null, address: null, state: 'off', why })
  for (const act of ['check', 'checkOlder', 'download', 'install'] as const)
    expect(failureOf(await desk.call('update.act', { act, typed: 'INSTALL' })).message).toBe(why)
})

describe('a release', () => {
  it('is announced once, and downloaded only when asked', async () => {
    const { packageFake, updates, act, said } = stageUpdates()
    packageFake.published.set('latest', { version: NEWER, progress: [3.7, 50, 99.9] })
    await act('check')
    expect(updates.now()).toMatchObject({
      state: 'available',
      offered: { version: NEWER, isOlder: false },
      verdict: null,
    })
    const sentence = `Openpit ${NEWER} is available; ${RUNNING} runs. Nothing is downloaded or installed by itself. Open “Updates” from the list of panels.`
    expect(said()).toEqual([sentence])
    await act('download')
    expect(updates.deltas.map(({ percent }) => percent).filter((percent) => percent !== null)).toEqual([
      0, 3, 50, 99,
    ])
    expect(updates.now()).toMatchObject({ state: 'downloaded', percent: null })
    expect(packageFake.installed).toEqual([])
    packageFake.appQuits()
    expect(packageFake.installed).toEqual([])
  })

  it('is looked for a minute after the start and every six hours, and never over an offer', async () => {
    const { desk, packageFake, updates, act } = stageUpdates()
    desk.clock.advance(59_000)
    await desk.settle()
    expect(updates.now().state).toBe('idle')
    desk.clock.advance(1_000)
    await desk.settle()
    expect(updates.now().state).toBe('failed')
    packageFake.published.set('latest', { version: RUNNING })
    desk.clock.advance(SIX_HOURS)
    await desk.settle()
    expect(updates.now()).toMatchObject({ state: 'current', checkedAt: expect.any(Number) as number })
    packageFake.published.set('latest', { version: NEWER })
    await act('check')
    packageFake.published.set('latest', { version: '0.2.0' })
    desk.clock.advance(SIX_HOURS)
    await desk.settle()
    expect(updates.now().offered?.version).toBe(NEWER)
  })

  it('comes from the file of the channel alone, and never an older one', async () => {
    const { packageFake, updates, act } = stageUpdates({ channel: 'beta' })
    packageFake.published.set('latest', { version: '9.0.0' })
    packageFake.published.set('beta', { version: '0.0.0-beta.1' })
    await act('check')
    expect(packageFake.allowDowngrade).toBe(false)
    expect(updates.now()).toMatchObject({ channel: 'beta', state: 'current', offered: null })
  })

  it('that is not the published file is deleted, and nothing can be installed', async () => {
    const { packageFake, updates, act, ended } = stageUpdates()
    packageFake.published.set('latest', { version: NEWER, isIntact: false })
    await act('check')
    await act('download')
    expect(updates.now()).toMatchObject({
      state: 'failed',
      why: 'The downloaded file does not have the sha512 of the channel file, so it was deleted. Nothing was installed, and no order was touched. Download it again; if that repeats, ask the publisher.',
    })
    expect(await act('install', 'INSTALL')).toMatchObject({ ok: false })
    expect(ended).toEqual([])
  })

  it('that its publisher did not sign is deleted, and nothing can be installed', async () => {
    const { packageFake, updates, act, ended } = stageUpdates()
    packageFake.published.set('latest', { version: NEWER })
    await act('check')
    // What the package throws on Windows, once the file is there and has its sha512.
    packageFake.networkFailure = Object.assign(
      new Error('New version 0.1.0 is not signed by the application owner: CN=Mallory'),
      { code: 'ERR_UPDATER_INVALID_SIGNATURE' },
    )
    await act('download')
    expect(updates.now()).toMatchObject({
      state: 'failed',
      why: 'The downloaded installer is not signed by the publisher of this program, so it was deleted. Nothing was installed, and no order was touched. Do not install that release by hand; ask the publisher.',
    })
    expect(await act('install', 'INSTALL')).toMatchObject({ ok: false })
    expect([ended, packageFake.installed]).toEqual([[], []])
  })

  it('cannot be asked for twice at once', async () => {
    const { packageFake, act, updates } = stageUpdates()
    packageFake.published.set('latest', { version: NEWER })
    const [first, second] = await Promise.all([act('check'), act('check')])
    expect(first.ok).toBe(true)
    expect(failureOf(second).message).toBe('Openpit is asking for releases. Wait for the answer.')
    expect(failureOf(await act('install')).message).toContain('No update is downloaded')
    expect(updates.now().state).toBe('available')
  })

  it('shows no words of the server', async () => {
    const { packageFake, updates, act } = stageUpdates()
    packageFake.networkFailure = Object.assign(
      new Error('net::ERR_NAME_NOT_RESOLVED at https://user:pw@x'),
      {},
    )
    await act('check')
    expect(updates.now().why).toBe(
      'The update failed: the system said net::ERR_NAME_NOT_RESOLVED. Nothing was installed, and no order was touched. Check the network and the address, then try again.',
    )
  })
})

describe('an older release', () => {
  it('is offered only when asked, from the publisher’s file for going back, and needs the word', async () => {
    const { desk, packageFake, updates, act, said, ended } = stageUpdates()
    await desk.ready()
    packageFake.published.set('latest', { version: RUNNING })
    packageFake.published.set('latest-previous', { version: '0.0.0-beta.4' })
    await act('check')
    expect(updates.now().state).toBe('current')
    await act('checkOlder')
    expect(updates.now()).toMatchObject({ state: 'available', offered: { isOlder: true } })
    expect(said()).toEqual([])
    await act('download')
    expect(updates.now().verdict?.kind).toBe('asks')
    expect(failureOf(await act('install'))).toMatchObject({ field: 'typed' })
    expect(ended).toEqual([])
    expect((await act('install', 'INSTALL')).ok).toBe(true)
    expect(packageFake.installed).toMatchObject([{ version: '0.0.0-beta.4' }])
  })

  it('is not there where the publisher offers none, or a newer one', async () => {
    const { packageFake, updates, act } = stageUpdates()
    await act('checkOlder')
    expect(updates.now().state).toBe('current')
    packageFake.published.set('latest-previous', { version: NEWER })
    await act('checkOlder')
    expect(updates.now()).toMatchObject({ state: 'current', offered: null })
    expect(await act('download')).toMatchObject({ ok: false })
  })
})

describe('an address that takes a request and never answers', () => {
  it('ends the check after two minutes, is not asked again meanwhile, and its late answer changes nothing', async () => {
    const { desk, packageFake, updates, act } = stageUpdates()
    const answer = Promise.withResolvers<void>()
    packageFake.silence = answer.promise
    packageFake.published.set('latest', { version: NEWER })
    await act('check')
    await desk.settle()
    expect(updates.now().state).toBe('checking')
    desk.clock.advance(120_000)
    expect(updates.now()).toMatchObject({
      state: 'failed',
      why: expect.stringMatching(/^The update address did not answer within two minutes\./) as string,
    })
    await act('checkOlder')
    expect(updates.now()).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('has still not answered an earlier request') as string,
    })
    answer.resolve()
    await desk.settle()
    expect(updates.now()).toMatchObject({ state: 'failed', offered: null })
    await act('check')
    await desk.settle()
    expect(updates.now().state).toBe('available')
  })

  it('ends a download after two minutes without a step, and offers nothing of it for install', async () => {
    const { desk, packageFake, updates, act } = stageUpdates()
    packageFake.published.set('latest', { version: NEWER })
    await act('check')
    await desk.settle()
    const answer = Promise.withResolvers<void>()
    packageFake.silence = answer.promise
    await act('download')
    await desk.settle()
    desk.clock.advance(120_000)
    expect(updates.now().state).toBe('failed')
    answer.resolve()
    await desk.settle()
    expect(updates.now()).toMatchObject({ state: 'failed', verdict: null })
  })
})

describe('an install', () => {
  it('closes the desk before the installer starts, silently and without a start afterwards', async () => {
    const { desk, packageFake, updates, act, downloaded, ended } = stageUpdates()
    await desk.ready()
    await downloaded()
    expect(updates.now().verdict).toEqual({ kind: 'may', why: [] })
    expect((await act('install')).ok).toBe(true)
    expect(ended).toEqual(['closed with 0 installed'])
    expect(packageFake.installed).toEqual([{ version: NEWER, isSilent: true, run: false }])
    expect(updates.now().state).toBe('installing')
    expect(
      await desk.call('order.submit', { intentId: 'late', draft: draftOf(), typed: null }),
    ).toMatchObject({
      failure: { kind: 'refused', message: INSTALLING },
    })
  })

  it('waits until the desk has closed', async () => {
    const closing = Promise.withResolvers<void>()
    const { desk, packageFake, act, downloaded, ended } = stageUpdates({ closed: closing.promise })
    await desk.ready()
    await downloaded()
    await act('install')
    expect([ended, packageFake.installed]).toEqual([['closed with 0 installed'], []])
    closing.resolve()
    await desk.settle()
    expect(packageFake.installed).toHaveLength(1)
  })

  it('is refused, also with the word, while an order has no answer', async () => {
    const { desk, packageFake, act, downloaded, ended, updates } = stageUpdates()
    const broker = await desk.ready()
    await downloaded()
    await desk.call('order.submit', { intentId: 'one', draft: draftOf(), typed: null })
    const reply = await act('install', 'INSTALL')
    expect(failureOf(reply).message).toContain('1 order has an unknown status')
    desk.clock.advance(1_000)
    expect(updates.now().verdict?.kind).toBe('refused')
    broker.sent[0]?.answer.resolve({ kind: 'unknown', message: 'no answer' })
    await desk.settle()
    expect(failureOf(await act('install', 'INSTALL')).message).toContain('1 order has an unknown status')
    expect([ended, packageFake.installed]).toEqual([[], []])
  })

  it('needs the word while orders are live', async () => {
    const { desk, act, downloaded, ended, updates } = stageUpdates()
    const broker = await desk.ready()
    await downloaded()
    await desk.call('order.submit', { intentId: 'one', draft: draftOf(), typed: null })
    const [sent] = broker.sent
    sent?.answer.resolve({ kind: 'accepted', value: reportOf(sent.id, 'open') })
    await desk.settle()
    desk.clock.advance(1_000)
    expect(updates.now().verdict?.why[0]).toMatch(/^1 order stays live at the venue\./)
    for (const typed of ['', 'install', 'YES'])
      expect(failureOf(await act('install', typed))).toMatchObject({ field: 'typed' })
    expect(ended).toEqual([])
    expect((await act('install', 'INSTALL')).ok).toBe(true)
    expect(ended).toEqual(['closed with 0 installed'])
  })

  it('is refused while a cancel is not confirmed', async () => {
    const { desk, act, downloaded } = stageUpdates()
    const broker = await desk.ready()
    await downloaded()
    await desk.call('order.submit', { intentId: 'one', draft: draftOf(), typed: null })
    const [sent] = broker.sent
    sent?.answer.resolve({ kind: 'accepted', value: reportOf(sent.id, 'open') })
    await desk.settle()
    await desk.call('order.cancel', { customerCode: C1, referenceId: sent?.id as never })
    expect(failureOf(await act('install', 'INSTALL')).message).toContain('1 cancel or amend is not confirmed')
  })

  it('is refused while a scale or a block leaves', async () => {
    const scale = stageUpdates()
    await scale.desk.ready()
    await scale.downloaded()
    await scale.desk.call('order.submitScale', scaleOf())
    expect(failureOf(await scale.act('install', 'INSTALL')).message).toContain('1 scale is being sent')

    const block = stageUpdates()
    await block.desk.ready()
    await block.downloaded()
    await block.desk.call('order.submitBlock', blockOf(5))
    expect(failureOf(await block.act('install', 'INSTALL')).message).toContain('1 block is being sent')
    expect([scale.ended, block.ended]).toEqual([[], []])
  })

  it('is refused while a flatten has yet to send its market order', async () => {
    const { desk, act, downloaded, ended } = stageUpdates()
    desk.prepare = (broker) => {
      broker.venueTrades = [tradeOf('t1', { amount: text('2') })]
    }
    const broker = await desk.ready()
    await downloaded()
    const book = Promise.withResolvers<BookWalk | null>()
    desk.markets.at(-1)!.walk = () => book.promise
    const flatten = { intentId: 'flatten-1', customerCode: C1, symbol: BTC, typed: null }
    void desk.call('position.flatten', flatten)
    await desk.clock.run(200)
    expect(broker.sent).toEqual([])
    expect(failureOf(await act('install', 'INSTALL')).message).toContain('1 position is being flattened')
    expect(ended).toEqual([])
  })

  it('is refused while a deposit has no outcome', async () => {
    const { desk, act, downloaded } = stageUpdates()
    await desk.ready()
    await downloaded()
    const transfer = { customerCode: C1, kind: 'deposit', amount: '10', asset: 'USDC' } as never
    void desk.call('transfer.submit', { intentId: 'deposit-1', transfer })
    await desk.settle()
    expect(failureOf(await act('install', 'INSTALL')).message).toContain(
      '1 deposit or withdrawal has no known outcome',
    )
  })

  it('needs the word where nobody is signed in, because no list of orders is read', async () => {
    const { act, downloaded, updates } = stageUpdates()
    await downloaded()
    expect(updates.now().verdict).toEqual({
      kind: 'asks',
      why: ['More orders may be live at the venue: nobody is signed in, so no list of open orders is read.'],
    })
    expect((await act('install', 'INSTALL')).ok).toBe(true)
  })

  describe('with an order of another account in the journal', () => {
    /** The entries of a run in which ann sends an order at the live venue, and the venue answers `status`; null: never. */
    const sentByAnn = async (status: string | null) => {
      const { desk } = stageUpdates()
      await desk.signInAs('ann')
      await desk.call('order.submit', { intentId: 'one', draft: draftOf(), typed: null })
      const [sent] = desk.broker.sent
      if (status !== null) sent?.answer.resolve({ kind: 'accepted', value: reportOf(sent.id, status) })
      await desk.settle()
      return new FakeJournal(desk.journal.entries)
    }
    const UNKNOWN =
      '1 order of the account “live https://venue.example ann”, which is not in use, has an unknown status.'

    it('is refused while the order has no answer, with nobody signed in', async () => {
      const { act, downloaded, ended } = stageUpdates({ journal: await sentByAnn(null) })
      await downloaded()
      expect(failureOf(await act('install', 'INSTALL')).message).toContain(UNKNOWN)
      expect(ended).toEqual([])
    })

    it('is refused while the order has no answer, with the dealer signed in at paper', async () => {
      const { desk, act, downloaded, ended, updates } = stageUpdates({ journal: await sentByAnn(null) })
      await desk.ready()
      await downloaded()
      expect(updates.now().verdict?.kind).toBe('refused')
      for (const typed of ['', 'INSTALL'])
        expect(failureOf(await act('install', typed)).message).toContain(UNKNOWN)
      expect(ended).toEqual([])
    })

    it('is refused after ann leaves her unanswered order for the paper broker', async () => {
      const { desk, act, downloaded } = stageUpdates()
      await desk.signInAs('ann')
      await desk.call('order.submit', { intentId: 'one', draft: draftOf(), typed: null })
      await desk.call('session.signOut', {})
      await desk.ready()
      await downloaded()
      expect(failureOf(await act('install', 'INSTALL')).message).toContain(UNKNOWN)
    })

    it('needs the word while the order may be live, and no word once it is over', async () => {
      const live = stageUpdates({ journal: await sentByAnn('open') })
      await live.desk.ready()
      await live.downloaded()
      expect(failureOf(await live.act('install')).message).toContain('may be live at the venue')
      expect((await live.act('install', 'INSTALL')).ok).toBe(true)

      const over = stageUpdates({ journal: await sentByAnn('canceled') })
      await over.desk.ready()
      await over.downloaded()
      expect((await over.act('install')).ok).toBe(true)
    })
  })

  it('is refused behind the session lock', async () => {
    const { desk, act, downloaded, ended, updates } = stageUpdates()
    await desk.ready()
    await downloaded()
    await desk.call('session.lock', {})
    expect(await act('install', 'INSTALL')).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    desk.clock.advance(1_000)
    expect(updates.now().verdict?.kind).toBe('refused')
    expect(ended).toEqual([])
  })

  it('whose desk never closes installs nothing, and ends the program after ten minutes with a sentence', async () => {
    const { desk, packageFake, act, downloaded, ended } = stageUpdates({ closed: new Promise(() => {}) })
    await desk.ready()
    await downloaded()
    await act('install')
    desk.clock.advance(10 * 60_000 - 1)
    expect(ended).toEqual(['closed with 0 installed'])
    desk.clock.advance(1)
    expect(ended.at(-1)).toMatch(/^The desk did not close within ten minutes.*Nothing was installed/)
    expect(packageFake.installed).toEqual([])
  })

  it('that fails after the desk is closed says so and ends the program', async () => {
    const { desk, packageFake, act, downloaded, ended } = stageUpdates()
    await desk.ready()
    await downloaded()
    packageFake.installFailure = Object.assign(new Error('spawn'), { code: 'EACCES' })
    await act('install')
    expect(ended).toEqual([
      'closed with 0 installed',
      'The installer failed: the system said EACCES. Openpit is closed, and orders stay at the venue as they are. Start Openpit again; if it does not start, install it by hand.',
    ])
  })
})

describe('the next start', () => {
  it.each([
    [
      NEWER,
      RUNNING,
      `Openpit ${NEWER} was not installed: ${RUNNING} runs. No order was touched. Open “Updates” from the list of panels to try again, or install it by hand.`,
    ],
    [
      RUNNING,
      '0.0.0-beta.4',
      `Openpit ${RUNNING} is installed; before it was 0.0.0-beta.4. Orders and limits come from the journal, as at every start.`,
    ],
  ])('says once what became of the install of %s', (to, from, sentence) => {
    const settings = memorySettings()
    settings.save('core-update', JSON.stringify({ from, to }))
    expect(stageUpdates({ settings }).said()).toEqual([sentence])
    expect(stageUpdates({ settings }).said()).toEqual([])
  })

  it('learns of an install from the record that was stored before the desk closed', async () => {
    const settings = memorySettings()
    const { desk, act, downloaded } = stageUpdates({ settings })
    await desk.ready()
    await downloaded()
    await act('install')
    expect(JSON.parse(settings.all()['core-update'] ?? '')).toEqual({ from: RUNNING, to: NEWER })
  })
})
